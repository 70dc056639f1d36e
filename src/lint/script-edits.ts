import type { Edit } from "./edits.js";
import type { Span } from "./script/syntax.js";

/** What a statement is in its language is seen by how it begins: a script may have code of others inside. */
interface Form {
  readonly begins: RegExp;
  readonly put: string;
}

const toErrors: readonly Form[] = [
  { begins: /^console\.(?:log|info|debug)(?=\()/, put: "console.error" },
  { begins: /^process\.stdout(?=\.write\()/, put: "process.stderr" },
  { begins: /^sys\.stdout(?=\.write\()/, put: "sys.stderr" },
];

const toOutput: readonly Form[] = [
  { begins: /^console\.(?:error|warn)(?=\()/, put: "console.log" },
  { begins: /^process\.stderr(?=\.write\()/, put: "process.stdout" },
  { begins: /^sys\.stderr(?=\.write\()/, put: "sys.stdout" },
];

const SHELL_PRINT = /^(?:echo|printf|cat|jq)\b/;
const IMPORTS_SYS = /^[ \t]*import\s[^\n]*\bsys\b/m;

/** What prints on stdout prints on stderr. Undefined where it is not a plain statement that prints. */
export function toStderr(source: string, at: Span): readonly Edit[] | undefined {
  const code = source.slice(at.start, at.end);
  if (SHELL_PRINT.test(code)) return code.includes("<<") ? undefined : [insert(at.end, " >&2")];
  if (/^print\([^]*\)$/.test(code) && IMPORTS_SYS.test(source)) {
    const comma = /[(,]\s*$/.test(code.slice(0, -1)) ? "" : ", ";
    return [insert(at.end - 1, `${comma}file=sys.stderr`)];
  }
  return renamed(code, at, toErrors);
}

/** The other way round. */
export function toStdout(source: string, at: Span): readonly Edit[] | undefined {
  const code = source.slice(at.start, at.end);
  if (SHELL_PRINT.test(code))
    return (
      removed(code, at, /(?<!\s)\s*1?>(?:&\s*2|\s*\/dev\/stderr)\s*$/g) ??
      removed(code, at, /(?<=^(?:echo|printf))\s+1?>(?:&\s*2|\s*\/dev\/stderr)(?=\s)/g)
    );
  if (code.startsWith("print(")) return removed(code, at, /,\s*file\s*=\s*sys\.stderr/g);
  return renamed(code, at, toOutput);
}

/** The statement that ends the script does it with 2. */
export function exitWithTwo(source: string, at: Span): readonly Edit[] | undefined {
  const code = source.slice(at.start, at.end);
  const numbered =
    /^(?:exit\s+|(?:(?:sys\.|os\._|process\.|Deno\.)?exit|raise SystemExit)\()\d+\)?$/;
  if (numbered.test(code)) return [{ ...at, text: code.replace(/\d+/, "2") }];
  // `sys.exit("text")` prints the text and ends with 1.
  const [, text] = /^(?:sys\.exit|raise SystemExit)\(([fFrR]?["'][^]*)\)$/.exec(code) ?? [];
  const indent = ownLine(source, at);
  if (text === undefined || indent === null || !IMPORTS_SYS.test(source)) return undefined;
  return [{ ...at, text: `print(${text}, file=sys.stderr)\n${indent}sys.exit(2)` }];
}

/**
 * The script ends with 2 behind a statement: by the exit that follows it, where that is not come to without the
 * statement, or by one that is added.
 */
export function endWithTwo(
  source: string,
  at: Span,
  isOnlyAfter: (exit: Span) => boolean,
): readonly Edit[] | undefined {
  const code = source.slice(at.start, at.end);
  const behind = source.slice(at.end);
  const exit = /^[\s;]*((?:sys\.|process\.)?exit(?:\(\d+\)|[ \t]+\d+))(?=[\s;})]|$)/d;
  const next = exit.exec(behind)?.indices?.[1];
  if (next !== undefined) {
    const span = { start: at.end + next[0], end: at.end + next[1] };
    if (isOnlyAfter(span)) return exitWithTwo(source, span);
  }
  const indent = ownLine(source, at);
  if (SHELL_PRINT.test(code)) {
    if (code.includes("<<")) return undefined;
    if (indent !== null) return [insert(at.end, `\n${indent}exit 2`)];
    return [insert(at.start, "{ "), insert(at.end, "; exit 2; }")];
  }
  if (/^(?:print\(|sys\.)/.test(code))
    return indent === null || !IMPORTS_SYS.test(source)
      ? undefined
      : [insert(at.end, `\n${indent}sys.exit(2)`)];
  if (!/^(?:console|process)\./.test(code)) return undefined;
  const semicolon = behind.startsWith(";") ? 1 : 0;
  const end = { start: at.end, end: at.end + semicolon };
  return indent === null
    ? [insert(at.start, "{ "), { ...end, text: "; process.exit(2); }" }]
    : [{ ...end, text: `;\n${indent}process.exit(2);` }];
}

/** A line before all others; behind the one that names the interpreter. */
export function atTop(source: string, line: string, isInline: boolean): Edit {
  if (isInline) return insert(0, `${line}; `);
  const first = source.startsWith("#!") ? source.indexOf("\n") + 1 : 0;
  return insert(first, `${line}\n`);
}

/** A line behind the one on which a place is. */
export function lineBehind(source: string, at: Span, line: string): Edit {
  const end = source.indexOf("\n", at.end);
  const place = end < 0 ? source.length : end - (source[end - 1] === "\r" ? 1 : 0);
  return insert(place, `\n${line}`);
}

/** The one match near a place: in the statement itself, or else in the whole script. */
export function onlyMatch(source: string, at: Span, pattern: RegExp): Match | null {
  const code = source.slice(at.start, at.end);
  const inside = matchesIn(code, pattern, at.start);
  // A statement with an object of its own does not take it from elsewhere.
  const found = inside.length > 0 || code.includes("{") ? inside : matchesIn(source, pattern, 0);
  return found.length === 1 ? (found[0] ?? null) : null;
}

export interface Match extends Span {
  readonly groups: readonly string[];
}

function matchesIn(text: string, pattern: RegExp, offset: number): Match[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const [whole, ...groups] = match;
    const start = offset + match.index;
    return { start, end: start + whole.length, groups };
  });
}

export function insert(at: number, text: string): Edit {
  return { start: at, end: at, text };
}

/** The blanks before a statement that has its line for itself; null where it has not, or goes with the line before. */
export function ownLine(source: string, { start, end }: Span): string | null {
  const line = source.lastIndexOf("\n", start - 1) + 1;
  const lead = source.slice(line, start);
  const isPython = /^(?:print\(|sys\.|raise\b)/.test(source.slice(start, end));
  const goesOn = isPython ? /\\\s*$/ : /(?:&&|\||\\|\)|\belse|=>)\s*$/;
  if (goesOn.test(source.slice(Math.max(0, line - 200), line))) return null;
  const rest = /^[^\n]*/.exec(source.slice(end))?.[0] ?? "";
  return /^[ \t]*$/.test(lead) && /^[\s;]*(?:#|\/\/|$)/.test(rest) ? lead : null;
}

function renamed(code: string, { start }: Span, forms: readonly Form[]): Edit[] | undefined {
  for (const { begins, put } of forms) {
    const [found] = begins.exec(code) ?? [];
    if (found !== undefined) return [{ start, end: start + found.length, text: put }];
  }
  return undefined;
}

function removed(code: string, { start }: Span, pattern: RegExp): Edit[] | undefined {
  const [only, ...more] = matchesIn(code, pattern, start);
  if (only === undefined || more.length > 0) return undefined;
  return [{ start: only.start, end: only.end, text: "" }];
}
