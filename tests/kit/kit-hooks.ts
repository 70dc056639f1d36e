import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { temporaryFolder } from "../workspace.js";

/** A language that has a kit, and what starts a hook in it. */
export const languages = [
  ["Node", process.execPath, "acts.mjs"],
  ["Python", "python3", "acts.py"],
  ["sh", "sh", "acts.sh"],
] as const;
export type Language = (typeof languages)[number];

/** A folder with the hooks of tests/kit/fixtures, their kits, and this package as it is built. Its name holds a space. */
export function hooksFolder(): string {
  const folder = join(temporaryFolder(), "my hooks");
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  symlinkSync(resolve("."), join(folder, "node_modules/snaphook"));
  for (const name of ["acts.mjs", "acts.py", "acts.sh"])
    copyFileSync(`tests/kit/fixtures/${name}`, join(folder, name));
  for (const name of ["snaphook_hook.py", "snaphook-hook.sh"])
    copyFileSync(`kits/${name}`, join(folder, name));
  return folder;
}

/** What a hook printed, and how it ended. A line's end on stderr is nothing to any host. */
export interface Ended {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Nothing of the host in which the tests themselves may run. */
const bare = { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "" };

/** Starts a hook as a host does. Null: with a standard input that is closed. */
export function start(
  folder: string,
  [, program, file]: Language,
  input: string | null,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: object } = {},
): Ended {
  const line = [program, join(folder, file), ...args];
  const closed = ["/bin/sh", "-c", 'exec "$0" "$@" <&-', ...line];
  const [first = "", ...rest] = input === null ? closed : line;
  const { status, stdout, stderr } = spawnSync(first, rest, {
    ...(input !== null && { input }),
    env: { ...bare, ...env },
    encoding: "utf8",
    timeout: 200_000,
  });
  return { exit: status, stdout, stderr: stderr.trim() };
}

/** Whether this machine can run it. */
export function canRun([, program]: Language): boolean {
  return (
    spawnSync(program, program === "python3" ? ["--version"] : ["-c", ":"]).error === undefined
  );
}
