import type { ParseJavaScript } from "./read-javascript.js";
import type { ParsePython } from "./python.js";
import type { ParseShell } from "./shell.js";
import { moveSpans } from "./spans.js";
import type { FilePath, Include, Language, NestedCode, ParsedScript } from "./syntax.js";

/** A script of a person is shorter; parsing a longer one would take too long. */
export const LONGEST_SCRIPT = 128 * 1024;

const DEEPEST_FILE = 5;
const MOST_FILES = 24;
const MOST_BYTES = 4 * LONGEST_SCRIPT;

/** The parsers. Each is loaded when the first script of its language comes. */
export interface Parsers {
  readonly shell: () => Promise<ParseShell>;
  readonly python: () => Promise<ParsePython>;
  readonly javascript: () => Promise<ParseJavaScript>;
}

/** A parser that is not installed here; its message says what to do. */
export class ParserMissing extends Error {
  override readonly name = "ParserMissing";

  constructor(
    readonly parser: string,
    readonly fix: string,
  ) {
    super(`the parser ${parser} is not installed`);
  }
}

/** Nothing is known of it but its text. */
function unread(language: Language, message: string | null, fix?: string): ParsedScript {
  return {
    language,
    body: [],
    checked: new Set(),
    assigned: new Set(),
    nested: new Map(),
    includes: [],
    included: new Map(),
    starts: [],
    flaws: [],
    form: null,
    names: null,
    file: null,
    fault:
      message === null
        ? null
        : { message, at: { start: 0, end: 1 }, ...(fix !== undefined && { fix }) },
  };
}

/** Where code can nest. */
const NESTING = /[([{<]|=>|\b(?:for|while|if|else|do|with|new|await|yield)\b/g;
const MOST_NESTING = 8000;

/** Another file that a script names: null where there is none, or none that may be read. */
export type LoadFile = (
  path: FilePath,
  from: string | null,
) => { readonly file: string; readonly source: string; readonly isCut: boolean } | null;

/** Files that are read for one script, each once. */
class OtherFiles {
  private readonly read = new Map<string, ParsedScript | null>();
  private left = MOST_BYTES;

  constructor(
    private readonly parsers: Parsers,
    private readonly load: LoadFile,
    /** Files as they were parsed, by their paths: many scripts take in the same. */
    readonly known: Map<string, ParsedScript>,
  ) {}

  /** The first of the paths that is a file. A file that is just being read is not read again. */
  async find(
    paths: readonly FilePath[],
    from: string | null,
    how: { readonly language: Language | null; readonly depth: number },
  ): Promise<ParsedScript | null> {
    if (how.depth >= DEEPEST_FILE) return null;
    for (const path of paths) {
      const found = this.load(path, from);
      if (found === null) continue;
      const { file, source, isCut } = found;
      const known = this.read.get(file);
      if (known !== undefined) return known;
      this.left -= source.length;
      if (this.left < 0 || this.read.size >= MOST_FILES) return null;
      this.read.set(file, null);
      const language = how.language ?? languageOf(file, source.slice(0, 300), null);
      const placed = await readWith(this, isCut ? `${source} ` : source, language, {
        file,
        depth: how.depth + 1,
        isWhole: true,
      });
      this.read.set(file, placed);
      return placed;
    }
    return null;
  }

  parser(): Parsers {
    return this.parsers;
  }
}

/** Reads a script of any language. What cannot be parsed is a fault in it, never an exception. */
export function readScript(
  source: string,
  language: Language,
  parsers: Parsers,
  load: LoadFile = () => null,
  known = new Map<string, ParsedScript>(),
): Promise<ParsedScript> {
  const files = new OtherFiles(parsers, load, known);
  return readWith(files, source, language, { file: null, depth: 0, isWhole: false });
}

async function readWith(
  files: OtherFiles,
  source: string,
  language: Language,
  { file, depth, isWhole }: FilePlace,
): Promise<ParsedScript> {
  const known = isWhole && file !== null ? files.known.get(file) : undefined;
  const read = known ?? (await parsedSafely(source, language, files.parser()));
  const script =
    known !== undefined || !isWhole || file === null
      ? read
      : { ...moveSpans(read, (at) => ({ ...at, file })), file };
  if (isWhole && file !== null) files.known.set(file, script);
  const nested = new Map<NestedCode, ParsedScript>();
  for (const code of script.nested.keys()) {
    if (depth >= DEEPEST_FILE) break;
    if (code.path !== undefined) {
      const given = code.language === "unknown" ? null : code.language;
      const other = await files.find([code.path], file, { language: given, depth });
      if (other !== null) nested.set(code, other);
      continue;
    }
    const inner = await readWith(files, code.source, code.language, {
      file,
      depth: depth + 1,
      isWhole: false,
    });
    const { offset, at } = code;
    nested.set(
      code,
      moveSpans(inner, ({ start, end }) =>
        offset === null
          ? at
          : { start: start + offset, end: end + offset, ...(file !== null && { file }) },
      ),
    );
  }
  const included = new Map<Include, ParsedScript>();
  for (const include of script.includes) {
    const other = await files.find(include.paths, file, { language, depth });
    if (other !== null) included.set(include, other);
  }
  return { ...script, nested, included };
}

interface FilePlace {
  /** The file that the code is in; null for the script itself. */
  readonly file: string | null;
  readonly depth: number;
  /** It is all of the file, and not code inside of it. */
  readonly isWhole: boolean;
}

async function parsedSafely(
  source: string,
  language: Language,
  parsers: Parsers,
): Promise<ParsedScript> {
  if (language === "unknown") return unread(language, null);
  if (source.length > LONGEST_SCRIPT)
    return unread(language, `it is longer than ${LONGEST_SCRIPT / 1024} KB`);
  if (source.includes("\u0000")) return unread(language, "it is binary");
  // Its parser is native code: what nests too deeply would end the process, and cannot be caught.
  if (language === "javascript" && [...source.matchAll(NESTING)].length > MOST_NESTING)
    return unread(language, "it may be nested too deeply");
  try {
    return await parsed(source, language, parsers);
  } catch (error) {
    if (error instanceof ParserMissing) return unread(language, error.message, error.fix);
    const isDeep = error instanceof RangeError;
    const said = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    return unread(language, isDeep ? "it is nested too deeply" : said);
  }
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
      const { readJavaScript } = await import("./read-javascript.js");
      return readJavaScript(source, await parsers.javascript());
    }
  }
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
