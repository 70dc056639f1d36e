import type { Host } from "../host.js";
import { events } from "./events.js";
import { readWith } from "./reading.js";

/**
 * GitHub Copilot CLI: before a tool and on a permission request every end but code 0 and a timeout denies, an allow is
 * a grant, and `hookSpecificOutput` is read on `PreToolUse` alone. Nobody is asked in the cloud; this is the CLI.
 */
export const copilot: Host = {
  name: "copilot",
  version: "1.0.102",
  summary:
    "Copilot CLI: before a tool and on permission requests all failures but a timeout deny; elsewhere they are skipped",
  basis: "observed",
  events,
  defaultTimeout: 30,
  stopLimit: 8,
  read: (request) => readWith(events, request),
};
