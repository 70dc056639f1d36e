import { own } from "../json.js";
import type { Host } from "../host.js";
import { describeEvent } from "./describe.js";
import { codex0166 } from "./events.js";
import { readEvent } from "./merge.js";
import type { CodexRules } from "./rules.js";
import { readUnknownEvent } from "./unknown-event.js";

/** OpenAI's Codex CLI, in the version that was observed. */
export const codex: Host = hostOf(codex0166);

/** A version of Codex is its rules. */
function hostOf(rules: CodexRules): Host {
  return {
    name: "codex",
    version: rules.version,
    summary:
      "OpenAI Codex CLI: strict JSON, a reason for every block, no grant and no question; whatever is wrong with a hook, the tool runs.",
    basis: "observed",
    events: Object.fromEntries(
      Object.entries(rules.events).map(([name, event]) => [name, describeEvent(event)]),
    ),
    defaultTimeout: 600,
    // Inferred: of the engines that were measured with a child that holds the pipes only one returned in time.
    heldPipes: "waits",
    stopLimit: "none",
    read(request) {
      const event = own(rules.events, request.event);
      return event === undefined ? readUnknownEvent(request) : readEvent(request, event, rules);
    },
  };
}
