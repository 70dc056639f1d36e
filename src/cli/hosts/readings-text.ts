import {
  FAILS_OPEN,
  LOST,
  NO_EVENT,
  sentenceOf,
  unseen,
  type HostAnswer,
} from "../../compare/index.js";
import { catalogue, isDiagnosis, type Problem } from "../../problem/index.js";
import { forTerminalLine, type Paint } from "../../show/index.js";

/** The sentence that says what happens where, then each host: what happens, what is lost, and what to do. */
export function everyReadingText(
  event: string,
  answers: readonly HostAnswer[],
  paint: Paint,
): string {
  const width = Math.max(...answers.map(({ host }) => host.length));
  const rows = answers.map((answer) => {
    const [head = "", ...lines] = linesOf(answer, paint);
    const indent = " ".repeat(width + 2);
    return [`${answer.host.padEnd(width)}  ${head}`, ...lines.map((line) => indent + line)];
  });
  return `${headline(event, answers, paint)}\n\n${rows.flat().join("\n")}`;
}

function headline(event: string, answers: readonly HostAnswer[], paint: Paint): string {
  if (answers.every(({ effect }) => effect === NO_EVENT))
    return paint.bold(
      `no host has an event ${forTerminalLine(JSON.stringify(event))}; snaphook hosts lists the events`,
    );
  const standsOut = new RegExp(`\\b(?:${LOST}|${FAILS_OPEN})\\b`, "g");
  return paint.bold(sentenceOf(answers).replace(standsOut, (word) => paint.red(word)));
}

function linesOf(answer: HostAnswer, paint: Paint): readonly string[] {
  const { event, reading, didYouMean, loss, effect, ignored, instead, fix } = answer;
  if (reading === null) {
    const hint = didYouMean === null ? "" : `; did you mean ${didYouMean}?`;
    return [`${paint.dim("has no such event")}${hint}`];
  }
  const colour = reading.outcome === "proceed" ? paint.green : paint.red;
  const permission = reading.permission === "none" ? "" : `, permission ${reading.permission}`;
  const failed = reading.failed ? paint.yellow(", the hook failed") : "";
  const mark = effect === FAILS_OPEN ? ` ${paint.red(FAILS_OPEN)}` : "";
  const lost = loss === null ? "" : ` ${paint.red(`${LOST}:`)} ${forTerminalLine(loss)}`;
  return [
    `${colour(reading.outcome)}${permission}${failed} ${paint.dim(`(${event})`)}${mark}${lost}`,
    ...[
      ...(ignored.length === 0 ? [] : [`ignored: ${ignored.join(", ")}`]),
      ...(fix === null ? [] : [`${instead === null ? "fix" : "instead"}: ${fix}`]),
      ...reading.toModel.map(({ text }) => `to the model: ${text.trimEnd()}`),
      ...reading.toUser.map(({ text }) => `to the user: ${text.trimEnd()}`),
      ...unseen(reading).map((text) => `to the log: ${text}`),
      ...(answer.unseen === null ? [] : [answer.unseen]),
      ...reading.problems.filter(isRemark).map(problemLine),
    ].map(forTerminalLine),
  ];
}

/** Said in the lines before: that something is lost, not read, or not answered. */
const said: ReadonlySet<string> = new Set([
  "host-deny-lost",
  "host-ignores-field",
  "host-fails-open",
]);

function isRemark(problem: Problem): boolean {
  return !said.has(problem.code) && isDiagnosis(problem);
}

function problemLine({ code, path, found }: Problem): string {
  const place = path === "exit" ? "" : ` (${path}: ${found})`;
  return `${catalogue[code].title}${place} [${code}]`;
}
