import type { Arguments } from "../arguments.js";
import { answerHost } from "../bridge/answer.js";
import { hostOf, openLog, readBridgeInput } from "../bridge/bridge-input.js";
import { fireEvent } from "../bridge/fire-event.js";
import { UsageError } from "../usage-error.js";

/** After the answer: async hooks have one second of it. */
const LEAVE_MS = 2500;

/** Fires a host's event at this project's Snaphook hooks, and answers the host. */
export async function fire(given: Arguments): Promise<number> {
  const host = hostOf("host", given.text("host"));
  const log = openLog(given.text("log"));
  try {
    const input = readBridgeInput(host, "snaphook");
    const isLossy = given.flag("lossy");
    const waits = waitsOf(given);
    const isHere = given.text("cwd") !== undefined;
    let code = 0;
    await fireEvent(
      input,
      { isLossy, log, ...waits, ...(isHere && { projectDir: process.cwd() }) },
      (answer) => {
        code = answerHost(answer);
        // The host waits for the end of this process: a connection that is dead must not hold it.
        setTimeout(() => process.exit(code), LEAVE_MS).unref();
      },
    );
    return code;
  } finally {
    // The host has its answer: it does not wait for this.
    if (given.flag("serve")) {
      const { startServing } = await import("./serve-start.js");
      startServing();
    }
  }
}

/**
 * For how long the host waits, by seconds as its settings give them to the hook, and since when: it has started this process.
 * Less than 0, as fire.sh says it: so many seconds before that, which the resident engine has taken.
 */
function waitsOf(given: Arguments): { readonly deadline: number | null; readonly began: number } {
  const said = given.text("deadline");
  if (said === undefined) return { deadline: null, began: 0 };
  const seconds = Number(said);
  if (seconds < 0) return { deadline: null, began: seconds * 1000 };
  if (!(seconds > 0 && seconds <= 86_400))
    throw new UsageError(`--deadline ${said}: seconds, more than 0 and at most 86400`);
  return { deadline: seconds, began: 0 };
}
