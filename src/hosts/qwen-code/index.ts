import type { Host } from "../host.js";
import { events } from "./events.js";
import { readWith } from "./reading.js";

/**
 * Qwen Code 0.24: JSON counts whatever the exit code says, code 2 reads stderr alone, and of several
 * `permissionDecision` the last counts, so that an allow of one hook overrides the block of another.
 */
export const qwenCode: Host = {
  name: "qwen-code",
  version: "0.24.4",
  summary:
    "Qwen Code: exit code 2 blocks by its stderr alone, and another hook's allow overrides it",
  basis: "observed",
  events,
  defaultTimeout: 60,
  // Inferred: of the engines that were measured with a child that holds the pipes only one returned in time.
  heldPipes: "waits",
  stopLimit: 8,
  read: (request) => readWith(events, request),
};
