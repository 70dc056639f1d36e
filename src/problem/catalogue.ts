import { doctorCatalogue } from "./doctor-catalogue.js";
import { hostCatalogue } from "./host-catalogue.js";
import { lintCatalogue } from "./lint-catalogue.js";
import { rewriteCatalogue } from "./rewrite-catalogue.js";
import { settingsCatalogue } from "./settings-catalogue.js";

/** `error` and `warning` are shown to the user, `info` goes to the log. */
export type Severity = "error" | "warning" | "info";

/** What the reference says of a code: its usual severity, what happened, and what to do about it. */
export interface CatalogueEntry {
  readonly severity: Severity;
  readonly title: string;
  readonly happens: string;
  readonly fix: string;
}

/**
 * Every problem code there is. The pages in docs/problems are generated from this table,
 * and nothing may report a code that is not here (the type forbids it).
 */
export const catalogue = {
  "output-malformed": {
    severity: "error",
    title: "The output is not a JSON object",
    happens:
      "stdout begins with `{` but is not one complete, valid JSON object. The exit code decides instead, and the text is never given to the model.",
    fix: "Print exactly one JSON object, built by a JSON library rather than by hand, and nothing else on stdout.",
  },
  "output-garbled": {
    severity: "error",
    title: "The answer came in a wrong form",
    happens:
      "A server answered with something else than a JSON object, or a worker with a line that is not of its protocol. What restricts in it is honoured; what permits, changes or adds is dropped, and it is never given to the model.",
    fix: 'Let the server answer 2xx with one JSON object or nothing, and the worker print one line for each event: {"id":"…","answer":{…}}.',
  },
  "output-noise": {
    severity: "warning",
    title: "A JSON object is mixed with other lines",
    happens:
      "stdout holds an answer and other lines as well: a greeting of the shell profile, a log line, a second object. What restricts is honoured; what permits, changes or adds is dropped.",
    fix: "Send log lines to stderr and keep stdout for the one answer. In a shell hook, silence profile scripts.",
  },
  "output-inline-object": {
    severity: "warning",
    title: "A JSON object has text before or after it on the same line",
    happens:
      "The object is not read, because text on the same line may be quoting it. The exit code decides.",
    fix: "Print the object on a line of its own, better as the only output.",
  },
  "output-not-object": {
    severity: "warning",
    title: "The output is a JSON array that holds objects",
    happens:
      "Only an object is an answer. The array is treated as plain text and the exit code decides.",
    fix: "Print the object itself, without the array around it.",
  },
  "output-truncated": {
    severity: "error",
    title: "The output was cut at the size limit",
    happens:
      "stdout was longer than the limit. A JSON answer counts as malformed then: only what restricts, in a complete object, is honoured. Plain text is delivered as far as it was kept, with a note.",
    fix: "Print less; write long material to a file and name the file. The limit is `limits.outputBytes`.",
  },
  "output-too-deep": {
    severity: "error",
    title: "The JSON is nested deeper than 64 levels",
    happens: "The answer counts as malformed: only what restricts is honoured.",
    fix: "Flatten the answer.",
  },
  "output-utf16": {
    severity: "error",
    title: "The output is UTF-16",
    happens:
      "Every second byte is zero, as PowerShell 5 writes by default. The answer counts as malformed: only what restricts is honoured.",
    fix: "Write UTF-8: in PowerShell `[Console]::OutputEncoding = [Text.UTF8Encoding]::new($false)`.",
  },
  "output-nul": {
    severity: "error",
    title: "The output contains NUL characters",
    happens: "The answer counts as malformed: only what restricts is honoured.",
    fix: "Print text only; encode binary data.",
  },
  "output-not-utf8": {
    severity: "error",
    title: "The output is not valid UTF-8",
    happens:
      "The bytes cannot be decoded faithfully. The answer counts as malformed: only what restricts is honoured.",
    fix: "Print UTF-8 (in Python: `PYTHONIOENCODING=utf-8`).",
  },
  "number-out-of-range": {
    severity: "error",
    title: "A number is too large to be represented",
    happens: "A rewritten value that holds such a number is dropped.",
    fix: "Use a number within the range of a double, or a string.",
  },
  "duplicate-key": {
    severity: "warning",
    title: "A key appears twice in one object",
    happens:
      "Parsers disagree about which one counts, so the stricter reading does: a restriction in either is honoured, a permission or a change holds only where both say the same.",
    fix: "Write each key once.",
  },
  "field-unknown": {
    severity: "info",
    title: "An unknown field",
    happens: "The field is ignored.",
    fix: "Check the spelling against the fields of the event.",
  },
  "field-wrong-type": {
    severity: "warning",
    title: "A field has the wrong type",
    happens: "The field is dropped; the other fields count.",
    fix: "Give the field the type that the reference names.",
  },
  "field-not-for-event": {
    severity: "warning",
    title: "A field does not belong to this event",
    happens: "The field is dropped; the other fields count.",
    fix: "Use the fields of the event that fired; register the hook under the event that has the field.",
  },
  "field-missing": {
    severity: "error",
    title: "A required field is missing",
    happens: "The specific part is invalid, so the strict reading rejects the answer.",
    fix: "Add the field, or use the dialect `wave`, which does not require it.",
  },
  "field-misplaced": {
    severity: "warning",
    title: "A field is at the wrong level",
    happens:
      "The field belongs inside `hookSpecificOutput`, or belongs at the top and not inside. A restriction is honoured all the same; anything else is dropped.",
    fix: "Move the field to the level that the reference names.",
  },
  "field-turned-off": {
    severity: "warning",
    title: "The field is turned off",
    happens:
      "`updatedPrompt` changes what the user said. It is ignored unless the settings allow it.",
    fix: 'Set `"allowUpdatedPrompt": true` in the user\'s own settings.',
  },
  "decision-unknown": {
    severity: "error",
    title: "A decision has an unknown value",
    happens:
      "The value is not guessed. The whole answer counts as malformed: what it permits, changes or adds is dropped, and the hook counts as failed.",
    fix: "Use one of the allowed values, spelled exactly.",
  },
  "decision-respelled": {
    severity: "warning",
    title: "A restrictive value is misspelled but clear",
    happens:
      "Letter case, surrounding space, a synonym (`deny`, `block`) or a boolean written as a string: the restriction is read as meant. A permission would not be.",
    fix: "Write the value exactly.",
  },
  "decision-conflict": {
    severity: "warning",
    title: "Two decisions in one answer disagree",
    happens: "The stricter one counts.",
    fix: "State the decision once.",
  },
  "event-name-missing": {
    severity: "warning",
    title: "`hookSpecificOutput` does not name its event",
    happens: "The event that fired is assumed.",
    fix: "Add `hookEventName` with the name of the event.",
  },
  "event-name-wrong": {
    severity: "error",
    title: "`hookSpecificOutput` names another event",
    happens: "The specific part counts as malformed: only what restricts is honoured.",
    fix: "Set `hookEventName` to the event that fired; it is in the payload as `hook_event_name`.",
  },
  "event-unknown": {
    severity: "info",
    title: "An unknown event",
    happens: "It is treated as a generic event, on which nothing can be blocked.",
    fix: "Check the spelling of the event.",
  },
  "reason-missing": {
    severity: "warning",
    title: "A block or a halt gives no reason",
    happens: "A default text that names the hook is used instead.",
    fix: "Give a reason, so that the model or the user knows what to change.",
  },
  "reason-unused": {
    severity: "info",
    title: "A reason without a decision",
    happens: "Nothing was decided, so the text goes to the log only.",
    fix: "State the decision, or use `systemMessage` to tell the user something.",
  },
  "exit-code-overridden": {
    severity: "warning",
    title: "The JSON answer overrides exit code 2",
    happens:
      "Exit code 2 means block, but the JSON states another decision, and a stated decision wins.",
    fix: "Exit with 0 when the JSON states the decision.",
  },
  "exit-code-ignored": {
    severity: "info",
    title: "The JSON answer decides, not the exit code",
    happens:
      "The exit code is neither 0 nor 2, but the JSON states a decision, and a stated decision wins.",
    fix: "Exit with 0 when the JSON states the decision.",
  },
  "exit-code-failure": {
    severity: "warning",
    title: "The hook ended with an error code",
    happens:
      "A code other than 0 and 2 without a JSON answer that states a decision is a failure of the hook. `onFailure` says what follows.",
    fix: "Exit with 0 for success, with 2 to block. 126 and 127 mean that the command could not be run.",
  },
  "run-timed-out": {
    severity: "error",
    title: "The hook did not answer in time",
    happens:
      "No answer is not consent. `onFailure` says what follows; a complete restriction that was printed counts.",
    fix: "Make the hook faster, or raise its `timeout`.",
  },
  "run-signalled": {
    severity: "error",
    title: "The hook was killed by a signal",
    happens:
      "No answer is not consent. `onFailure` says what follows; a complete restriction that was printed counts.",
    fix: "Find out who killed it: a crash, the memory limit, a person.",
  },
  "run-not-started": {
    severity: "error",
    title: "The hook could not be started",
    happens: "No answer is not consent. `onFailure` says what follows.",
    fix: "Check that the command exists and is executable; of a server, that its host is in `httpHosts` and answers.",
  },
  "run-changed": {
    severity: "error",
    title: "A file of the hook was changed while the hook ran",
    happens:
      "What ran may not be what was approved. What it allowed, changed or added does not count; what it restricted does, and `onFailure` says what follows.",
    fix: "Find out who wrote the file, then review the hook again: `snaphook trust review`.",
  },
  "run-cancelled": {
    severity: "warning",
    title: "The event was aborted while the hook ran",
    happens: "An aborted event never proceeds: its outcome is `halt`.",
    fix: "Nothing, if the abort was meant.",
  },
  "answer-void": {
    severity: "warning",
    title: "Part of the answer is void",
    happens:
      "The output is malformed or the run failed. What the answer permits, changes or adds is dropped; what it restricts is honoured.",
    fix: "Fix the problem that is reported with this one.",
  },
  "hook-final": {
    severity: "warning",
    title: "A hook on the final input can only restrict",
    happens:
      'The hook has `"on": "final"`: it runs after all rewrites. What it allows, changes or adds is dropped; what it denies or asks counts.',
    fix: 'Remove `"on": "final"` from the hook, or let it only deny, ask or halt.',
  },
  "stop-loop": {
    severity: "warning",
    title: "Stop hooks kept the agent going too often",
    happens:
      "Stop hooks blocked more often in a row, without other work in between, than `limits.stopBlocks` allows. The agent stops.",
    fix: "Make the hook check `stop_hook_active`, or raise `limits.stopBlocks`.",
  },
  "strict-fallback": {
    severity: "error",
    title: "The strict reading rejects the answer",
    happens:
      "A required field is missing or the specific part is invalid. The exit code decides instead.",
    fix: "Fix the field that is reported with this problem, or use the dialect `wave`.",
  },
  ...rewriteCatalogue,
  "text-cut": {
    severity: "warning",
    title: "A text to the model was cut",
    happens:
      "The text was longer than the limit. The model gets the beginning and a note; the whole text is in the log.",
    fix: "Make the text shorter. The limit is `limits.modelChars`.",
  },
  ...settingsCatalogue,
  "hook-invalid": {
    severity: "error",
    title: "A hook's entry in the settings is invalid",
    happens: "This hook does not run; all others do.",
    fix: "Change the key that the path names to one of the allowed values.",
  },
  "hook-async-guard": {
    severity: "warning",
    title: "A hook that tries to block is async",
    happens:
      "Nothing waits for an async hook, so its answer comes too late to block. It runs, and its answer is in the ledger.",
    fix: "Remove `async` from the hook, or make it decide nothing.",
  },
  "matcher-invalid": {
    severity: "error",
    title: "A matcher or condition cannot be read",
    happens:
      "It matches everything, so the hook runs more often than intended: a guard must not disappear.",
    fix: "Write a list of names, a glob, or an expression between slashes, without look-around and back-references.",
  },
  "hook-unapproved": {
    severity: "warning",
    title: "A hook of the project is not approved",
    happens: "It does not run and has no vote: it was never approved, or has changed since.",
    fix: "Review and approve it: `snaphook trust review`, `snaphook trust approve`.",
  },
  "hook-changed": {
    severity: "warning",
    title: "A hook of the user or the administrator is new, changed or gone",
    happens:
      "Hooks that exist run. This is reported once, because an unexpected hook may be an attack, and a missing guard protects nothing.",
    fix: "If the change was not yours, remove the hook and find out who made it.",
  },
  "hook-gone": {
    severity: "warning",
    title: "An approved hook of the project is not there any more, or is turned off",
    happens: "It cannot run. This is reported with every event until its approval is revoked.",
    fix: "Restore the hook, or revoke its approval: `snaphook trust revoke ID`.",
  },
  "project-gone": {
    severity: "error",
    title: "The project folder is not there any more",
    happens:
      "The folder was removed, or something else is in its place, so it is not known what its hooks would say. Every event halts.",
    fix: "Restore the folder, or start a new session in the one that you want.",
  },
  "hook-required": {
    severity: "error",
    title: "A required hook is missing",
    happens:
      "`requireHooks` names a hook that does not exist, is disabled, only observes or is not approved. Every event halts.",
    fix: "Add, enable or approve the hook, or remove its name from `requireHooks`.",
  },
  "policy-unusable": {
    severity: "error",
    title: "The policy of this machine cannot be used",
    happens:
      "Every event halts: the settings require a signed policy, and there is none, or it is not what was signed.",
    fix: "Run `snaphook policy pull`. If it refuses, what it says is about the server or the keys in `policy.keys`; ask whoever publishes the policy.",
  },
  "trust-unusable": {
    severity: "error",
    title: "The trust store cannot be used",
    happens: "No hook of any project runs, because it is unknown what was approved.",
    fix: "Repair the file that is named, or remove it and approve the hooks again. Snaphook never overwrites a store that it cannot read.",
  },
  "grants-unusable": {
    severity: "error",
    title: "The store of granted permissions cannot be used",
    happens: "Permissions that the user has given before do not count: the user is asked again.",
    fix: "Repair the store that you gave to `createEngine` as `grants`.",
  },
  "engine-thread-lost": {
    severity: "error",
    title: "The engine's thread was lost",
    happens:
      "The thread in which the engine works ended, gave no sign of life or could not be started. The events that it worked on are halted, because nobody knows what was decided; the next event gets a new thread.",
    fix: "Read why in `found`. Where memory ran out, look for a very large payload or project; where it happens again, create the engine without `thread`.",
  },
  "lock-drift": {
    severity: "error",
    title: "A hook is not what snaphook.lock says",
    happens: "The hook does not run, even where it is approved.",
    fix: "Show the difference with `snaphook trust check`; if it is intended, run `snaphook trust lock`.",
  },
  "rule-unusable": {
    severity: "error",
    title: "A permission rule cannot be used",
    happens:
      "An allow rule is ignored. An ask or deny rule that cannot be read makes every call of its tool ask.",
    fix: "Write the rule as `Tool` or `Tool(pattern)`. A project cannot allow calls: put allow rules into the user's settings.",
  },
  "env-refused": {
    severity: "error",
    title: "A project may not set this variable",
    happens:
      "It could make a hook load or run something other than what was approved. The variable is not set; the hook runs without it.",
    fix: "Set the variable in the user's own settings, or inside the hook's script.",
  },
  ...hostCatalogue,
  ...doctorCatalogue,
  ...lintCatalogue,
} as const satisfies Record<string, CatalogueEntry>;

/** A key of the catalogue. */
export type ProblemCode = keyof typeof catalogue;

/** All codes in the order of the catalogue. */
export const problemCodes = Object.keys(catalogue) as readonly ProblemCode[];
