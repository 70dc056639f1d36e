import type { Engine, EngineOptions, Fired, ProgramHook } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { testIn, Workspace } from "../workspace.js";

/** A project with modules, and an engine that calls them. */
export class ModuleWorkspace extends Workspace {
  /** An engine with one hook, given by the program. */
  engine(hook: object, event = "PreToolUse", keeper = false): Engine {
    const marked: object = { env: { WORKSPACE: this.tag }, timeout: 240, ...hook };
    return this.open({
      program: { hooks: { [event]: [{ hooks: [marked as ProgramHook] }] } },
      keeper,
    });
  }

  open(options: Partial<EngineOptions>): Engine {
    return this.keep(createEngine({ ...this.places, ...options }));
  }

  /** What comes of a module on one event: the outcome and the texts. */
  async say(
    text: string,
    { event = "PreToolUse", payload = {}, hook = {} } = {},
  ): Promise<ReturnType<typeof outcomeOf>> {
    this.write("hook.mjs", text);
    const engine = this.engine({ type: "module", module: "hook.mjs", ...hook }, event);
    return outcomeOf(await fire(engine, payload, event));
  }

  /** Ends everything, and throws where a process is still there. */
  async end(): Promise<void> {
    this.close();
    const left = await this.settled();
    if (left.length > 0) throw new Error(`still there: ${left.join(", ")}`);
  }
}

/** A `test` with a workspace of its own. */
export const testModules = testIn(
  () => new ModuleWorkspace(),
  (workspace) => workspace.end(),
);

export function fire(engine: Engine, payload: object = {}, event = "PreToolUse"): Promise<Fired> {
  return engine.fire({
    hook_event_name: event,
    session_id: "s",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    ...payload,
  });
}

export function outcomeOf({ reading }: Fired): {
  outcome: string;
  failed: boolean;
  toModel: string[];
  toUser: string[];
} {
  const texts = (lane: "toModel" | "toUser"): string[] => reading[lane].map(({ text }) => text);
  const { outcome, failed } = reading;
  return { outcome, failed, toModel: texts("toModel"), toUser: texts("toUser") };
}
