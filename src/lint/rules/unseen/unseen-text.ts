import type { RawFinding } from "../../finding.js";
import type { Edit } from "../../edits.js";
import type { HookWay, TextFate } from "../../hook-runs.js";
import { nobody, reachAdvice, reachesModel } from "../../lanes.js";
import { sourceAt, wholeSource, type Subject } from "../../subject.js";
import {
  isAddressed,
  isForeign,
  isLogLine,
  isOwnTrouble,
  isSuccess,
  isUrgent,
  isWarning,
  quoted,
} from "../../wording.js";

export type EditsOf = (fate: TextFate, subject: Subject) => readonly Edit[] | undefined;

/** Texts at a place that nobody reads, on none of the ways on which they are printed. */
export function* unseenTexts(
  subject: Subject,
  isMeant: (fate: TextFate) => boolean,
  editsOf: EditsOf,
): Generator<RawFinding> {
  let before: TextFate | null = null;
  let isSaid = false;
  let isSaidSurely = false;
  /** The first text of a hook that does nothing but print stands for all. */
  let isPlacedBefore = false;
  for (const fate of subject.fates) {
    const { text, ways, model, user } = fate;
    // Lines that are printed one after the other are one message: the first stands for it.
    if (before === null || !isNext(before, fate, subject)) {
      isSaid = false;
      isSaidSurely = false;
    }
    before = fate;
    if (model || user || !isMeant(fate) || !/[\p{L}…]/u.test(text.text)) continue;
    if (subject.hook.wakesModel === true && ways.some(({ code }) => code === 2)) continue;
    const codes = [...new Set(ways.map(({ code }) => code))];
    const isFailure = text.write.handler !== null;
    const advice = reachAdvice(subject);
    // Who blocks and prints nothing else means it as the reason, in whatever language.
    const isReason =
      text.path === "stdout" &&
      ways.some(
        ({ exit, stderr }) =>
          exit.code === 2 && stderr.length === 0 && exit.always.includes(text.write),
      );
    // Who fails and prints nothing else says why.
    const isCause =
      text.path === "stdout" && ways.every(({ code, stderr }) => code !== 0 && stderr.length === 0);
    const isFinding = text.finding !== null && isAbout(subject) && reachesModel(subject);
    const isOwn = isOwnTrouble(text.text);
    // Where the words are not known, the structure says it: printed on some ways only, and then the hook ends.
    const isUnworded = isForeign(text.text) && !isSuccess(text.text) && !isLogLine(text.text);
    const isLast = isUnworded && closes(fate, subject);
    const isPlaced: boolean =
      !isPlacedBefore && reachesModel(subject) && isOnlyEffect(fate, subject);
    isPlacedBefore ||= isPlaced;
    const isForSomebody =
      isReason ||
      isFinding ||
      (!isFailure &&
        (isCause ||
          isLast ||
          (isUnworded && text.path === "stdout") ||
          isVoiced(fate, subject) ||
          isPlaced ||
          (isOwn ? isWarning(text.text) : isAddressed(text.text))));
    // Who writes a log, or where no hook can say anything, may mean it for nobody.
    const isSure =
      isReason ||
      (isFinding && !tellsMore(subject)) ||
      (reachesModel(subject) && (isLast || (isUrgent(text.text) && !isLogLine(text.text))));
    // A line in plain words counts where the ones before it were taken only by their place.
    const isMore = isSaid && (isSaidSurely || !isSure);
    isSaid ||= isForSomebody;
    isSaidSurely ||= isForSomebody && isSure;
    yield {
      at: text.write.at,
      severity: !isForSomebody || isMore ? "info" : isSure ? "error" : "warning",
      message: `Nobody reads ${named(text)}: ${whyUnseen(subject, text, codes, ways.every(isStdoutUnread))}.`,
      sees: nobody,
      ...(advice.after !== undefined && { after: advice.after }),
      fix: {
        safety: "unsafe",
        description: advice.words,
        edits: editsOf(fate, subject),
      },
    };
  }
}

/**
 * Who blocks with a text on stderr talks to the model there: what the same script prints there on another way, and only
 * under some condition, is for the same reader, in whatever words.
 */
