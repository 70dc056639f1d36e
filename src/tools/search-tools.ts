import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import picomatch from "picomatch";
import { RE2JS } from "re2js";
import * as z from "zod";
import { ToolError } from "../agent/index.js";
import { now } from "../io/index.js";
import { headOf, linesOf, readTextFile, reasonOf, shownPath, statOf } from "./files.js";
import { defineTool, type ToolContext } from "./tool.js";
import { workspacePath } from "./workspace-path.js";

const MOST_FILES = 20_000;
const MOST_FOUND = 500;
const LONGEST_LINE = 500;
/** Nothing else gets a turn while one line is searched: of a longer one the rest is left out, and that is said. */
const LONGEST_SEARCHED = 20_000;
/** Of what could not be read, in the warning. */
const MOST_NAMED = 5;
const LONGEST_SHOWN = 100;
const SLICE_MS = 10;
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
  async run({ pattern, path = "." }, context) {
    const { workspace } = context;
    const turns = new Turns(context.signal);
    const folder = await workspacePath(path, workspace);
    const fits = picomatch(pattern, { dot: true });
    const skipped = new Skipped(context);
    const dated: { readonly file: string; readonly time: number }[] = [];
    for (const file of await filesBelow(folder, turns, skipped)) {
      await turns.give();
      if (!fits(shownPath(file, folder))) continue;
      dated.push({ file, time: (await statOf(file))?.mtimeMs ?? 0 });
    }
    const newest = dated.toSorted((one, other) => other.time - one.time).slice(0, MOST_FOUND);
    const lines = newest.map(({ file }) => shownPath(file, workspace));
    return { text: `${listed(lines, dated.length)}${skipped.note()}` };
  },
});

export const grep = defineTool({
  name: "Grep",
  description:
    "Finds lines by a regular expression in files of the workspace. Linear time: no look-around, no back-references.",
  schema: z.strictObject({
    pattern: z.string().min(1),
    path: z.string().optional().describe("A file, or the folder to look in"),
    glob: z.string().optional().describe("Only files that match, such as *.ts"),
    ignore_case: z.boolean().optional(),
  }),
  onlyReads: true,
  async run({ pattern, path = ".", glob: only, ignore_case = false }, context) {
    const { workspace } = context;
    const turns = new Turns(context.signal);
    const expression = compile(pattern, ignore_case);
    const start = await workspacePath(path, workspace);
    const fits =
      only === undefined
        ? () => true
        : picomatch(only, { dot: true, basename: !only.includes("/") });
    const skipped = new Skipped(context);
    const files = (await statOf(start))?.isFile()
      ? [start]
      : await filesBelow(start, turns, skipped);
    const lines: string[] = [];
    let count = 0;
    let cut = 0;
    for (const file of files) {
      const shown = shownPath(file, workspace);
      await turns.give();
      if (!fits(shown)) continue;
      for (const [index, line] of (await textLines(file, shown, skipped)).entries()) {
        await turns.give();
        if (line.length > LONGEST_SEARCHED) cut++;
        if (!expression.matcher(line.slice(0, LONGEST_SEARCHED)).find()) continue;
        count++;
        if (lines.length < MOST_FOUND)
          lines.push(`${shown}:${index + 1}:${headOf(line, LONGEST_LINE)}`);
      }
    }
    return { text: `${listed(lines, count)}${cutNote(cut)}${skipped.note()}` };
  },
});

function cutNote(count: number): string {
  if (count === 0) return "";
  const what = count === 1 ? "line is" : "lines are";
  return `\n(${count} ${what} too long; only the first ${LONGEST_SEARCHED} characters of each were searched)`;
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    throw new ToolError(`The expression cannot be read: ${(error as Error).message}`);
  }
}

/** What is no text, or too large, is passed over. */
async function textLines(file: string, shown: string, skipped: Skipped): Promise<string[]> {
  try {
    return linesOf(await readTextFile(file, shown));
  } catch (error) {
    const { cause } = error as ToolError;
    if (cause !== undefined) skipped.add(file, cause);
    return [];
  }
}

/** What a search could not look into: it finds what there is elsewhere, and says so. */
class Skipped {
  private readonly places: string[] = [];

  constructor(private readonly context: Pick<ToolContext, "workspace" | "warn">) {}

  add(path: string, error: unknown): void {
    const why = reasonOf(error);
    // It was removed meanwhile: there is nothing in it to be found.
    if (why === "ENOENT") return;
    const shown = headOf(shownPath(path, this.context.workspace), LONGEST_SHOWN);
    this.places.push(`${shown} (${why})`);
  }

  /** Warns the user, and gives back what comes after the result for the model. */
  note(): string {
    const { length: count } = this.places;
    if (count === 0) return "";
    const more = count > MOST_NAMED ? `, and ${count - MOST_NAMED} more` : "";
    this.context.warn(`cannot read ${this.places.slice(0, MOST_NAMED).join(", ")}${more}`);
    return `\n(${count} ${count === 1 ? "place" : "places"} could not be read)`;
  }
}

/** A search continues for long; meanwhile others get their turn, and the user's Ctrl-C counts. */
class Turns {
  private since = now();

  constructor(private readonly signal: AbortSignal) {}

  async give(): Promise<void> {
    this.signal.throwIfAborted();
    if (now() - this.since < SLICE_MS) return;
    await new Promise((turn) => setImmediate(turn));
    this.since = now();
  }
}

async function filesBelow(folder: string, turns: Turns, skipped: Skipped): Promise<string[]> {
  const files: string[] = [];
  const queue = [folder];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    await turns.give();
    for (const entry of await entriesOf(next, next === folder ? null : skipped)) {
      // Links are not followed: they may lead out, or round in a circle.
      if (entry.isDirectory() && !passedOver.has(entry.name)) queue.push(join(next, entry.name));
      else if (entry.isFile()) files.push(join(next, entry.name));
    }
    if (files.length > MOST_FILES)
      throw new ToolError(`There are more than ${MOST_FILES} files; look in a smaller folder.`);
  }
  return files;
}

/** The folder that was asked for must be readable; one below it is skipped. */
async function entriesOf(folder: string, skipped: Skipped | null): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (skipped === null)
      throw new ToolError(`The folder cannot be read: ${reasonOf(error)}.`, { cause: error });
    skipped.add(folder, error);
    return [];
  }
}

function listed(lines: readonly string[], count: number): string {
  if (count === 0) return "Nothing found.";
  const more = count - lines.length;
  return more > 0 ? `${lines.join("\n")}\n(${more} more)` : lines.join("\n");
}
