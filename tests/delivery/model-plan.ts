import type { ApiMessage } from "../../src/conversation/index.js";
import type { Model, ModelEvent } from "../../src/models/index.js";
import type { Site } from "./sites.js";

export interface ScriptedCall {
  readonly tool: string;
  readonly input: object;
}

/** What the model says to one request. */
export interface Turn {
  readonly say: string;
  readonly call?: ScriptedCall;
}

const SUBTASK = "the subtask";

/** What the user says first. Of so many characters where it shall be too long. */
export function promptOf({ compacts, inside }: Site, tooLong: number): string {
  return compacts === true && inside === "main" ? `the task ${"x".repeat(tooLong)}` : "the task";
}

/** What the model does at a site, from nothing but the request: the same in one process and behind a server. */
export function turnOf(
  site: Site,
  request: {
    readonly toolCount: number;
    readonly texts: readonly string[];
    readonly hasCalled: boolean;
  },
  tooLong: number,
): Turn {
  if (request.toolCount === 0) return { say: "A summary." };
  if (request.hasCalled) return { say: "Done." };
  const isSubagent = request.texts.some((text) => text.includes(SUBTASK));
  if (site.inside === "subagent" && !isSubagent) {
    if (request.texts.some((text) => text.includes("A summary."))) return { say: "Done." };
    const prompt = site.compacts === true ? `${SUBTASK} ${"x".repeat(tooLong)}` : SUBTASK;
    return { say: "", call: { tool: "Task", input: { prompt, agent_type: "scout" } } };
  }
  return site.call === undefined ? { say: "Done." } : { say: "", call: site.call };
}

/** Everything that a request tells the model, text by text. */
export function textsOf(messages: readonly ApiMessage[]): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-call" ? [] : [part.text])),
  );
}

/** What a model in this process can take in: more than a hook's longest text. */
const CONTEXT_TOKENS = 10_000;
export const TOO_LONG = CONTEXT_TOKENS * 4;

/** A model in this process that keeps what it is sent. */
export function recordingModel(site: Site): Model & { readonly requests: readonly string[][] } {
  const requests: string[][] = [];
  let calls = 0;
  return {
    name: "recording",
    contextTokens: CONTEXT_TOKENS,
    requests,
    async *answer({ messages, tools }): AsyncGenerator<ModelEvent> {
      const texts = textsOf(messages);
      requests.push(texts);
      const hasCalled = messages.some(({ parts }) =>
        parts.some(({ type }) => type === "tool-call"),
      );
      const { say, call } = turnOf(site, { toolCount: tools.length, texts, hasCalled }, TOO_LONG);
      if (say !== "") yield { type: "text", text: say };
      if (call !== undefined)
        yield { type: "tool-call", id: `call-${++calls}`, name: call.tool, input: call.input };
      yield { type: "end", reason: call === undefined ? "stop" : "tool-calls" };
    },
  };
}
