import { readFileSync } from "node:fs";
import { constants } from "node:os";

/** Signals that a host may send to a hook, and that can be caught. */
const passed = ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2"] as const;

/**
 * Passes signals on to a hook: they were meant for it. One that was sent to the whole group has reached the hook already. Gives
 * back what ends that.
 */
export function passSignals(pid: number): () => void {
  const listeners = passed.map((signal) => {
    const listener = (): void => {
      if (!hasReached(pid, signal)) send(pid, signal);
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  return () => {
    for (const { signal, listener } of listeners) process.off(signal, listener);
  };
}

/**
 * Whether the hook has had the signal too. A group of our own is signalled as a whole. Where the hook would have died of it and
 * is there, it has not.
 */
function hasReached(pid: number, signal: (typeof passed)[number]): boolean {
  const facts = factsOf("self");
  if (facts === null) return false;
  const isTerminals =
    facts.foreground === facts.group && (signal === "SIGINT" || signal === "SIGQUIT");
  const isOwnGroup = facts.group === process.pid || facts.group === process.ppid;
  return (isTerminals || isOwnGroup) && catches(pid, signal);
}

/** The process group, and the one that the terminal's signals go to; null where the system does not say. */
function factsOf(pid: "self"): { readonly group: number; readonly foreground: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // Behind the name, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { group: Number(fields[2]), foreground: Number(fields[5]) };
  } catch {
    return null;
  }
}

/** Whether a process handles or ignores a signal, so that it may live on after it. */
function catches(pid: number, signal: (typeof passed)[number]): boolean {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const masks = [...status.matchAll(/^Sig(?:Cgt|Ign):\s*([0-9a-f]+)$/gm)].map(([, mask = "0"]) =>
      BigInt(`0x${mask}`),
    );
    const bit = 1n << BigInt(constants.signals[signal] - 1);
    return masks.some((mask) => (mask & bit) !== 0n);
  } catch {
    return false;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Ends this process as the hook has ended. Does not return where that is by a signal. */
export function endAs(exit: number | null, signal: NodeJS.Signals | null): number {
  if (signal === null) return exit ?? 1;
  // Node ignores some signals and handles others: a listener that comes and goes leaves what is usual.
  try {
    process.on(signal, nothing);
    process.removeAllListeners(signal);
  } catch {
    // SIGKILL has no listeners.
  }
  process.kill(process.pid, signal);
  return 128 + (constants.signals[signal] ?? 0);
}

function nothing(): void {}
