import type { HookTrust } from "../engine/index.js";

/** What a hook does, on one line, for whoever is to agree to it. */
export function actionText(action: HookTrust["hook"]["action"]): string {
  switch (action.type) {
    case "json":
      return "(a fixed answer in the settings)";
    case "module":
      return `the module ${action.module}`;
    case "function":
      return "(a function of the host)";
    case "http":
      return `POST ${action.url}`;
    case "command":
    case "worker": {
      const words = action.form === "exec" ? [action.command, ...action.args] : [action.command];
      return `${words.join(" ")}${action.type === "worker" ? " (stays)" : ""}`;
    }
  }
}
