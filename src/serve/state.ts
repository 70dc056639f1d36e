import { lstatSync, readFileSync } from "node:fs";
import { isRecord } from "../json/index.js";
import { ownershipFault, replaceFile } from "../io/index.js";

/** Who was last at a place, also where it does not answer. */
export interface State {
  readonly pid: number;
  /** Distinguishes a process from a later one with the same number; empty where the system does not say. */
  readonly started: string;
}

export function writeState(path: string, { pid }: Pick<State, "pid">): void {
  replaceFile(path, `${JSON.stringify({ pid, started: startOf(pid) })}\n`, { mode: 0o600 });
}

/** Null where there is none that its owner alone can have written. */
export function readState(path: string): State | null {
  try {
    if (ownershipFault(path, lstatSync(path)) !== null) return null;
    const state: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (!isRecord(state)) return null;
    const { pid, started } = state;
    return typeof pid === "number" && pid > 1 && typeof started === "string"
      ? { pid, started }
      : null;
  } catch {
    return null;
  }
}

/** Whether it is still that process. Never where that is not known: someone else's must not be killed. */
export function isRunning({ pid, started }: State): boolean {
  return started !== "" && startOf(pid) === started;
}

/** When a process was started, in the system's own count. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state = "", ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? "" : (rest[18] ?? "");
  } catch {
    return "";
  }
}
