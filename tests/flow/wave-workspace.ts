import type { Engine, EngineOptions } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { Workspace } from "../workspace.js";

/** A project with settings of Wave's, and a user's home folder next to it. */
export class WaveWorkspace extends Workspace {
  open(options: Partial<EngineOptions> = {}): Engine {
    const { userHome } = this;
    return this.keep(createEngine({ ...this.places, userHome, keeper: false, ...options }));
  }

  /** Writes a settings file, by default Wave's of the project. */
  settings(settings: unknown, path = ".wave/settings.json"): string {
    const text = typeof settings === "string" ? settings : JSON.stringify(settings, null, 2);
    return this.write(path, text);
  }
}

/** A call that a guard should hear of. */
export const call = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "rm -rf build" },
};
/** Settings with one hook. */
export const on = (
  event: string,
  command: string,
  more: object = {},
  group: object = {},
): object => ({
  hooks: { [event]: [{ ...group, hooks: [{ type: "command", command, ...more }] }] },
});
