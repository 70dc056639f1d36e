import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { WireRun } from "../interpret/index.js";

/** Runs that no program can make happen in somebody else's host, and why. */
const impossible: Partial<Record<keyof WireRun, string>> = {
  cut: "how much of stdout is kept is the host's own affair",
  stderrCut: "how much of stderr is kept is the host's own affair",
  cancelled: "only the host itself can cancel a hook",
  changed: "a file would have to change while the hook runs",
  garbled: "it is about another channel than stdout",
};

/** Why a hook cannot be made to end like this; null where it can. */
export function whyImpossible(runs: readonly WireRun[]): string | null {
  const keys = Object.keys(impossible) as (keyof WireRun)[];
  const key = keys.find((one) => runs.some((run) => run[one] !== undefined && run[one] !== false));
  return key === undefined ? null : (impossible[key] ?? null);
}

/** A hook that hangs has this deadline, in seconds, where its case names none: room for a slow machine to print first. */
const DEADLINE = 2;

/**
 * Programs in a folder that do, each once, what the runs of a case say: they print, exit, kill themselves or hang. Each
 * leaves a mark when it starts. Whatever becomes of the host, they end when the folder is gone.
 */
export class HookFixtures {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "alive"), "");
  }

  /** Writes the programs. What comes back are entries of settings, as Snaphook and most hosts write them. */
  write(runs: readonly WireRun[], finish: readonly number[] = []): readonly object[] {
    return runs.map((run, index) => {
      const { hook: name = `hook-${index}`, onFailure, merge, async, sequential, observe } = run;
      const timeout = run.timeout ?? (run.timedOut === true ? DEADLINE : undefined);
      const on = run.final === true ? "final" : undefined;
      const settings = { timeout, onFailure, merge, async, sequential, observe, on };
      return defined({ name, ...this.action(run, index, finish), ...settings });
    });
  }

  /** Whether the host has started that program. */
  wasStarted(index: number): boolean {
    return existsSync(join(this.folder, `started-${index}`));
  }

  private action(run: WireRun, index: number, finish: readonly number[]): object {
    if (run.json !== undefined) return { type: "json", json: run.json };
    const file = join(this.folder, `hook-${index}`);
    // With `args` there is no shell that would start and then find nothing.
    if (run.spawnError !== undefined) return { type: "command", command: file, args: [] };
    writeFileSync(`${file}.stdout`, run.stdout ?? "");
    writeFileSync(`${file}.stderr`, run.stderr ?? "");
    const before = finish[finish.indexOf(index) - 1];
    writeFileSync(file, this.program(run, index, before), { mode: 0o700 });
    // The shell that the host starts becomes the hook: a signal then ends what the host has started.
    return { type: "command", command: `exec ${quoted(file)}` };
  }

  private program(run: WireRun, index: number, before: number | undefined): string {
    const wait =
      before === undefined
        ? []
        : [
            // Hooks that run one after the other cannot end in another order: it does not wait for ever.
            `n=0; while [ ! -e ended-${before} ] && [ -e alive ] && [ $n -lt 100 ]; do sleep 0.02; n=$((n+1)); done`,
          ];
    return [
      "#!/bin/sh",
      `cd ${quoted(this.folder)} || exit 99`,
      `: > started-${index}`,
      `cat > stdin-${index}`,
      ...wait,
      `cat hook-${index}.stdout; cat hook-${index}.stderr >&2`,
      `: > ended-${index}`,
      endOf(run),
      "",
    ].join("\n");
  }
}

function endOf({ exit, signal, timedOut }: WireRun): string {
  if (timedOut === true) return "while [ -e alive ]; do sleep 0.1; done";
  return signal === undefined ? `exit ${exit ?? 0}` : `kill -${signal.replace(/^SIG/, "")} $$`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function defined(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
