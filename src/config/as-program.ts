import type { HookAction, ProgramAction } from "./settings.js";

/** The action of a hook that starts a program of its author's; null for every other type. */
export function asProgram(action: HookAction): ProgramAction | null {
  switch (action.type) {
    case "command":
    case "worker":
      return action;
    case "json":
    case "module":
    case "http":
    case "function":
      return null;
  }
}
