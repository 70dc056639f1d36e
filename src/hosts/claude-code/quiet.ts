import type { EventRule, Lanes } from "./client.js";

export const toNobody: Lanes = { model: false, user: "nothing" };
export const toUser: Lanes = { model: false, user: "whole" };
export const toModel: Lanes = { model: true, user: "nothing" };
export const toBoth: Lanes = { model: true, user: "whole" };

/** An event that hooks cannot change: the base row from which the others differ. */
export const quiet: EventRule = {
  canonical: null,
  subject: null,
  exitTwo: "nothing",
  text: "debug log",
  unblocked: "it continues",
  codeTwo: "ignored",
  failureBlocks: false,
  heedsOnFailure: false,
  decision: {},
  ruling: null,
  jsonNeedsZero: false,
  exempt: null,
  halts: false,
  haltLeaves: null,
  blocked: "block",
  silence: "proceed",
  decidesPermission: false,
  stdout: "log",
  background: "fields",
  contextHidesReason: false,
  context: "dropped",
  joinsContext: false,
  specific: null,
  checksInput: false,
  inert: [],
  denial: toNobody,
  stopReason: toNobody,
  warning: "user",
  error: "nothing",
  timeout: null,
  several: "all",
  caveats: [],
  notRun: null,
};

/** An event whose failing hooks are shown to the user, exit code 2 among them. */
export const shown: EventRule = {
  ...quiet,
  exitTwo: "stderr goes to the user",
  codeTwo: "shown",
  error: "first-line",
};

/** An event that exit code 2 and `decision: "block"` stop. */
export const guard: EventRule = {
  ...quiet,
  codeTwo: "blocks",
  heedsOnFailure: true,
  decision: { block: "deny" },
  error: "first-line",
};
