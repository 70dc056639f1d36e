import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join, sep } from "node:path";
import { isFolder } from "../../io/index.js";
import type { HostStart } from "../../hosts/index.js";
import { UsageError } from "../usage-error.js";
import { mainFile as main } from "../main-file.js";
import { bridgeFor } from "./bridge-input.js";
import { projectVariable } from "./project-of.js";

/** How this very package is started by a host. */
export interface OwnCommand {
  readonly start: string;
  /** It holds paths of this machine: a file with it is of no use to others. */
  readonly isLocal: boolean;
}

const packageFolder = dirname(dirname(dirname(main)));

/**
 * The first of these that is this very package: the project's own dependency, which everybody has who has the project;
 * the name, where the host's shell finds it; this Node and this file, which works wherever the PATH leads.
 * Never npx: it takes ten times as long on every call of a tool, and its warnings on stderr are answers on some hosts.
 */
export function ownCommand(host: string, projectDir: string): OwnCommand {
  const { start } = bridgeFor(host);
  const folder = projectExpression(start, projectDir);
  if (folder !== null && isDependencyOf(projectDir))
    return { start: `${folder}/node_modules/.bin/snaphook`, isLocal: false };
  if (isOnPath(start)) return { start: "snaphook", isLocal: false };
  if (packageFolder.includes(`${sep}_npx${sep}`))
    throw new UsageError(
      "this copy is in the cache of npx, which may be emptied at any time; install it first (npm install --save-dev snaphook, or npm install --global snaphook) and run it again",
    );
  return { start: `${quote(process.execPath)} ${quote(main)}`, isLocal: true };
}

/** The project's folder as a command can name it on every machine; null where it cannot. */
function projectExpression(start: HostStart, projectDir: string): string | null {
  const variable = projectVariable(start);
  if (variable !== undefined) return `"$${variable}"`;
  return isFolder(join(projectDir, ".git")) ? '"$(git rev-parse --show-toplevel)"' : null;
}

function isDependencyOf(projectDir: string): boolean {
  const modules = join(projectDir, "node_modules");
  return (
    realPath(join(modules, "snaphook")) === packageFolder &&
    existsSync(join(modules, ".bin/snaphook"))
  );
}

function isOnPath(start: HostStart): boolean {
  const { stdout } = inShell(start, "command -v snaphook", { env: hostEnvironment() });
  return realPath(stdout.trim()) === main;
}

/** Runs a command as the host would. The bound is against hanging only. */
export function inShell(
  { shell }: HostStart,
  command: string,
  options: { readonly env: NodeJS.ProcessEnv; readonly cwd?: string; readonly input?: string },
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const [file = "", ...args] = shell.map((word) =>
    word === "$SHELL" ? process.env["SHELL"] || "/bin/sh" : word,
  );
  const { status, stdout, stderr, error } = spawnSync(file, [...args, command], {
    input: "",
    ...options,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout: stdout ?? "", stderr: stderr || (error?.message ?? "") };
}

/** What is left of the environment when nobody has started this by npm, which adds folders to the PATH. */
export function hostEnvironment(): NodeJS.ProcessEnv {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const kept = folders.filter((folder) => !/node_modules[/\\]\.bin$|node-gyp-bin/.test(folder));
  return { ...process.env, PATH: kept.join(delimiter) };
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

/** For every POSIX shell, and for fish. */
function quote(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
