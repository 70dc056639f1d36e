import type { EventRules, Form, Refusal } from "./rules.js";

/** The object that most hosts share. */
export const nested = "hookSpecificOutput";

/** Where context for the model is. */
export const contextPath = `${nested}.additionalContext`;

/** Refuses one value of a field. */
export const refusal = (path: string, is: unknown, text: string): Refusal => ({
  path,
  when: [{ path, is }],
  text,
});
/** Refuses a field whatever it holds. */
export const presence = (path: string, text: string): Refusal => ({
  path,
  when: [{ path, present: true }],
  text,
});

/** No stop, no stop reason and no silence on the events that guard a tool. */
export const noStop = (event: string): readonly Refusal[] => [
  refusal("continue", false, `${event} hook returned unsupported continue:false`),
  presence("stopReason", `${event} hook returned unsupported stopReason`),
  refusal("suppressOutput", true, `${event} hook returned unsupported suppressOutput`),
];

const blockWithoutReason = (event: string): Refusal => ({
  path: "reason",
  when: [
    { path: "decision", is: "block" },
    { path: "reason", blank: true },
  ],
  text: `${event} hook returned decision:block without a non-empty reason`,
});

/** `decision: "block"` with a reason. */
export const block = (event: string, trims: boolean, ...more: readonly Refusal[]): Form => ({
  marks: [],
  refused: [blockWithoutReason(event), ...more],
  decisions: [
    { path: "decision", is: "block", level: "deny", reason: "reason", trims, fallback: "" },
  ],
});

/** What an event does by default: it reads nothing, and a failure is shown with its stderr. */
export const observer: EventRules = {
  canonical: null,
  subject: null,
  timeout: { default: 600, most: null },
  alwaysWaits: false,
  shape: null,
  broken: "",
  text: "ignored",
  context: null,
  rewrite: null,
  refused: [],
  forms: [],
  stop: null,
  exitTwo: null,
  failsWithStderr: true,
  showsCode: true,
  noCode: "hook process terminated without an exit code",
  reasons: "none",
  replacesResult: false,
  decidesPermission: false,
  grants: false,
  silence: "proceed",
};

/** An event whose answer is read; of a failure only the code is shown. */
export const reader: EventRules = {
  ...observer,
  failsWithStderr: false,
  noCode: "hook exited without a status code",
};
