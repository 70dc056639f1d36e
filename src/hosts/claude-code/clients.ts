import type { Client } from "./client.js";
import { newestEvents, olderEvents } from "./events.js";

const older: Client = {
  version: "2.1.240",
  events: olderEvents,
  brokenObject: "text",
  codeTwoMislabelled: "fails",
  heedsOnFailure: false,
  // Observed: what a child printed later was part of the answer.
  heldPipes: "waits",
  reasonStandsIn: false,
  seesLastSubstitutionOnly: true,
};

export const newestClient: Client = {
  version: "2.1.325",
  events: newestEvents,
  brokenObject: "invalid",
  codeTwoMislabelled: "blocks",
  heedsOnFailure: true,
  // Observed: it waits for the exit of the process, not for the end of stdout.
  heldPipes: "ends",
  reasonStandsIn: true,
  seesLastSubstitutionOnly: false,
};

/** Every version whose rules are known; the newest is the last. */
export const clients: readonly Client[] = [older, newestClient];
