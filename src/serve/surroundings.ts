import { readFileSync, readlinkSync, statSync } from "node:fs";
import { variablesIn } from "./request.js";

/** What the system says of a process. */
export interface ProcessFacts {
  readonly cwd: string;
  readonly umask: number;
  /** Its variables when it was started. */
  readonly environment: ReadonlyMap<string, string>;
  readonly words: readonly string[];
  /** What a hook would inherit and nobody can change for it, by name. Those of the engine must be the same. */
  readonly bounds: ReadonlyMap<string, string>;
}

const namespaces = ["cgroup", "ipc", "mnt", "net", "pid", "time", "user", "uts"];
/** Lines of /proc/PID/status. */
const rights =
  /^(Uid|Gid|Groups|NoNewPrivs|Seccomp|Seccomp_filters|Cap(?:Inh|Prm|Eff|Bnd|Amb)):[ \t]*(.*)$/gm;

/** Whether the system says anything of processes. */
export const knowsProcesses = factsOf(process.pid) !== null;

/** Null where the process is gone, or another user's, or the system does not say. */
export function factsOf(pid: number): ProcessFacts | null {
  const at = (name: string): string => `/proc/${pid}/${name}`;
  try {
    const status = readFileSync(at("status"), "utf8");
    const umask = /^Umask:\s*([0-7]+)$/m.exec(status)?.[1];
    if (umask === undefined) return null;
    const cwd = readlinkSync(at("cwd"));
    // A folder that was removed, or is not seen from here.
    if (identityOf(cwd) !== identityOf(at("cwd"))) return null;
    const bounds = new Map<string, string>([
      ["root folder", identityOf(at("root"))],
      ["limits", limitsIn(readFileSync(at("limits"), "utf8"))],
      ["confinement", textOf(at("attr/current"))],
      ...namespaces.map((name) => [`namespace ${name}`, linkOf(at(`ns/${name}`))] as const),
      ...[...status.matchAll(rights)].map(([, name = "", value = ""]) => [name, value] as const),
    ]);
    return {
      cwd,
      umask: Number.parseInt(umask, 8),
      environment: variablesIn(readFileSync(at("environ"))),
      words: wordsOf(pid),
      bounds,
    };
  } catch {
    return null;
  }
}

/** The words of its command line; none where it is gone. */
export function wordsOf(pid: number): readonly string[] {
  return textOf(`/proc/${pid}/cmdline`).split("\0").slice(0, -1);
}

/** The name of the first thing in which two processes differ, or null. */
export function differingBound(one: ProcessFacts, other: ProcessFacts): string | null {
  const names = new Set([...one.bounds.keys(), ...other.bounds.keys()]);
  return [...names].find((name) => one.bounds.get(name) !== other.bounds.get(name)) ?? null;
}

function identityOf(path: string): string {
  const { dev, ino } = statSync(path);
  return `${dev}:${ino}`;
}

/** Node raises the number of files that it may open, to the most that it may have; so does one that is started directly. */
function limitsIn(text: string): string {
  return text.replace(/^(Max open files\s+)\S+/m, "$1");
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
