import { IN_COMMAND } from "./command-line.js";
import { lineAt } from "./edits.js";
import { kitDecisions } from "./kit-decisions.js";
import type { HookWay } from "./hook-runs.js";
import { canBeFound, isPrinted } from "./proof/reached.js";
import type { Write } from "./script/facts.js";
import type { DecidedRun, ScriptDecision } from "./script-decision.js";
import { sourceAt, type Subject } from "./subject.js";

/** Every place at which a hook decides, in the order of the script. Empty where its script could not be read. */
export function decisionsOf(subject: Subject): readonly ScriptDecision[] {
  const { script } = subject;
  if (script === null) return [];
  const answers = kitDecisions(script.path, script.source);
  if (answers !== null) return answers;
  const deciding = subject.ways.filter(isDeciding);
  const known = deciding.filter((way) => {
    // What an exit prints on some of its ways only tells those ways apart.
    const others = deciding.filter((other) => other.exit === way.exit && other !== way);
    return writesOf(way).length > 0 || others.every((other) => writesOf(other).length === 0);
  });
  const placed = known.map((way): ScriptDecision & { readonly at: number } => {
    const writes = writesOf(way);
    const span = writes.at(-1)?.at ?? way.exit.at;
    const { outcome, permission } = way.reading;
    const texts = [...way.stdout, ...way.stderr].flatMap((printed) => printed.texts);
    return {
      outcome,
      permission,
      file: span?.file === IN_COMMAND ? subject.hook.file : (span?.file ?? script.path),
      line: span === null ? null : lineAt(sourceAt(script, span), span.start),
      text: texts.map(({ text }) => text).join(" "),
      at: span?.start ?? Infinity,
      isReachedBy: (run) => comesBy(way, run, known),
    };
  });
  return withoutTwice(placed.toSorted((one, other) => one.at - other.at));
}

function isDeciding({ reading, isCertain }: HookWay): boolean {
  const { outcome, permission, input } = reading;
  return isCertain && (outcome !== "proceed" || permission !== "none" || input !== null);
}

function writesOf({ stdout, stderr }: HookWay): readonly Write[] {
  return [...stdout, ...stderr].map(({ write }) => write);
}

function comesBy(way: HookWay, run: DecidedRun, all: readonly HookWay[]): boolean {
  if (run.exit !== way.code) return false;
  const found = writesOf(way).filter(canBeFound);
  if (found.length > 0) return found.every((write) => isPrinted(write, run));
  // Nothing tells it but that no other way was taken that ends alike.
  return !all.some(
    (other) => other !== way && writesOf(other).some(canBeFound) && comesBy(other, run, all),
  );
}

function withoutTwice(decisions: readonly ScriptDecision[]): readonly ScriptDecision[] {
  const seen = new Set<string>();
  return decisions.filter(({ file, line, text, outcome, permission }) => {
    const key = JSON.stringify([file, line, text, outcome, permission]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
