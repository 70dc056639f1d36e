import { AWK, callsOfProgram, PYTHON } from "./languages.js";

const TEXT = String.raw`(?:"[^"\\$\x60{}%\n]*"|'[^'\\$\x60{}%\n]*')`;
const TEXTS = String.raw`(?:${TEXT}|\[\s*${TEXT}(?:\s*,\s*${TEXT})*\s*,?\s*\])`;
const SETTINGS = String.raw`(?:\s*,\s*(?:\w+\s*=\s*(?:True|False|None|\d+|${TEXT})|${TEXTS}|\{[\w\s:,"']*\}))*`;
/** A call that starts what a plain text names, and the import before it: the name can be seen. */
const PLAIN_CALL = new RegExp(
  String.raw`(?:\bos\.system|\bsubprocess\.(?:run|call|check_call|check_output)|(?:require\(\s*["'](?:node:)?child_process["']\s*\)|\bcp|\bchild_process)\.(?:execSync|execFileSync|spawnSync)|(?<![\w.$>])(?:execSync|execFileSync|spawnSync|system))\(\s*${TEXTS}${SETTINGS}\s*,?\s*\)`,
  "g",
);
const PLAIN_IMPORT =
  /\bimport\s+(?:\w+\s*,\s*)*subprocess(?:\s*,\s*\w+)*(?=\s*(?:;|\n|$))|\b(?:const|let|var)\s*\{\s*(?:execSync|execFileSync|spawnSync)(?:\s*,\s*(?:execSync|execFileSync|spawnSync))*\s*\}\s*=\s*require\(\s*["'](?:node:)?child_process["']\s*\)|\bimport\s*\{\s*(?:execSync|execFileSync|spawnSync)\s*\}\s*from\s*["'](?:node:)?child_process["']/g;

const ESCAPE =
  /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\}|U([0-9A-Fa-f]{8})|([0-7]{1,3}))/g;

