import { endWithTwo, toStderr } from "../../script-edits.js";
import type { Write } from "../../script/facts.js";
import type { Span } from "../../script/syntax.js";
import type { LintScript, Subject } from "../../subject.js";
import { isAddressed } from "../../wording.js";
import type { EditsOf } from "./unseen-text.js";

/** A no that is said as one. */
const SAYS_NO =
  /\b(?:block(?:ed|ing)|denied|denying|forbidden|refus(?:ed|ing)|reject(?:ed|ing)|prevented|not (?:allowed|permitted))\b|[❌🚫⛔🛑]/iu;
/** Whoever says no says it first. */
const FIRST_WORDS = 60;
const ONLY_WARNS =
  /\b(?:warn\w*|remind\w*|consider|suggest\w*|fyi|recommend\w*|heads.up)\b|(?:\bnot?|n['’]t) block/iu;

/**
 * The text becomes the reason of exit code 2, where that is what was meant: it says no before the tool runs, or the tool
 * has run already and the model only reads it. What would come after it in the script must not be lost by that.
 */
export const asReason: EditsOf = ({ text, ways }, subject) => {
  const { canonical, script } = subject;
  if (script === null || !isAddressed(text.text)) return undefined;
  const { source } = script;
  if (ways.every(({ code }) => code === 2))
    return text.write.stream === "stdout" ? toStderr(source, text.write.at) : undefined;
  const run = runOf(text.write, script);
  const last = run.at(-1);
  if (last === undefined || run.some((write) => !isOwn(write, script))) return undefined;
  const rest = source.slice(last.at.end);
  const words = wordsOf(run, subject);
  const isNo =
    canonical === "PreToolUse" &&
    SAYS_NO.test(words.slice(0, FIRST_WORDS)) &&
    !ONLY_WARNS.test(words);
  const isNote = canonical === "PostToolUse" && NOTHING_LEFT.test(rest);
  if (!isNote && !(isNo && isLastInBlock(source, last.at))) return undefined;
  const isOnlyAfter = (exit: Span): boolean =>
    script.facts.exits.every(
      ({ at, always }) => at?.start !== exit.start || always.some(({ id }) => id === last.id),
    );
  const ends = endWithTwo(source, last.at, isOnlyAfter);
  const says = run.map(({ stream, at }) => (stream === "stderr" ? [] : toStderr(source, at)));
  const edits = [...says, ends];
  return edits.every((one) => one !== undefined) ? edits.flat() : undefined;
};

const GAP = /^(?:\s|;|#[^\n]*\n|\/\/[^\n]*\n)*$/;

/** A message is often printed by several statements one after the other. */
function runOf(write: Write, { source, facts }: LintScript): readonly Write[] {
  const writes = facts.writes.toSorted((one, other) => one.at.start - other.at.start);
  const isNext = (one: Write | undefined, other: Write | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    one.at.end <= other.at.start &&
    GAP.test(source.slice(one.at.end, other.at.start));
  const place = writes.indexOf(write);
  let [first, end] = [place, place];
  while (isNext(writes[first - 1], writes[first])) first--;
  while (isNext(writes[end], writes[end + 1])) end++;
  return writes.slice(first, end + 1);
}

/** Printed once, for itself: not by a function that prints what it is given, nor by what handles a failure. */
function isOwn(write: Write, { facts }: LintScript): boolean {
  const isShared = facts.writes.some(
    ({ id, at }) => id !== write.id && at.start === write.at.start,
  );
  return !write.isRepeated && write.handler === null && !isShared;
}

function wordsOf(run: readonly Write[], { fates }: Subject): string {
  const ids = new Set(run.map(({ id }) => id));
  return fates
    .filter(({ text }) => ids.has(text.write.id))
    .map(({ text }) => text.text)
    .join("\n");
}

/** Ends of blocks, and the end of the script. */
const NOTHING_LEFT =
  /^(?:[\s;})]|#[^\n]*(?:\n|$)|\/\/[^\n]*(?:\n|$)|\b(?:fi|esac)\b|\b(?:exit 0|sys\.exit\(0\)|process\.exit\(0\))|if __name__ == ["']__main__["']:|\bmain\(\))*$/;

const BLOCK_ENDS =
  /^(?:[\s;]|#[^\n]*\n)*(?:\}|\)|fi\b|;;|esac\b|else\b|elif\b|(?:sys\.|process\.)?exit\b|$)/;

/** In Python a block ends where a line has fewer blanks before it. */
function isLastInBlock(source: string, { start, end }: Span): boolean {
  if (BLOCK_ENDS.test(source.slice(end))) return true;
  if (!/^(?:print\(|sys\.)/.test(source.slice(start, end))) return false;
  const indent = start - (source.lastIndexOf("\n", start - 1) + 1);
  const next = source.slice(end).search(/(?<=\n[ \t]*)\S/);
  return next < 0 || end + next - (source.lastIndexOf("\n", end + next) + 1) < indent;
}
