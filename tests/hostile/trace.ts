import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { command, type HostileWorkspace, type Ran } from "./hostile-workspace.js";

/** What a run of the command did, as the system saw it. */
export interface Trace extends Ran {
  /** Programs that it, or anything it started, tried to start. */
  readonly programs: readonly string[];
  /** Files and folders that were opened, or tried, as absolute paths. */
  readonly opened: readonly string[];
}

/** Why nothing can be traced here, or null. */
export const noTrace: string | null = reasonAgainst();

/** The program is stopped only by the calls that are looked for; a strace of before 2019 cannot do that. */
const filter =
  spawnSync("strace", ["--seccomp-bpf", "-f", "-o", "/dev/null", "true"]).status === 0
    ? ["--seccomp-bpf"]
    : [];

function reasonAgainst(): string | null {
  const { error, status, stderr } = spawnSync("strace", ["-f", "-o", "/dev/null", "true"], {
    encoding: "utf8",
  });
  if (error !== undefined)
    return "strace is not installed here, so nobody can see what is opened and started";
  return status === 0 ? null : `strace cannot trace here: ${stderr.trim()}`;
}

/** Runs the built command in a folder under strace. */
export function traced(workspace: HostileWorkspace, args: readonly string[], cwd: string): Trace {
  const log = join(workspace.root, "trace");
  const calls = "trace=execve,execveat,open,openat,openat2";
  const { status, stdout, stderr } = spawnSync(
    "strace",
    ["-f", ...filter, "-e", calls, "-o", log, process.execPath, command, ...args],
    {
      cwd,
      env: workspace.variables(),
      input: "",
      encoding: "utf8",
      timeout: 200_000,
      killSignal: "SIGKILL",
    },
  );
  const lines = readFileSync(log, "latin1").split("\n");
  const seen = lines.flatMap((line) => readLine(line, cwd));
  const of = (started: boolean): string[] =>
    seen.filter((call) => call.started === started).map(({ path }) => path);
  return { status, stdout, stderr, programs: of(true), opened: of(false) };
}

interface Call {
  readonly started: boolean;
  readonly path: string;
}

/** `123 openat(AT_FDCWD, "/etc/passwd", O_RDONLY) = 3`; a call that is resumed has shown its path before. */
function readLine(line: string, cwd: string): Call[] {
  const found = /^\d+\s+(execve|execveat|open|openat|openat2)\(([^"]*)"((?:[^"\\]|\\.)*)"/.exec(
    line,
  );
  if (found === null) {
    if (/^\d+\s+(?:exec|open)/.test(line)) throw new Error(`a call that cannot be read: ${line}`);
    return [];
  }
  const [, name = "", folder = "", text = ""] = found;
  const path = unescape(text);
  // Relative to an open folder: which one is not known, so it must not go unnoticed.
  if (!path.startsWith("/") && /^\d/.test(folder)) throw new Error(`a path from a folder: ${line}`);
  return [{ started: name.startsWith("exec"), path: resolve(cwd, path) }];
}

const signs: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  v: "\v",
  f: "\f",
};

/** Undoes the escapes of strace: octal numbers of bytes, and the usual signs. */
function unescape(text: string): string {
  const bytes = text.replaceAll(/\\([0-7]{1,3}|.)/g, (_all, sign: string) =>
    /^[0-7]/.test(sign) ? String.fromCodePoint(Number.parseInt(sign, 8)) : (signs[sign] ?? sign),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Whether a path is a folder or lies in it. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || !(way === ".." || way.startsWith("../"));
}
