import type { ApiMessage, ApiPart } from "../conversation/index.js";
import { ModelError, type Model, type ModelEvent, type ModelRequest } from "./model.js";
import { isRecord } from "../json/index.js";
import { usedIds } from "./turn-calls.js";

/** A turn of a script: when it is played, what is said, and which tools are called. */
export interface ScriptTurn {
  /** It is played where the last thing that was said to the model holds this text. Without it, when its place comes. */
  readonly when?: string;
  readonly say?: string;
  readonly calls?: readonly { readonly tool: string; readonly input: unknown }[];
  /** It may be played again and again. */
  readonly always?: boolean;
}

/** What the embedded model says: its turns, in the order in which they are looked through. */
export interface Script {
  readonly turns: readonly ScriptTurn[];
  /** What it says where no turn fits. */
  readonly otherwise?: string;
}

/** A model that needs no key and no network: it plays a script. Every turn is played once, unless it says otherwise. */
export function scriptedModel(script: Script): Model {
  const played = new Set<ScriptTurn>();
  let calls = 0;
  return {
    name: "scripted",
    async *answer({ messages, signal }: ModelRequest): AsyncGenerator<ModelEvent> {
      const said = lastSaid(messages);
      const turn = script.turns.find(
        (one) => !played.has(one) && (one.when === undefined || said.includes(one.when)),
      );
      if (turn !== undefined && turn.always !== true) played.add(turn);
      const { say = turn === undefined ? (script.otherwise ?? "Done.") : "", calls: wanted = [] } =
        turn ?? {};
      for (const text of say.match(/\S+\s*|\s+/g) ?? []) {
        if (signal.aborted) throw new ModelError("The turn was aborted.", "cut");
        yield { type: "text", text };
        await new Promise((next) => setTimeout(next, 0));
      }
      const used = usedIds(messages);
      for (const { tool, input } of wanted) {
        // A session that is taken up again has calls of an earlier model of this kind.
        do calls += 1;
        while (used.has(`call-${calls}`));
        yield { type: "tool-call", id: `call-${calls}`, name: tool, input };
      }
      yield { type: "end", reason: wanted.length > 0 ? "tool-calls" : "stop" };
    },
  };
}

/** Everything that was said since the model spoke last. */
function lastSaid(messages: readonly ApiMessage[]): string {
  const last = messages.at(-1);
  return last?.role === "user" ? last.parts.map(textOf).join("\n") : "";
}

function textOf(part: ApiPart): string {
  return part.type === "tool-call" ? "" : part.text;
}

/** Reads a script, or says what is wrong with it. */
export function readScript(json: unknown): Script | { readonly error: string } {
  if (!isRecord(json)) return { error: "it is not an object" };
  const { turns, otherwise } = json;
  if (!Array.isArray(turns)) return { error: "it has no list of turns" };
  if (otherwise !== undefined && typeof otherwise !== "string")
    return { error: "otherwise is not a text" };
  for (const [index, turn] of turns.entries()) {
    const fault = faultOf(turn);
    if (fault !== null) return { error: `turns[${index}] ${fault}` };
  }
  return json as unknown as Script;
}

function faultOf(turn: unknown): string | null {
  if (!isRecord(turn)) return "is not an object";
  const known = new Set(["when", "say", "calls", "always"]);
  const unknown = Object.keys(turn).find((key) => !known.has(key));
  if (unknown !== undefined) return `has the unknown key ${unknown}`;
  for (const key of ["when", "say"])
    if (turn[key] !== undefined && typeof turn[key] !== "string") return `: ${key} is not a text`;
  const { calls } = turn;
  if (calls === undefined) return null;
  const isCalls =
    Array.isArray(calls) &&
    calls.every((call) => isRecord(call) && typeof call["tool"] === "string");
  return isCalls ? null : ": calls is not a list of { tool, input }";
}
