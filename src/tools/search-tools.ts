import { readdirSync, statSync, type Dirent } from "node:fs";
import { join } from "node:path";
import picomatch from "picomatch";
import { RE2JS } from "re2js";
import * as z from "zod";
import { linesOf, readTextFile, shownPath } from "./files.js";
import { ToolError } from "../agent/index.js";
import { defineTool } from "./tool.js";
import { workspacePath } from "./workspace-path.js";

const MOST_FILES = 20_000;
const MOST_FOUND = 500;
const LONGEST_LINE = 500;
/** Nobody looks for anything there. */
const passedOver = new Set([".git", "node_modules"]);

export const glob = defineTool({
  name: "Glob",
  description:
    "Lists files of the workspace by a glob such as src/**/*.ts, the last changed first.",
  schema: z.strictObject({
    pattern: z.string().min(1),
    path: z.string().optional().describe("The folder to look in"),
  }),
  onlyReads: true,
  run({ pattern, path = "." }, { workspace, signal }) {
    const folder = workspacePath(path, workspace);
    const fits = picomatch(pattern, { dot: true });
    const found = filesBelow(folder, signal).filter((file) => fits(shownPath(file, folder)));
    const dated = found.map((file) => ({
      file,
      time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }));
    const newest = dated.toSorted((one, other) => other.time - one.time).slice(0, MOST_FOUND);
    const lines = newest.map(({ file }) => shownPath(file, workspace));
    return { text: listed(lines, found.length) };
  },
});

export const grep = defineTool({
  name: "Grep",
  description:
    "Finds lines by a regular expression in files of the workspace. Linear time: no look-around, no back-references.",
  schema: z.strictObject({
    pattern: z.string().min(1),
    path: z.string().optional().describe("A file, or the folder to look in"),
    glob: z.string().optional().describe("Only files that fit, such as *.ts"),
    ignore_case: z.boolean().optional(),
  }),
  onlyReads: true,
  run({ pattern, path = ".", glob: only, ignore_case = false }, { workspace, signal }) {
    const expression = compile(pattern, ignore_case);
    const start = workspacePath(path, workspace);
    const fits =
      only === undefined
        ? () => true
        : picomatch(only, { dot: true, basename: !only.includes("/") });
    const files = statSync(start, { throwIfNoEntry: false })?.isFile()
      ? [start]
      : filesBelow(start, signal);
    const lines: string[] = [];
    let count = 0;
    for (const file of files) {
      const shown = shownPath(file, workspace);
      if (!fits(shown)) continue;
      for (const [index, line] of textLines(file, shown).entries()) {
        if (!expression.matcher(line).find()) continue;
        count++;
        if (lines.length < MOST_FOUND) lines.push(`${shown}:${index + 1}:${headOf(line)}`);
      }
    }
    return { text: listed(lines, count) };
  },
});

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    throw new ToolError(`The expression cannot be read: ${(error as Error).message}`);
  }
}

/** What is no text is passed over. */
function textLines(file: string, shown: string): string[] {
  try {
    return linesOf(readTextFile(file, shown));
  } catch {
    return [];
  }
}

/** A long line without its rest, with a mark; no character is cut in two. */
function headOf(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  return `${line.slice(0, LONGEST_LINE).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function filesBelow(folder: string, signal: AbortSignal): string[] {
  const files: string[] = [];
  const queue = [folder];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    signal.throwIfAborted();
    for (const entry of entriesOf(next)) {
      // Links are not followed: they may lead out, or round in a circle.
      if (entry.isDirectory() && !passedOver.has(entry.name)) queue.push(join(next, entry.name));
      else if (entry.isFile()) files.push(join(next, entry.name));
    }
    if (files.length > MOST_FILES)
      throw new ToolError(`There are more than ${MOST_FILES} files; look in a smaller folder.`);
  }
  return files;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new ToolError(`The folder cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

function listed(lines: readonly string[], count: number): string {
  if (count === 0) return "Nothing found.";
  const more = count - lines.length;
  return more > 0 ? `${lines.join("\n")}\n(${more} more)` : lines.join("\n");
}
