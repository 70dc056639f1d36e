import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ProgramHook } from "../../../src/engine/index.js";
import type { ScriptTurn } from "../../../src/models/index.js";
import { AgentWorkspace, sent } from "../agent-workspace.js";

/** What hooks do in one turn of the agent; by default the model calls Bash once and is done. */
interface Scene {
  readonly dialect?: string;
  readonly hooks: Readonly<Record<string, string | ProgramHook>>;
  readonly turns?: readonly ScriptTurn[];
  /** What is done with the agent after the prompt. */
  readonly afterwards?: "compact" | "notify" | "end";
}

/** What came of it. Model and user: all that they were given, as one text. */
interface Outcome {
  readonly end: unknown;
  readonly model: unknown;
  readonly user: unknown;
  /** The state and the result of the model's call. */
  readonly call: unknown;
  /** Whether the call as the model wrote it has run. */
  readonly ran: boolean;
  /** The reasons of each question that the user was asked. */
  readonly asked: unknown;
  /** The events on which a hook ran. */
  readonly hooked: unknown;
}

/** A statement, with the scene that shows it and what must come of it. */
export type Statement = readonly [name: string, scene: Scene, outcome: Partial<Outcome>];

export const PROMPT = "the user's prompt";
export const has = (text: string): unknown => expect.stringContaining(text);
export const lacks = (text: string): unknown => expect.not.stringContaining(text);
export const stopped = { type: "stopped" };
export const print = (answer: object, code = 0): string =>
  `echo '${JSON.stringify(answer)}'; exit ${code}`;
export const fail = (text: string, code: number): string => `echo '${text}' >&2; exit ${code}`;
export const specific = (hookEventName: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
/** Does it the first time only, so that an agent that is kept from stopping can stop then. */
export const once = (command: string): string => `[ -e once ] || { touch once; ${command}; }`;

const callBash = (command: string): ScriptTurn => ({
  calls: [{ tool: "Bash", input: { command } }],
});
const oneCall = [callBash("touch ran; echo out"), { say: "Done." }, { say: "Done again." }];
export const subagent: readonly ScriptTurn[] = [
  { when: PROMPT, calls: [{ tool: "Task", input: { prompt: "helper", agent_type: "scout" } }] },
  { when: "helper", say: "I help." },
  { say: "Done." },
];

/** Each statement as a test of the running agent. */
export function testStatements(dialect: string, statements: readonly Statement[]): void {
  test.each(statements)("%s", async (_name, scene, outcome) => {
    const workspace = new AgentWorkspace();
    try {
      // Where nothing must come of a hook, it must have run all the same.
      const hooked: unknown = expect.arrayContaining(Object.keys(scene.hooks));
      expect(await played(workspace, { dialect, ...scene })).toMatchObject({ hooked, ...outcome });
    } finally {
      workspace.close();
    }
  });
}

async function played(workspace: AgentWorkspace, scene: Scene): Promise<Outcome> {
  const { hooks, turns = oneCall, dialect = "wave", afterwards } = scene;
  const agent = workspace.agent(turns, hooks, { dialect });
  const halted = await agent.start("startup");
  const end = halted ?? (await agent.submit(PROMPT));
  if (afterwards === "compact") await agent.compact("manual");
  if (afterwards === "notify") await agent.notify("Are you there?", "idle_prompt");
  if (afterwards === "end") await agent.end("exit");
  const shown = agent.messages.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.type === "warn" || block.type === "error" ? [block.content] : [],
    ),
  );
  const { state, result } = agent.messages.toolBlock("call-1") ?? {};
  return {
    end,
    model: sent(agent),
    user: shown.join("\n"),
    call: { state, result },
    ran: existsSync(join(workspace.project, "ran")),
    asked: workspace.asked.map(({ reasons }) => reasons.map(({ text }) => text).join("; ")),
    hooked: workspace.events.flatMap((event) =>
      event.type === "fired" && event.fired.hooks.some(({ ran }) => ran) ? [event.fired.event] : [],
    ),
  };
}
