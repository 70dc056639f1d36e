import type { Host } from "../host.js";
import { events } from "./events.js";
import { readWith } from "./reading.js";

/**
 * The hook engine of Cursor, as @cursor/sdk 1.0.32 ships it: on a permission event what is malformed denies, what is
 * missing does not, and Claude's nested decisions are not read at all. `failClosed` of a hook is `onFailure: "block"`.
 */
export const cursor: Host = {
  name: "cursor",
  version: "1.0.32",
  summary: "Cursor: malformed answers deny on permission events, silence and failures go on",
  basis: "executed",
  events,
  defaultTimeout: 60,
  stopLimit: 5,
  failClosed: '"failClosed": true',
  read: (request) => readWith(events, request),
};
