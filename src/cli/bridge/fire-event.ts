import { setTimeout as sleep } from "node:timers/promises";
import { defaultHome } from "../../config/index.js";
import { createEngine } from "../../engine/index.js";
import type { CommandAnswer } from "../../serve/index.js";
import { answeredByFleet } from "../commands/fleet-answers.js";
import { openRecords } from "../commands/records.js";
import { answerFor, type BridgeInput } from "./answer.js";
import { bridgeFor } from "./bridge-input.js";
import { projectOf } from "./project-of.js";

const ASYNC_GRACE_MS = 1000;

/** How an event is fired at the hooks of a project. */
export interface FireOptions {
  /** By default the project of the folder that this process is in. */
  readonly projectDir?: string;
  readonly isLossy?: boolean;
  readonly log?: number | null;
  readonly signal?: AbortSignal;
  /** Seconds for which the host waits, where the command line says it. */
  readonly deadline?: number | null;
  /** When the host began to wait, by `performance.now()`; by default now. */
  readonly began?: number;
}

/**
 * Fires a host's event at this project's hooks, with the variables and the folder of this process. The answer is given as
 * soon as there is one; it settles when nothing runs any more.
 */
export async function fireEvent(
  input: BridgeInput,
  {
    isLossy = false,
    log = null,
    signal,
    deadline = null,
    began = performance.now(),
    ...options
  }: FireOptions,
  answer: (answer: CommandAnswer) => void,
): Promise<void> {
  const { host, event } = input;
  const projectDir = options.projectDir ?? projectOf(bridgeFor(host).start, process.cwd());
  // On some hosts every word on stderr would be an answer.
  const records = openRecords(defaultHome(), () => {});
  const { ledger } = records;
  const engine = createEngine({
    projectDir,
    keeper: false,
    ledger,
    // Wave runs the hooks of its own settings itself.
    wave: host !== "wave",
  });
  try {
    await records.follow(engine.settings);
    const given = signal === undefined ? {} : { signal };
    const fired = await engine.fire(input.hookPayload, given);
    const { hooks } = fired;
    const waits = { host, event, projectDir, deadline, began };
    const asking = { ...waits, payload: input.hookPayload, ledger, ...given };
    const reading = await answeredByFleet(engine, fired, asking);
    const unapproved = hooks.filter(({ skipped }) => skipped === "trust").map(({ name }) => name);
    // Said to the user: a guard that is missing must not be missed.
    const warning = `Hooks of this project did not run, because they are not approved: ${unapproved.join(", ")} (review them with snaphook trust review)`;
    const more = { isLossy, ...(unapproved.length > 0 && { warning }) };
    const isBlock = reading.outcome === "block" || reading.outcome === "halt";
    answer({ ...answerFor(input, reading, log, more), ...(isBlock && { isBlock }) });
  } finally {
    // The host has its answer and waits for the end of this process, not for hooks that nobody waits for.
    await Promise.race([engine.drained(), sleep(ASYNC_GRACE_MS, undefined, { ref: false })]);
    engine.close();
    await records.close();
  }
}
