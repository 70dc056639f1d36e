import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join, sep } from "node:path";
import { isFolder } from "../../io/index.js";
import type { HostStart } from "../../hosts/index.js";
import { UsageError } from "../usage-error.js";
import { mainFile as main } from "../main-file.js";
import { bridgeFor } from "./bridge-input.js";
import { projectVariable } from "./project-of.js";

/** How a host fires its events at this very package. */
export interface OwnCommand {
  /** Without `--host`. */
  readonly fire: string;
  /** It asks the resident engine first. */
  readonly isServed: boolean;
  /** It holds paths of this machine: a file with it is of no use to others. */
  readonly isLocal: boolean;
}

const client = join(dirname(main), "fire.sh");
const packageFolder = dirname(dirname(dirname(main)));

/**
 * How the host fires events: by way of the resident engine, unless that is not wanted or something is missing for it.
 * The first of these that is this very package: the project's own dependency, which everybody has who has the project;
 * the name, where the host's shell finds it; this Node and this file, which works wherever the PATH leads.
 * Never npx: it takes ten times as long on every call of a tool, and its warnings on stderr are answers on some hosts.
 */
export function ownCommand(host: string, projectDir: string, isDirect: boolean): OwnCommand {
  const { start } = bridgeFor(host);
  const isServed = !isDirect && hasClient(start);
  const folder = projectExpression(start, projectDir);
  const bin = `${folder}/node_modules/.bin`;
  if (folder !== null && isDependencyOf(projectDir, "snaphook"))
    return isServed && isDependencyOf(projectDir, "snaphook-fire")
      ? { fire: `${bin}/snaphook-fire`, isServed, isLocal: false }
      : { fire: `${bin}/snaphook bridge fire`, isServed: false, isLocal: false };
  if (isOnPath(start, "snaphook", main))
    return isServed && isOnPath(start, "snaphook-fire", client)
      ? { fire: "snaphook-fire", isServed, isLocal: false }
      : { fire: "snaphook bridge fire", isServed: false, isLocal: false };
  if (packageFolder.includes(`${sep}_npx${sep}`))
    throw new UsageError(
      "this copy is in the cache of npx, which may be emptied at any time; install it first (npm install --save-dev snaphook, or npm install --global snaphook) and run it again",
    );
  const node = quote(process.execPath);
  const fire = isServed ? `${quote(client)} --node ${node}` : `${node} ${quote(main)} bridge fire`;
  return { fire, isServed, isLocal: true };
}

/** The project's folder as a command can name it on every machine; null where it cannot. */
function projectExpression(start: HostStart, projectDir: string): string | null {
  const variable = projectVariable(start);
  if (variable !== undefined) return `"$${variable}"`;
  return isFolder(join(projectDir, ".git")) ? '"$(git rev-parse --show-toplevel)"' : null;
}

/** Some package managers put a script there instead of a link; it starts the same. */
function isDependencyOf(projectDir: string, name: string): boolean {
  const modules = join(projectDir, "node_modules");
  return (
    realPath(join(modules, "snaphook")) === packageFolder && existsSync(join(modules, ".bin", name))
  );
}

function isOnPath(start: HostStart, name: string, file: string): boolean {
  const { stdout } = inShell(start, `command -v ${name}`, { env: hostEnvironment() });
  return realPath(stdout.trim()) === file;
}

/** What the client reaches the resident engine with. */
function hasClient(start: HostStart): boolean {
  if (process.platform === "win32" || !existsSync(client)) return false;
  const found = inShell(start, "command -v perl || command -v curl", { env: hostEnvironment() });
  return found.status === 0;
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
