import { mkdirSync, statSync } from "node:fs";
import { dirname, relative } from "node:path";
import { codeOf, readRegularFile, replaceFile } from "../io/index.js";
import { ToolError } from "../agent/index.js";

const LARGEST = 5 * 1024 * 1024;
/** The text of a file, or a ToolError that says why not. */
export function readTextFile(path: string, shown: string): string {
  const bytes = bytesOf(path, shown);
  if (bytes.includes(0)) throw new ToolError(`${shown} is not a text file.`);
  return bytes.toString("utf8");
}

function bytesOf(path: string, shown: string): Buffer {
  let found: ReturnType<typeof readRegularFile>;
  try {
    found = readRegularFile(path, LARGEST);
  } catch (error) {
    throw new ToolError(`${shown} cannot be read: ${reasonOf(error)}.`, { cause: error });
  }
  if (Buffer.isBuffer(found)) return found;
  throw new ToolError(
    found.why === "too large"
      ? `${shown} has ${found.size} bytes; more than ${LARGEST} are not read.`
      : `${shown} is not a file.`,
  );
}

/** The lines of a text. Behind the last line end there is none. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

/** Writes a file at once: whoever reads it sees the old text or the new. */
export function writeTextFile(path: string, text: string, shown: string): void {
  try {
    const before = statSync(path, { throwIfNoEntry: false });
    // Also the workspace itself, whose draft would be outside of it.
    if (before !== undefined && !before.isFile()) throw new ToolError(`${shown} is not a file.`);
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(path, text);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(`${shown} cannot be written: ${reasonOf(error)}.`);
  }
}

/** A long text without its rest, with a mark; no character is cut in two. */
export function headOf(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

export function shownPath(path: string, workspace: string): string {
  return relative(workspace, path) || ".";
}

export function reasonOf(error: unknown): string {
  return codeOf(error) || (error as Error).message;
}
