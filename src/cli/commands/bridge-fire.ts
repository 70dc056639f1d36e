import type { Arguments } from "../arguments.js";
import { answerHost } from "../bridge/answer.js";
import { hostOf, openLog, readBridgeInput } from "../bridge/bridge-input.js";
import { fireEvent } from "../bridge/fire-event.js";
import { UsageError } from "../usage-error.js";
import { HOST_SECONDS } from "./fleet-answers.js";

/** Fires a host's event at this project's Snaphook hooks, and answers the host. */
export async function fire(given: Arguments): Promise<number> {
  const host = hostOf("host", given.text("host"));
  const log = openLog(given.text("log"));
  try {
    const input = readBridgeInput(host, "snaphook");
    const isLossy = given.flag("lossy");
    const deadline = deadlineOf(given);
    const isHere = given.text("cwd") !== undefined;
    let code = 0;
    await fireEvent(
      input,
      { isLossy, log, deadline, ...(isHere && { projectDir: process.cwd() }) },
      (answer) => {
        code = answerHost(answer);
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

/** Seconds, as the host's settings give them to the hook. */
function deadlineOf(given: Arguments): number {
  const said = given.text("deadline") ?? String(HOST_SECONDS);
  const seconds = Number(said);
  if (!(seconds > 0 && seconds <= 86_400))
    throw new UsageError(`--deadline ${said}: seconds, more than 0 and at most 86400`);
  return seconds;
}
