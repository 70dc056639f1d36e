import { isRecord, parseJson } from "../json/index.js";

/** More than this no settings name, and no key has a longer value. */
const MOST_NAMES = 200;
const LONGEST_VALUE = 4000;

/**
 * The texts that settings hold under any of these keys, however deep: of JSON with comments, and of what is close to YAML, TOML, INI
 * or XML. Rather one too many: a text that is no file's name costs a look.
 */
export function namesUnder(text: string, keys: readonly string[]): string[] {
  return under(text, keys, wordsOf);
}

/** The same, where each text is a line with several words. */
export function linesUnder(text: string, keys: readonly string[]): string[] {
  return under(text, keys, linesOf);
}

function under(
  text: string,
  keys: readonly string[],
  split: (value: string) => string[],
): string[] {
  if (keys.length === 0) return [];
  const value = parseJson(text) ?? parseJson(withoutComments(text));
  const found = isRecord(value)
    ? textsUnder(value, new Set(keys))
    : writtenUnder(text, keys).flatMap(split);
  return [...new Set(found)].slice(0, MOST_NAMES);
}

export function withoutComments(text: string): string {
  return text
    .replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1")
    .replaceAll(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, "$1");
}

export function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function textsUnder(value: unknown, keys: ReadonlySet<string>): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    keys.has(key) ? textsIn(inner) : textsUnder(inner, keys),
  );
}

const closing: Readonly<Record<string, string>> = { "[": "]", "{": "}" };

function writtenUnder(text: string, keys: readonly string[]): string[] {
  const key = new RegExp(
    String.raw`(?:^|[\s{,;(<-])["']?(?:${keys.join("|")})["']?[ \t]*[:=][ \t]*`,
    "gm",
  );
  return [...text.matchAll(key)].map((found) => {
    const start = text.lastIndexOf("\n", found.index) + 1;
    const rest = text.slice(found.index + found[0].length).slice(0, LONGEST_VALUE);
    const end = closing[rest[0] ?? ""];
    if (end !== undefined) return rest.slice(0, rest.indexOf(end) + 1);
    const [quoted] = /^(?:(?:"[^"\n]*"|'[^'\n]*')[ \t]*,?[ \t]*)+/.exec(rest) ?? [];
    if (quoted !== undefined) return quoted;
    return firstLines(rest, indentOf(text.slice(start)));
  });
}

function indentOf(line: string): number {
  return /^[ \t]*(?:-[ \t]+)*/.exec(line)?.[0].length ?? 0;
}

/** The line, and those that belong to it: deeper ones, and entries of a list. */
function firstLines(text: string, indent: number): string {
  const [first = "", ...lines] = text.split("\n");
  const end = lines.findIndex((line) => line.trim() !== "" && indentOf(line) <= indent);
  return [first, ...(end < 0 ? lines : lines.slice(0, end))].join("\n");
}

const comment = /(^|\s)[#;][^\n]*/g;

function linesOf(value: string): string[] {
  const inside = /^[[{]/.test(value) ? value.slice(1, -1) : value;
  return inside
    .split(/\n|(?<=["'])\s*,/)
    .map((line) => line.replaceAll(comment, "$1").replace(/^\s*-\s/, ""))
    .map((line) => line.trim().replace(/^(["'])(.*)\1$/s, "$2"))
    .filter((line) => line !== "");
}

/** Quoted texts as they are, and words; without comments. */
function wordsOf(value: string): string[] {
  const plain = value.replaceAll(comment, "$1");
  const quoted = [...plain.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(
    ([, double, single]) => double ?? single ?? "",
  );
  return [...quoted, ...plain.split(/[\s,;=()[\]{}"'<>|]/)].filter(
    (word) => word !== "" && word !== "-",
  );
}

/** The parts of settings for many programs that are for one of them, or nothing. */
export function sectionsOf(text: string, program: string): string {
  const json = parseJson(text);
  if (isRecord(json)) {
    const own = [program, `${program}Config`].filter((key) => Object.hasOwn(json, key));
    return own.length === 0
      ? ""
      : JSON.stringify(Object.fromEntries(own.map((key) => [key, json[key]])));
  }
  const heads = text.split(/^(?=[ \t]*\[)/m);
  return heads
    .filter((section) => {
      const [, name = ""] = /^[ \t]*\[+\s*(?:tool[.:])?["']?([\w-]+)/.exec(section) ?? [];
      return name.toLowerCase() === program || name.toLowerCase().startsWith(`${program}-`);
    })
    .join("");
}