export function isVoiced({ text, ways }: TextFate, subject: Subject): boolean {
  return (
    text.path === "stderr" &&
    text.write.handler === null &&
    !isLogLine(text.text) &&
    !isSuccess(text.text) &&
    !isOwnTrouble(text.text) &&
    ways.every(({ exit }) => !exit.isTrouble) &&
    subject.ways.some((way) => !ways.includes(way)) &&
    subject.fates.some(
      (other) =>
        other.text.path === "stderr" &&
        other.model &&
        other.ways.some((way) => way.code === 2 && way.exit.always.includes(other.text.write)),
    )
  );
}

/** Events after which, or before which, an agent can do something about a mistake. */
function isAbout({ canonical }: Subject): boolean {
  return /^(?:PreToolUse|PostToolUse|Stop|SubagentStop)$/.test(canonical ?? "");
}

/** On another way the hook tells the model something, or blocks. */
function tellsMore({ ways }: Subject): boolean {
  return ways.some(({ reading }) => reading.toModel.length > 0 || reading.outcome !== "proceed");
}

/** What a check has found has mostly no words of the script's own. */
function named({ text, finding }: TextFate["text"]): string {
  return finding === null || /\p{L}/u.test(text) ? quoted(text) : `what \`${finding}\` finds`;
}

/** Programs that only look. */
const LOOKING =
  /^(?:jq|[ef]?grep|rg|sed|awk|cut|tr|head|tail|wc|sort|uniq|cat|echo|basename|dirname|git|date|find|ls|xargs|python3?|node|tput)$/;
const CHANGING =
  />>?\s*(?!&|\/dev\/)["$\w./~]|\bopen\([^)\n]*["'][wax]|write_text|appendFile|writeFile|(?<!std(?:err|out))\.write\(|\bgit (?:add|commit|push|stash|checkout|reset|tag)\b|\b(?:curl|fetch|requests|urlopen|mkdir|touch)\b/;

/** The hook does nothing but print, and nobody reads a word of it. */
function isOnlyEffect({ text, ways }: TextFate, { fates, script }: Subject): boolean {
  return (
    /^std(?:out|err)$/.test(text.path) &&
    text.write.handler === null &&
    !isSuccess(text.text) &&
    !isOwnTrouble(text.text) &&
    ways.every(({ exit }) => !exit.isTrouble) &&
    fates.every(({ model, user }) => !model && !user) &&
    script !== null &&
    script.facts.programs.every(({ name }) => LOOKING.test(name)) &&
    !CHANGING.test(wholeSource(script))
  );
}

/** It is printed on some of the ways only, and the hook ends there with an exit of its own. */
function closes({ text: { write }, ways }: TextFate, subject: Subject): boolean {
  const ends = ways.some(({ exit }) => exit.at !== null && exit.always.includes(write));
  return ends && subject.ways.some((way) => !ways.includes(way));
}

/** Nothing but blanks is between them in the script. */
function isNext(before: TextFate, { text }: TextFate, { script }: Subject): boolean {
  const [one, other] = [before.text.write.at, text.write.at];
  if (script === null || one.file !== other.file || before.text.path !== text.path) return false;
  return /^[\s;]+$/.test(sourceAt(script, one).slice(one.end, other.start));
}

function isStdoutUnread({ reading }: HookWay): boolean {
  return reading.problems.some(
    ({ code, path }) => code === "host-ignores-field" && path === "stdout",
  );
}

function whyUnseen(
  subject: Subject,
  { path }: TextFate["text"],
  codes: readonly number[],
  isUnread: boolean,
): string {
  const { hook, table } = subject;
  const where = table?.log === undefined ? "" : ` (it goes to ${table.log})`;
  const ending = `with exit code ${codes.join(" or ")}`;
  if (path === "stderr") return `${hook.host} does not show stderr ${ending}${where}`;
  if (path !== "stdout")
    return isUnread
      ? `${hook.host} reads nothing on stdout ${ending}`
      : `${hook.host} does not read \`${path}\` on ${hook.event}`;
  return codes.every((code) => code === 2)
    ? `with exit code 2 ${hook.host} uses stderr; stdout is not read`
    : codes.every((code) => code !== 0)
      ? `${ending} ${hook.host} shows stderr at most; stdout is not read`
      : `${hook.host} does not show plain text on stdout on ${hook.event}${where}`;
}
