import { spawnSync } from "node:child_process";
import { closeSync, constants, fstatSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What the host has given the hook for a stream. */
export type StreamKind = "pipe" | "socket" | "other";

/** Of what kind a stream of this process is. A terminal counts as a pipe: hosts give their hooks none. */
export function kindOf(fd: 0 | 1 | 2): StreamKind {
  try {
    const stats = fstatSync(fd);
    if (stats.isFIFO()) return "pipe";
    if (stats.isSocket()) return "socket";
    const isTerminal = stats.isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(fd);
    return isTerminal && fd !== 0 ? "pipe" : "other";
  } catch {
    return "other";
  }
}

/** Whether stdout and stderr are one: what is printed on both must stay in its order. */
export function isMerged(): boolean {
  try {
    const [one, other] = [fstatSync(1), fstatSync(2)];
    return one.dev === other.dev && one.ino === other.ino;
  } catch {
    return false;
  }
}

/** Both ends of a pipe. */
export interface Pipe {
  readonly read: number;
  readonly write: number;
}

/**
 * Real pipes, as hosts give them that are not written in Node: a program can tell them from the sockets that Node gives its
 * children. Ours is the end that does not wait: `write` of stdin, `read` of the others. Throws where there can be none.
 */
export function openPipes<Name extends string>(names: readonly Name[]): ReadonlyMap<Name, Pipe> {
  if (names.length === 0) return new Map();
  const folder = mkdtempSync(join(tmpdir(), "snaphook-record-"));
  try {
    const paths = names.map((name) => join(folder, name));
    const { status, error } = spawnSync("mkfifo", ["-m", "600", ...paths], { stdio: "ignore" });
    if (status !== 0) throw error ?? new Error(`mkfifo ended with ${status}`);
    return new Map(names.map((name, index) => [name, openPipe(paths[index] ?? "", name)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openPipe(path: string, name: string): Pipe {
  const { O_RDONLY, O_WRONLY, O_RDWR, O_NONBLOCK } = constants;
  // With someone at both ends, opening one of them does not wait.
  const both = openSync(path, O_RDWR | O_NONBLOCK);
  try {
    const isInput = name === "stdin";
    const read = openSync(path, O_RDONLY | (isInput ? 0 : O_NONBLOCK));
    return { read, write: openSync(path, O_WRONLY | (isInput ? O_NONBLOCK : 0)) };
  } finally {
    closeSync(both);
  }
}