/** A text with the letters in place of the escapes that most languages have for them. */
export function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (all, ...groups: (string | undefined)[]) => {
    const [x, u, braced, long, octal] = groups;
    const code =
      octal === undefined
        ? Number.parseInt(x ?? u ?? braced ?? long ?? "", 16)
        : Number.parseInt(octal, 8);
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** Whether code calls nothing that starts a program or evaluates a text. */
export function callsNothing(code: string, calls: RegExp): boolean {
  if (calls === AWK) return !calls.test(withoutAwkTexts(code));
  const plain = asNames(code);
  if (calls === PYTHON && loadsAfterWriting(plain)) return false;
  return !calls.test(plain) && !calls.test(joinTexts(plain)) && !loadsOwnFile(plain);
}

/** Code in which texts that are put together are one. */
export function joinTexts(code: string): string {
  return code.replaceAll(/["']\s*(?:(?:\+|\.\.?)\s*)?["']/g, "");
}

const LOADED = /(?:\brequire\s*\(|\bfrom|\bimport)\s*["'`][^"'`\n]*["'`]/g;
const SOURCE_FILE = /["'`](?:[^"'`\n]*\/)?([\w-]+)\.(?:py|[cm]?js|pm|rb|lua|php)["'`]/g;
const LOADING = /\b(?:import|from|require|use)\b[^;\n]*/g;

const WRITING =
  /\.\s*write(?:lines|str|_text|_bytes)?\s*\(|\bfile\s*=|\b(?:copy\w*|move|rename|replace|symlink\w*|link|extract\w*|unpack_archive)\s*\(/;
const STATEMENT = /(?:^|[;:\n])\s*(?:from\s+[\w.]+\s+)?import\b/g;

/** Whether code of Python loads something after it wrote a file, which it may then have written itself. */
function loadsAfterWriting(code: string): boolean {
  const written = code.search(WRITING);
  if (written < 0) return false;
  STATEMENT.lastIndex = written;
  return STATEMENT.test(code);
}

/** Whether code names a file of its language, which it may write, and loads what has that name. */
function loadsOwnFile(code: string): boolean {
  const named = new Set(
    Array.from(code.replaceAll(LOADED, "").matchAll(SOURCE_FILE), ([, name]) => name),
  );
  if (named.size === 0) return false;
  return (code.match(LOADING) ?? []).some((load) =>
    load.split(/[^\w-]+/).some((name) => named.has(name)),
  );
}

/** Code in which each name is written as it is: lines joined, escapes decoded, letters that stand for others replaced. */
function asNames(code: string): string {
  const decoded = decodeEscapes(code.replaceAll("\\\n", ""));
  // oxlint-disable-next-line no-control-regex
  return /[^\u0000-\u007f]/.test(decoded) ? decoded.normalize("NFKC") : decoded;
}

/** Whether code in the language that a program reads may start another program or evaluate a text. */
export function startsPrograms(code: string, program: string): boolean {
  const calls = callsOfProgram(program);
  return calls !== null && !callsNothing(code, calls);
}

/** Programs that get a text to read as commands, or start another. */
const READS_MORE =
  /\b(?:(?:ba|da|z|k|c|tc|fi)?sh|python\w*|perl|node|ruby|awk|env|xargs|eval|source|make|find|sudo)\b/;
const PLAIN_PIPE = /\|\s*"(?:sort|uniq|wc|head|tail|cat|column|tr|cut)\b[\w\s.-]*"/g;

/** Whether all that code starts is named by plain texts in it. */
export function startsPlainly(code: string, calls: RegExp): boolean {
  const rest = code
    .replace(PLAIN_CALL, (call) => (READS_MORE.test(call) ? call : ""))
    .replace(PLAIN_IMPORT, "")
    .replace(PLAIN_PIPE, "");
  return callsNothing(rest, calls);
}

const NAME = String.raw`(?:"[\w@.:/\s-]*"|'[\w@.:/\s-]*'|\x60[\w@.:/\s-]*\x60)`;
/** What in code loads, starts or evaluates nothing but what a plain text names; one after the other is taken out. */
const PLAIN_USES: readonly RegExp[] = [
  PLAIN_CALL,
  PLAIN_IMPORT,
  PLAIN_PIPE,
  new RegExp(
    String.raw`(?:\w+\.)*\b(?:__import__|import_module|run_path|run_module|require\w*|do|dofile|loadfile|load|import|system|fork|exec|open|readFileSync)\s*\(?\s*${NAME}(?:\s*,\s*\[?\s*${NAME}\s*\]?)*\s*(?=[)\];}\n]|$)`,
    "g",
  ),
  /\b(?:exec|eval)\(\)(?:\.read\(\))?\)/g,
  /\bimport\s+(?:\w+\s*,\s*)*(?:importlib|runpy)\b/g,
  /`[\w@./\s-]*`/g,
];

/** Whether code in the language that a program reads may load, start or evaluate what no plain text in it names. */
export function startsUnseen(code: string, program: string): boolean {
  const calls = callsOfProgram(program);
  if (calls === null) return false;
  const rest = PLAIN_USES.reduce((text, plain) => text.replace(plain, ""), decodeEscapes(code));
  return !callsNothing(rest, calls);
}

/** A program for awk without its texts and expressions, in which a `|` means nothing. */
function withoutAwkTexts(code: string): string {
  let kept = "";
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? "";
    const isText = character === '"';
    const isExpression =
      character === "/" && /(?:^|[(,!~{};&|\n]|\breturn)\s*$/.test(kept.slice(-20));
    if (!isText && !isExpression) {
      if (character === "#") {
        const end = code.indexOf("\n", at);
        at = end < 0 ? code.length : end - 1;
      } else kept += character;
      continue;
    }
    let end = at + 1;
    let isClass = false;
    for (; end < code.length && (isClass || code[end] !== character); end++) {
      if (code[end] === "\\") end++;
      else if (isExpression && code[end] === "[") isClass = true;
      else if (code[end] === "]") isClass = false;
      else if (code[end] === "\n") return `${kept}|`;
    }
    if (end >= code.length) return `${kept}|`;
    kept += isText ? '""' : "//";
    at = end;
  }
  // What is piped into a plain text, or out of one, can be seen.
  return kept.replace(/\|\|/g, "");
}
