import { readScript, type Parsers } from "./script/read-script.js";
import { moveSpans } from "./script/spans.js";
import type { ScriptFacts } from "./script/facts.js";
import type { ParsedScript } from "./script/syntax.js";
import { Walk } from "./script/walk.js";

/** Stands for the file in places that are in the command of the settings. */
export const IN_COMMAND = "\u0000command";

/** Stands for the script in what the command starts. */
const STARTED = "\u0000started";

/** The command of the settings, where it does more than start the script: `guard.sh 2>/dev/null || true`. */
export interface CommandLine {
  readonly text: string;
  readonly parsed: ParsedScript;
}

/** Null where it does not start the script in a way that is known. */
export async function commandLineOf(
  text: string,
  script: string,
  parsers: Parsers,
): Promise<CommandLine | null> {
  const isScript = (path: string): boolean => path.split("/").at(-1) === script.split("/").at(-1);
  const parsed = await readScript(text, "shell", parsers, (path) =>
    isScript(path) ? { file: STARTED, source: "", isCut: false } : null,
  );
  if (!startsScript(parsed)) return null;
  return { text, parsed: moveSpans(parsed, (at) => ({ ...at, file: IN_COMMAND })) };
}

function startsScript({ nested }: ParsedScript): boolean {
  return [...nested.values()].some((inner) => inner.file === STARTED || startsScript(inner));
}

/** What is known of a script, with what comes out of the line that starts it; null where that adds nothing. */
export function throughLine(
  { parsed, facts, line }: Started,
  event: string | null,
): ScriptFacts | null {
  if (line === null) return null;
  const whole = new Walk(withScript(line.parsed, parsed), facts.isEventAsked ? event : null);
  const { writes, exits, checks } = whole.facts();
  return { ...facts, writes, exits, checks };
}

interface Started {
  readonly parsed: ParsedScript;
  readonly facts: ScriptFacts;
  readonly line: CommandLine | null;
}

function withScript(line: ParsedScript, script: ParsedScript): ParsedScript {
  return {
    ...line,
    nested: new Map(
      Array.from(line.nested, ([code, inner]) => [
        code,
        inner.file === STARTED ? script : withScript(inner, script),
      ]),
    ),
  };
}
