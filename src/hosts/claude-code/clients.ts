import type { Client } from "./client.js";
import { newestEvents, olderEvents } from "./events.js";

const older: Client = {
  version: "2.1.240",
  events: olderEvents,
  brokenObject: "text",
  codeTwoMislabelled: "fails",
  heedsOnFailure: false,
  reasonStandsIn: false,
  seesLastSubstitutionOnly: true,
};

export const newestClient: Client = {
  version: "2.1.325",
  events: newestEvents,
  brokenObject: "invalid",
  codeTwoMislabelled: "blocks",
  heedsOnFailure: true,
  reasonStandsIn: true,
  seesLastSubstitutionOnly: false,
};

/** Every version whose rules are known; the newest is the last. */
export const clients: readonly Client[] = [older, newestClient];
