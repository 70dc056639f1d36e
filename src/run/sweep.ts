import { readdirSync, readFileSync } from "node:fs";
import { now } from "../io/index.js";
import { RUN_ID } from "./process-spec.js";
import { signalTo } from "./signal-to.js";

/** So many rounds in a row must find nothing and miss nothing. */
const QUIET_ROUNDS = 2;
/** Who forks faster than he can be found is given up after this long. */
const LONGEST_MS = 5000;
/** So long nobody can look into a process that is about to become another program. Into those of others nobody ever can. */
const BLANK_MS = 30;
/** After so much looking whoever else wants to work in this process gets a turn. */
const SLICE_MS = 5;
/** In /proc/PID/stat: a thread of the kernel. */
const KERNEL_THREAD = 0x0020_0000;

interface Tree {
  quiet: number;
  readonly until: number;
  readonly resolve: () => void;
}

/** What a look at a process came to: the runs that its environment names, or that nothing can be said of it. */
type ProcessLook = readonly string[] | "gone" | "blank";

const nobody: readonly string[] = [];

/**
 * Looks for all trees that are to die at once, and kills each process of them as it is found: one that has a SIGKILL
 * forks no more. Processes that are none of them are looked at once, so that a round is over before a chain of
 * processes, each of which starts the next and ends, has moved on. A round counts as quiet only where every process
 * that was listed could be looked at: of such a chain a listing shows one member at least.
 */
export class Sweep {
  private readonly trees = new Map<string, Tree>();
  /** Processes that have been looked at and are not to be killed. */
  private others = new Set<number>();
  /** Processes into which nobody can look, and since when. */
  private blank = new Map<number, number>();
  /** Settles when nobody is looked for any more. */
  over: Promise<void> | null = null;

  constructor(private readonly proc = "/proc") {}

  /** Settles when nothing is left of a run. */
  kill(runId: string): Promise<void> {
    return new Promise((resolve) => {
      const before = this.trees.get(runId);
      const both = (): void => {
        before?.resolve();
        resolve();
      };
      this.trees.set(runId, { quiet: 0, until: now() + LONGEST_MS, resolve: both });
      // Some of them may belong to this run.
      this.others.clear();
      this.over ??= this.run();
    });
  }

  private async run(): Promise<void> {
    // Whoever is killed at the same moment is looked for in the same rounds.
    await turn();
    while (this.trees.size > 0) await this.round();
    this.others.clear();
    this.blank.clear();
    this.over = null;
  }

  private async round(): Promise<void> {
    // Those that are added while this round continues need a whole one of their own.
    const counted = [...this.trees.keys()];
    const found = new Set<string>();
    let isSure = true;
    let since = now();
    const pids = this.processes();
    for (const pid of pids) {
      if (this.others.has(pid)) continue;
      const look = this.lookAt(pid);
      if (typeof look === "string") isSure = false;
      else {
        const ids = look.filter((id) => this.trees.has(id));
        for (const id of ids) found.add(id);
        if (ids.length > 0) kill(pid);
        else this.others.add(pid);
      }
      if (now() - since < SLICE_MS) continue;
      await turn();
      since = now();
    }
    this.forget(new Set(pids));
    for (const runId of counted) this.count(runId, isSure && !found.has(runId));
    await turn();
  }

  /** All there are but this one. */
  protected processes(): number[] {
    try {
      return readdirSync(this.proc)
        .map(Number)
        .filter((pid) => pid > 0 && pid !== process.pid);
    } catch {
      return [];
    }
  }

  private lookAt(pid: number): ProcessLook {
    const look = lookAt(`${this.proc}/${pid}`);
    if (look !== "blank") return look;
    const since = this.blank.get(pid) ?? now();
    this.blank.set(pid, since);
    return now() - since > BLANK_MS ? nobody : "blank";
  }

  /** A number that is free may be another process's soon. */
  private forget(alive: ReadonlySet<number>): void {
    for (const pid of this.others) if (!alive.has(pid)) this.others.delete(pid);
    for (const pid of this.blank.keys()) if (!alive.has(pid)) this.blank.delete(pid);
  }

  private count(runId: string, isQuiet: boolean): void {
    const tree = this.trees.get(runId);
    if (tree === undefined) return;
    tree.quiet = isQuiet ? tree.quiet + 1 : 0;
    if (tree.quiet < QUIET_ROUNDS && now() < tree.until) return;
    this.trees.delete(runId);
    tree.resolve();
  }
}

function lookAt(process: string): ProcessLook {
  const environment = textOf(`${process}/environ`);
  if (environment !== "") return runsIn(environment);
  const stat = textOf(`${process}/stat`);
  if (stat === "") return "gone";
  const [state = "", , , , , , flags = "0"] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const isOver = state === "Z" || state === "X" || (Number(flags) & KERNEL_THREAD) !== 0;
  return isOver ? nobody : "blank";
}

/** Empty where it cannot be read. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

const mark = `${RUN_ID}=`;

function runsIn(environment: string): readonly string[] {
  return environment
    .split("\0")
    .filter((entry) => entry.startsWith(mark))
    .map((entry) => entry.slice(mark.length));
}

/** Where it leads a group, the others of the group may have lost the mark. */
function kill(pid: number): void {
  signalTo(-pid, "SIGKILL");
  signalTo(pid, "SIGKILL");
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
