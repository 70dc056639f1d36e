import type { ParseJavaScript } from "./javascript.js";
import type { ParsePython } from "./python.js";
import type { ParseShell } from "./shell.js";
import type { Language, NestedCode, ParsedScript } from "./syntax.js";

/** A script of a person is shorter; parsing a longer one would take too long. */
export const LONGEST_SCRIPT = 128 * 1024;

const DEEPEST_NESTED = 3;

/** The parsers. Each is loaded when the first script of its language comes. */
export interface Parsers {
  readonly shell: () => Promise<ParseShell>;
  readonly python: () => Promise<ParsePython>;
  readonly javascript: () => Promise<ParseJavaScript>;
}

/** Nothing is known of it but its text. */
function unread(language: Language, message: string | null): ParsedScript {
  return {
    language,
    body: [],
    checked: new Set(),
    assigned: new Set(),
    nested: new Map(),
    includes: [],
    fault: message === null ? null : { message, at: { start: 0, end: 1 } },
  };
}

/** Where code can nest. */
const NESTING = /[([{<]|=>|\b(?:for|while|if|else|do|with|new|await|yield)\b/g;
const MOST_NESTING = 8000;

/** Reads a script of any language. What cannot be parsed is a fault in it, never an exception. */
export async function readScript(
  source: string,
  language: Language,
  parsers: Parsers,
  depth = 0,
): Promise<ParsedScript> {
  if (language === "unknown") return unread(language, null);
  if (source.length > LONGEST_SCRIPT)
    return unread(language, `it is longer than ${LONGEST_SCRIPT / 1024} KB`);
  if (source.includes("\u0000")) return unread(language, "it is binary");
  // Its parser is native code: what nests too deeply would end the process, and cannot be caught.
  if (language === "javascript" && [...source.matchAll(NESTING)].length > MOST_NESTING)
    return unread(language, "it may be nested too deeply");
  let script: ParsedScript;
  try {
    script = await parsed(source, language, parsers);
  } catch (error) {
    const isDeep = error instanceof RangeError;
    const said = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    return unread(language, isDeep ? "it is nested too deeply" : said);
  }
  if (script.nested.size === 0 || depth >= DEEPEST_NESTED) return script;
  const nested = new Map<NestedCode, ParsedScript>();
  for (const code of script.nested.keys()) {
    const inner = await readScript(code.source, code.language, parsers, depth + 1);
    nested.set(code, moved(inner, code));
  }
  return { ...script, nested };
}

async function parsed(
  source: string,
  language: Exclude<Language, "unknown">,
  parsers: Parsers,
): Promise<ParsedScript> {
  switch (language) {
    case "shell": {
      const { readShell } = await import("./shell.js");
      return readShell(source, await parsers.shell());
    }
    case "python": {
      const { readPython } = await import("./python.js");
      return readPython(source, await parsers.python());
    }
    case "javascript": {
      const { readJavaScript } = await import("./javascript.js");
      return readJavaScript(source, await parsers.javascript());
    }
  }
}

/** Places in nested code become places in the script around it. */
function moved(script: ParsedScript, { offset, at }: NestedCode): ParsedScript {
  const body = JSON.parse(JSON.stringify(script.body), (key, value: unknown) => {
    if (key !== "at" || typeof value !== "object" || value === null) return value;
    const { start, end } = value as { start: number; end: number };
    return offset === null ? at : { start: start + offset, end: end + offset };
  }) as ParsedScript["body"];
  return { ...script, body };
}

/** By the name of the file, its first line, or how it is started. */
export function languageOf(path: string, source: string, interpreter: string | null): Language {
  const [first = ""] = source.split("\n", 1);
  const program = interpreter ?? (first.startsWith("#!") ? first : "");
  if (/\b(?:python[\d.]*|uv|pypy)\b/.test(program)) return "python";
  if (/\b(?:node|bun|deno|tsx|ts-node)\b/.test(program)) return "javascript";
  if (/\b(?:ba|z|da|k|a)?sh\b/.test(program)) return "shell";
  if (/\.(?:sh|bash|zsh)$/.test(path)) return "shell";
  if (/\.pyw?$/.test(path)) return "python";
  if (/\.[mc]?[jt]sx?$/.test(path)) return "javascript";
  return "unknown";
}
