import type { Engine, Fired, ProgramHook } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { testIn, Workspace } from "../workspace.js";

export interface HookSettings {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly name?: string;
  readonly timeout?: number;
  readonly onFailure?: "continue" | "ask" | "block";
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly matcher?: string;
  readonly sequential?: boolean;
  readonly type?: string;
  readonly json?: unknown;
}

/** A test may give what the types refuse. */
const untyped = (hook: object): ProgramHook => hook as ProgramHook;

/**
 * In place, through the keeper, in a shell that the keeper has started ahead, or through the keeper of an engine in a thread:
 * the same must hold in all.
 */
export const places = [
  "in place",
  "through the keeper",
  "in a spare shell",
  "from a thread",
] as const;
export type Place = (typeof places)[number];

/** An engine whose hooks are given by the test. */
export class FlowWorkspace extends Workspace {
  constructor(private readonly place: Place) {
    super();
  }

  engine(hooks: readonly HookSettings[], event = "PreToolUse", limits: object = {}): Engine {
    const groups = hooks.map(({ matcher, ...hook }) => ({
      ...(matcher !== undefined && { matcher }),
      hooks: [
        untyped(
          hook.type === "json" ? hook : { ...hook, env: { ...hook.env, WORKSPACE: this.tag } },
        ),
      ],
    }));
    return this.keep(
      createEngine({
        ...this.places,
        program: { hooks: { [event]: groups, Notification: [{ hooks: [warming] }] }, limits },
        keeper: this.place !== "in place",
        ...(this.place === "from a thread" && { thread: true }),
      }),
    );
  }

  /** Fires one event at the hooks. Through the keeper, it waits until there is one. */
  async fire(
    hooks: readonly HookSettings[],
    event = "PreToolUse",
    payload: object = {},
  ): Promise<Fired> {
    const engine = this.engine(hooks, event);
    await this.warm(engine);
    return engine.fire({
      hook_event_name: event,
      session_id: "s",
      tool_name: "Bash",
      tool_input: { command: "rm -rf build" },
      ...payload,
    });
  }

  /** Until the keeper is ready hooks run in place, so tests of the keeper wait for it. */
  async warm(engine: Engine): Promise<void> {
    if (this.place === "in place") return;
    for (let tries = 0; tries < 10_000; tries++) {
      // Asked for, the keeper is started.
      if (engine.usesKeeper) {
        if (this.place === "in a spare shell")
          await engine.fire({ hook_event_name: "Notification" });
        return;
      }
      await new Promise((wake) => setTimeout(wake, 25));
    }
    throw new Error("the keeper did not become ready");
  }
}

/** A `test` at a place, with a workspace of its own. What it leaves running is an error. */
export const testAt = (place: Place): ReturnType<typeof testIn<FlowWorkspace>> =>
  testIn(
    () => new FlowWorkspace(place),
    async (workspace) => {
      const left = await workspace.settled();
      workspace.close();
      if (left.length > 0) throw new Error(`left behind: ${left.join(", ")}`);
    },
  );

/** After it the keeper has a shell in waiting. */
const warming = { command: "true" };

/** A PreToolUse answer that denies, as a JSON text. */
export const deny = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "no",
  },
});
export const allow = deny.replace('"deny"', '"allow"');

/** Quotes a text for the shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
