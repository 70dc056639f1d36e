import type { Reading, WireRun } from "../interpret/index.js";

/** How a host, on one event, reads a run. */
export type ReadRun = (run: WireRun) => Reading;

const PROBE = "snaphook-probe";

interface ProbedForm {
  readonly words: string;
  readonly run: WireRun;
}

function json(words: string, answer: object): ProbedForm {
  return { words, run: { exit: 0, stdout: JSON.stringify(answer) } };
}

const exitTwo: ProbedForm = { words: "exit code 2 with stderr", run: { exit: 2, stderr: PROBE } };

/** Names that hosts have for context; one that works is enough. */
function contextForms(event: string): readonly ProbedForm[] {
  const additionalContext = PROBE;
  return [
    json("hookSpecificOutput.additionalContext", {
      hookSpecificOutput: { hookEventName: event, additionalContext },
    }),
    json("additional_context", { additional_context: PROBE }),
    json("additionalContext", { additionalContext }),
    { words: "plain text on stdout", run: { exit: 0, stdout: PROBE } },
  ];
}

const messageForms: readonly ProbedForm[] = [
  json("systemMessage", { systemMessage: PROBE }),
  json("user_message", { user_message: PROBE }),
];

/**
 * Why nobody sees a text of the reading, and what would be seen on this event; null where each text is seen by someone.
 * Every form is tried on the host's own reader, so none is guessed. `log` is where the host writes such texts.
 */
export function unseenText(
  reading: Reading,
  { title, log, event, read }: { title: string; log: string | null; event: string; read: ReadRun },
): string | null {
  if (unseen(reading).length === 0) return null;
  const where =
    log === null ? `${title} shows this to nobody` : `${title} writes this to ${log} only`;
  return [where, ...waysToBeSeen(event, read)].join("; ");
}

/** By which forms of an answer a text reaches the model, and the user. Every form is tried on the host's own reader. */
export function waysToBeSeen(event: string, read: ReadRun): readonly string[] {
  const reaches = (lane: "toModel" | "toUser", { run }: ProbedForm): boolean =>
    read(run)[lane].some(({ text }) => text.includes(PROBE));
  const context = contextForms(event).find((form) => reaches("toModel", form));
  const toModel = [exitTwo].filter((form) => reaches("toModel", form));
  if (context !== undefined) toModel.push(context);
  const toUser = messageForms.find((form) => reaches("toUser", form));
  const { outcome } = read(exitTwo.run);
  const blocks =
    toModel.includes(exitTwo) && outcome === "block" ? " (exit code 2 also blocks)" : "";
  return [
    toModel.length === 0
      ? "no text of a hook reaches the model here"
      : `to reach the model: ${toModel.map(({ words }) => words).join(", or ")}${blocks}`,
    ...(toUser === undefined ? [] : [`to reach the user: ${toUser.words}`]),
  ];
}

/** Texts that are in the log and nowhere else. An answer that was not read is not one. */
export function unseen({ toModel, toUser, toLog }: Reading): readonly string[] {
  const seen = [...toModel, ...toUser].map(({ text }) => text.trim());
  return toLog
    .map(({ text }) => text.trim())
    .filter((text) => text !== "" && !text.startsWith("{") && !seen.includes(text));
}
