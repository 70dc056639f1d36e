import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, relative } from "node:path";
import { ToolError } from "./tool.js";

const LARGEST = 5 * 1024 * 1024;

/** The text of a file, or a ToolError that says why not. */
export function readTextFile(path: string, shown: string): string {
  let bytes: Buffer;
  try {
    const fd = openSync(path, "r");
    try {
      const stats = fstatSync(fd);
      if (!stats.isFile()) throw new ToolError(`${shown} is not a file.`);
      if (stats.size > LARGEST)
        throw new ToolError(`${shown} has ${stats.size} bytes; more than ${LARGEST} are not read.`);
      bytes = readFileSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(`${shown} cannot be read: ${reasonOf(error)}.`);
  }
  if (bytes.includes(0)) throw new ToolError(`${shown} is not a text file.`);
  return bytes.toString("utf8");
}

/** Writes a file at once: whoever reads it sees the old text or the new. */
export function writeTextFile(path: string, text: string, shown: string): void {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    const mode = statSync(path, { throwIfNoEntry: false })?.mode;
    writeFileSync(draft, text, { flag: "wx", ...(mode !== undefined && { mode: mode & 0o777 }) });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new ToolError(`${shown} cannot be written: ${reasonOf(error)}.`);
  }
}

export function shownPath(path: string, workspace: string): string {
  return relative(workspace, path) || ".";
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
