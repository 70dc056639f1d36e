import type { Host } from "../host.js";
import { bridge } from "./bridge.js";
import { events } from "./events.js";
import { readWith } from "./reading.js";

/**
 * GitHub Copilot CLI as its reference describes it: before a tool every end but code 0 and a timeout denies, an allow
 * is a grant, and `hookSpecificOutput` is read only under PascalCase names. Nobody is asked in the cloud; this is the CLI.
 */
export const copilot: Host = {
  name: "copilot",
  version: "1.0.102",
  summary: "Copilot CLI: before a tool all failures but a timeout deny; elsewhere they are skipped",
  basis: "documented",
  events,
  defaultTimeout: 30,
  bridge,
  read: (request) => readWith(events, request),
};
