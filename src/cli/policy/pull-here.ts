import { EventEmitter, once } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { defaultHome } from "../../config/index.js";
import {
  connectFleet,
  FleetFault,
  machineId,
  pullPolicy,
  reportMachine,
  type FleetConnection,
  type Pulled,
} from "../../fleet/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { anchorOwn } from "../fleet/anchor-here.js";
import { observedCounts } from "./observed-counts.js";
import { machinePolicy, machineSettings, writeLastPull } from "./machine-policy.js";

/** Put in by the build. */
declare const VERSION: string;

const REFUSED = 3;
const LONGEST_PAUSE_MS = 30_000;
const LONGEST_PULL_MS = 60_000;

/** Pulls once, says what came of it, and reports it. */
export async function pullHere(url: string, isJson: boolean): Promise<number> {
  let fleet: FleetConnection;
  try {
    fleet = await connectFleet(url);
  } catch (error) {
    throw withLastGood(error);
  }
  try {
    const pulled = await pullOnce(fleet);
    if (isJson) writeAll(1, `${toJsonText(pulled)}\n`);
    else say(1, `${pulledText(pulled)}\n`);
    return codeOf(pulled);
  } catch (error) {
    throw withLastGood(error);
  } finally {
    await fleet.close();
  }
}

/** What is said of a pull, and whether the policy holds now. */
type PulledHere = Pulled & { readonly fault: string | null };

/** Whoever waits for a server that says nothing would never take a revision again. The connection is of no use after that. */
async function pullOnce(fleet: FleetConnection): Promise<PulledHere> {
  const over = new AbortController();
  const late = sleep(LONGEST_PULL_MS, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new FleetFault(`the pull has not ended within ${LONGEST_PULL_MS / 1000} seconds`);
  });
  // Also where it is aborted.
  late.catch(() => undefined);
  try {
    return await Promise.race([pull(fleet), late]);
  } finally {
    over.abort();
  }
}

async function pull(fleet: FleetConnection): Promise<PulledHere> {
  const { folder, keys } = machinePolicy();
  const machine = machineId(folder);
  const pulled = await pullPolicy(fleet, { folder, keys, machine });
  writeLastPull(folder, { at: new Date().toISOString(), refused: pulled.refused });
  for (const text of pulled.refused)
    say(2, `snaphook: REFUSED ${forTerminalLine(text)}. What counted before still does.\n`);
  const { policy, hooks, requireHooks } = machineSettings();
  const fault = policy?.fault ?? null;
  if (fault !== null) say(2, `snaphook: ${forTerminalLine(fault)}. Every event halts.\n`);
  await reportMachine(fleet, {
    id: machine,
    name: hostname(),
    version: VERSION,
    enforced: pulled.enforced,
    observed: pulled.observed,
    fault: fault ?? pulled.refused[0] ?? null,
    missing: requireHooks.filter(
      (wanted) => !hooks.some(({ name, disabled }) => name === wanted && !disabled),
    ),
    counts: await observedCounts(join(defaultHome(), "ledger.jsonl"), policy),
  });
  await anchorOwn(fleet, machine);
  return { ...pulled, fault };
}

function codeOf({ refused, fault }: PulledHere): number {
  return refused.length > 0 || fault !== null ? REFUSED : 0;
}

function pulledText({ enforced, observed, isChanged }: Pulled): string {
  const now = isChanged ? " now" : "";
  const observes = observed === null ? "" : `; revision ${observed} observes`;
  if (enforced === null && observed === null) return "No policy is published for this machine.";
  return `${enforced === null ? "No revision is in force" : `Revision ${enforced} is in force${now}`}${observes}.`;
}

/** Whoever cannot reach the database should know what counts meanwhile. */
function withLastGood(error: unknown): unknown {
  if (!(error instanceof FleetFault)) return error;
  const { enforced, fault } = machinePolicy();
  const left =
    fault !== null
      ? `${fault}, so every event halts`
      : enforced === null
        ? "no revision is in force"
        : `revision ${enforced.revision} stays in force`;
  return new FleetFault(`${error.message}; ${left}`);
}

/** Pulls whenever something is published, and at intervals, until it is aborted. A lost connection is made again. */
export async function watchPolicy(
  url: string,
  everyMs: number,
  isJson: boolean,
  signal: AbortSignal,
): Promise<number> {
  let pauseMs = 1000;
  while (!signal.aborted) {
    try {
      await watchOnce(url, everyMs, isJson, signal, () => (pauseMs = 1000));
    } catch (error) {
      if (!(error instanceof FleetFault)) throw error;
      say(
        2,
        `snaphook: ${forTerminalLine((withLastGood(error) as Error).message)}; connecting again\n`,
      );
    }
    // Not all machines at the same moment after the server was away.
    const pause = pauseMs * (0.5 + Math.random());
    await sleep(signal.aborted ? 0 : pause, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
  return 0;
}

async function watchOnce(
  url: string,
  everyMs: number,
  isJson: boolean,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const wakes = new EventEmitter();
  let isWoken = false;
  const fleet = await connectFleet(url, {
    signal,
    onNotify: () => {
      isWoken = true;
      wakes.emit("wake");
    },
  });
  try {
    await fleet.sql`listen snaphook_fleet_policy`;
    onConnected();
    const over = new AbortController();
    const end = (): void => over.abort();
    void fleet.lost.then(end);
    signal.addEventListener("abort", end, { once: true });
    let isFirst = true;
    while (!over.signal.aborted && !signal.aborted) {
      isWoken = false;
      const pulled = await pullOnce(fleet);
      if (isFirst || pulled.isChanged)
        writeAll(1, `${isJson ? toJsonText(pulled, 0) : pulledText(pulled)}\n`);
      isFirst = false;
      if (isWoken) continue;
      const waiting = AbortSignal.any([over.signal, AbortSignal.timeout(everyMs)]);
      await once(wakes, "wake", { signal: waiting }).catch(() => undefined);
    }
  } finally {
    await fleet.close();
  }
}
