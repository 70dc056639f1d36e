import { lstatSync } from "node:fs";
import type { PolicyState } from "../../config/index.js";
import { recordingTrouble } from "../../recording/index.js";
import { createRunner } from "../../run/index.js";
import type { Trust } from "../../trust/index.js";
import type { Finding } from "./finding.js";
import { common } from "./ledger-look.js";

/** Snaphook's own state on this machine. */
export interface Health {
  readonly version: string;
  readonly node: string;
  readonly home: string;
  /** Null where it is not there yet. */
  readonly homeMode: string | null;
  readonly keeper: boolean;
  /** Null where the settings name none. */
  readonly policy: Pick<PolicyState, "enforced" | "observed" | "fault"> | null;
}

const PATIENCE_MS = 5000;
const STEP_MS = 5;

/** Whether the helper that starts hooks comes up. It is ended again. */
export async function keeperStarts(): Promise<boolean> {
  const runner = createRunner({ keeper: true, base: {} });
  try {
    for (let waited = 0; waited < PATIENCE_MS; waited += STEP_MS) {
      if (runner.usesKeeper) return true;
      await new Promise((resolve) => setTimeout(resolve, STEP_MS));
    }
    return false;
  } finally {
    runner.close();
  }
}

export function healthFindings(health: Health, trust: Trust): readonly Finding[] {
  const { home, keeper, node, version } = health;
  const found: Finding[] = [];
  const add = (code: Parameters<typeof common>[0], file: string, what: string): void => {
    found.push({ ...common(code), file, line: null, message: what, cause: what, detail: "" });
  };
  const fault = homeFault(home) ?? (trust.isPlanted ? "it is in the project" : null);
  if (fault !== null) add("home-unsafe", home, fault);
  else if (trust.trouble !== null) add("trust-unusable", home, trust.trouble);
  const lost = recordingTrouble(home);
  const latest = lost.at(-1);
  if (latest !== undefined)
    add(
      "recording-lost",
      home,
      `${lost.length === 1 ? "1 run" : `${lost.length} runs`}, the latest at ${latest.time}: ${latest.message}`,
    );
  if (!keeper) add("keeper-unusable", home, "it was not ready within 5 seconds");
  if (!isSupported(node))
    add("node-unsupported", process.execPath, `Node ${node}, Snaphook ${version}`);
  return found;
}

const OTHERS_WRITE = 0o022;

/** What is wrong with Snaphook's own folder; null where it is fine or not there. */
function homeFault(home: string): string | null {
  const stats = lstatSync(home, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.isSymbolicLink()) return "it is a link";
  if (!stats.isDirectory()) return "it is not a folder";
  const own = process.geteuid?.();
  if (own === undefined) return null;
  if (stats.uid !== own) return `it belongs to user ${stats.uid}, not to user ${own}`;
  return (stats.mode & OTHERS_WRITE) === 0
    ? null
    : `others can write to it (mode ${modeText(stats.mode)})`;
}

export function modeOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : modeText(stats.mode);
}

function modeText(mode: number): string {
  return (mode & 0o777).toString(8);
}

/** Node 20.19 and newer. */
function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}
