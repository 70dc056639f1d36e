import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname, relative } from "node:path";
import { codeOf, makeFolder, readRegularFileAsync, replaceFileAsync } from "../io/index.js";
import { ToolError } from "../agent/index.js";

/** Larger files are not read, so that an edit must not make one. */
export const LARGEST = 5 * 1024 * 1024;
// Nothing here waits on the thread of the host: a file system that does not answer must not keep Ctrl-C from it.

/** The text of a file, or a ToolError that says why not. */
export async function readTextFile(path: string, shown: string): Promise<string> {
  const bytes = await bytesOf(path, shown);
  if (bytes.includes(0)) throw new ToolError(`${shown} is not a text file.`);
  return bytes.toString("utf8");
}

async function bytesOf(path: string, shown: string): Promise<Buffer> {
  let found: Awaited<ReturnType<typeof readRegularFileAsync>>;
  try {
    found = await readRegularFileAsync(path, LARGEST);
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
export async function writeTextFile(path: string, text: string, shown: string): Promise<void> {
  try {
    const before = await statOf(path);
    // Also the workspace itself, whose draft would be outside of it.
    if (before !== null && !before.isFile()) throw new ToolError(`${shown} is not a file.`);
    makeFolder(dirname(path));
    await replaceFileAsync(path, text);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(`${shown} cannot be written: ${reasonOf(error)}.`);
  }
}

const changing = new Map<string, Promise<unknown>>();

/** Changes of one file are made one after the other: each begins with what the one before has left. */
export function inTurn<Result>(path: string, change: () => Promise<Result>): Promise<Result> {
  const next = (changing.get(path) ?? Promise.resolve()).then(change, change);
  changing.set(path, next);
  const forget = (): void => {
    if (changing.get(path) === next) changing.delete(path);
  };
  next.then(forget, forget);
  return next;
}

/** Null where there is nothing. */
export async function statOf(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return null;
    throw error;
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
