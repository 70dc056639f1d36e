import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import { noteAnswer } from "./findings.js";

/** Braces alone are text: only a choice or a range in them makes a pattern. */
const isPattern = /[*?[]|\{[^}]*(?:,|\.\.)/;
/** A choice between whole ways, not between parts of a name. */
const spansFolders = /\{[^}]*\//;
const innermostChoice = /\{([^{}]*,[^{}]*)\}(.*)/s;
const MOST_CHOICES = 1000;

/** A pattern for a whole disk would keep whoever reviews a hook waiting for as long as a stranger likes. */
const MOST_ENTRIES = 20_000;

/** The files that patterns in a hook's words name by now. */
export class FilePatterns {
  private left = MOST_ENTRIES;

  /** In the roots, a part that is nothing but stars is more often part of some text than a pattern. */
  constructor(private readonly roots: readonly string[]) {}

  /** Why not all files were found, or null. */
  get fault(): string | null {
    return this.left > 0 ? null : "its patterns name more files than can be looked at";
  }

  files(path: string): string[] {
    if (!spansFolders.test(path)) return this.matching(path);
    const choices = choicesOf(path);
    if (choices === null) this.left = 0;
    return (choices ?? []).flatMap((choice) =>
      isPattern.test(choice) ? this.matching(choice) : [choice],
    );
  }

  private matching(path: string): string[] {
    if (!isPattern.test(path)) return [];
    const parts = path.split("/");
    const first = parts.findIndex((part) => isPattern.test(part));
    const folder = parts.slice(0, first).join("/") || "/";
    const isVague = this.roots.includes(folder) && /^[*?]+$/.test(parts[first] ?? "");
    return isVague ? [] : this.below(folder, parts.slice(first));
  }

  private below(folder: string, parts: readonly string[]): string[] {
    const [part = "", ...rest] = parts;
    const fits = part.includes("**") ? null : expressionOf(part);
    const entries = this.left > 0 ? entriesOf(folder) : [];
    this.left -= entries.length;
    return entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      if (fits !== null && !fits.test(entry.name)) return [];
      // A link may lead to a folder; where it does not, there is nothing below it.
      const isFolder = entry.isDirectory();
      const below =
        rest.length > 0 && (isFolder || entry.isSymbolicLink()) ? this.below(path, rest) : [];
      if (fits !== null) return rest.length > 0 || isFolder ? below : [path];
      // `**` stands for folders as deep as there are any, and for none.
      if (isFolder) return [...this.below(path, parts), ...below];
      return rest.length <= 1 ? [path, ...below] : below;
    });
  }
}

/** `{a,sub/b}.sh`, with the innermost choice taken first. Null where there are too many. */
function choicesOf(path: string): string[] | null {
  const found: string[] = [];
  const open = [path];
  for (let choice = open.pop(); choice !== undefined; choice = open.pop()) {
    const [before, group, after] = choice.split(innermostChoice);
    if (group === undefined) found.push(choice);
    else open.push(...group.split(",").map((one) => `${before}${one}${after}`));
    if (found.length + open.length > MOST_CHOICES) return null;
  }
  return found;
}

const MOST_EXPRESSIONS = 200;
const expressions = new Map<string, RegExp>();

/** Made once: every hook that starts the same interpreter asks for the same. */
function expressionOf(part: string): RegExp {
  const known = expressions.get(part);
  if (known !== undefined) return known;
  if (expressions.size >= MOST_EXPRESSIONS) expressions.clear();
  const made = newExpression(part);
  expressions.set(part, made);
  return made;
}

/** Rather too much: a class, a range, and braces in braces stand for any text. */
function newExpression(part: string): RegExp {
  return new RegExp(`^${sourceOf(part.replace(/\{[^}]*\{.*\}/s, "*"))}$`, "s");
}

function sourceOf(part: string): string {
  return part
    .split(/(\[[^\]]*\]|\{[^{}]*(?:,|\.\.)[^{}]*\}|[*?])/)
    .map((piece) => {
      if (piece === "?") return ".";
      if (piece === "*" || piece.startsWith("[") || /^\{.*\.\./s.test(piece)) return ".*";
      if (/^\{.*,.*\}$/s.test(piece))
        return `(?:${piece.slice(1, -1).split(",").map(sourceOf).join("|")})`;
      return piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    })
    .join("");
}

function entriesOf(folder: string): Dirent[] {
  const entries = list(folder);
  const mark = markOf(entries);
  noteAnswer(`entries ${folder}`, mark, () => markOf(list(folder)) === mark);
  return entries;
}

function markOf(entries: readonly Dirent[]): string {
  return entries.map((entry) => `${entry.name}/${signOf(entry)}`).join("/");
}

function signOf(entry: Dirent): string {
  return entry.isDirectory() ? "/" : entry.isSymbolicLink() ? "@" : "";
}

function list(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
