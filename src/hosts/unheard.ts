import type { Undiagnosed } from "./host.js";

/** What comes of an event on which no hook has a say: it goes on. */
export const unheard: Undiagnosed = {
  outcome: "proceed",
  permission: "none",
  input: null,
  prompt: null,
  toModel: [],
  toUser: [],
  toLog: [],
  failed: false,
  problems: [],
  provenance: { voices: [], rewrites: [] },
};
