import type { RawFinding } from "../../finding.js";
import type { Edit } from "../../edits.js";
import type { TextFate } from "../../hook-runs.js";
import { nobody, reachAdvice } from "../../lanes.js";
import { endWithTwo, toStderr } from "../../script-edits.js";
import type { Span } from "../../script/syntax.js";
import type { Subject } from "../../subject.js";
import { isAddressed, isOwnTrouble, quoted, saysStop } from "../../wording.js";

type EditsOf = (fate: TextFate, subject: Subject) => readonly Edit[] | undefined;

/**
 * The text becomes the reason of exit code 2, where that is what was meant: it says that it stops something, or the
 * tool has run already and the model only reads it.
 */
export const asReason: EditsOf = ({ text, ways }, { canonical, script }) => {
  const { write } = text;
  if (script === null || write.isRepeated || write.handler !== null) return undefined;
  if (!isAddressed(text.text)) return undefined;
  // A function that prints what it is given is no reason by itself.
  const isShared = script.facts.writes.some(
    ({ id, at }) => id !== write.id && at.start === write.at.start,
  );
  const isMeant =
    canonical === "PostToolUse" || (canonical === "PreToolUse" && saysStop(text.text));
  const isOnlyAfter = (exit: Span): boolean =>
    script.facts.exits.every(
      ({ at, always }) => at?.start !== exit.start || always.some(({ id }) => id === write.id),
    );
  const ends = ways.every(({ code }) => code === 2)
    ? []
    : endWithTwo(script.source, write.at, isOnlyAfter);
  const says = write.stream === "stderr" ? [] : toStderr(script.source, write.at);
  if (isShared || (!isMeant && ends?.length !== 0)) return undefined;
  return ends === undefined || says === undefined ? undefined : [...says, ...ends];
};

/** Texts at a place that nobody reads, on none of the ways on which they are printed. */
export function* unseenTexts(
  subject: Subject,
  isMeant: (fate: TextFate) => boolean,
  editsOf: EditsOf,
): Generator<RawFinding> {
  for (const fate of subject.fates) {
    const { text, ways, model, user } = fate;
    if (model || user || !isMeant(fate) || text.text.trim() === "") continue;
    const codes = [...new Set(ways.map(({ code }) => code))];
    const isFailure = text.write.handler !== null;
    const advice = reachAdvice(subject);
    const isForSomebody = isAddressed(text.text) && !isOwnTrouble(text.text) && !isFailure;
    yield {
      at: text.write.at,
      severity: isForSomebody ? "error" : "info",
      message: `Nobody reads ${quoted(text.text)}: ${whyUnseen(subject, text.path, codes)}.`,
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

function whyUnseen(subject: Subject, path: string, codes: readonly number[]): string {
  const { hook, table } = subject;
  const where = table?.log === undefined ? "" : ` (it goes to ${table.log})`;
  const ending = `with exit code ${codes.join(" or ")}`;
  if (path === "stderr") return `${hook.host} does not show stderr ${ending}${where}`;
  if (path !== "stdout") return `${hook.host} does not read \`${path}\` on ${hook.event}`;
  return codes.every((code) => code === 2)
    ? `with exit code 2 ${hook.host} uses stderr; stdout is not read`
    : `${hook.host} does not show plain text on stdout on ${hook.event}${where}`;
}
