import type { Arguments } from "../arguments.js";
import { answerHost } from "../bridge/answer.js";
import { hostOf, openLog, readBridgeInput } from "../bridge/bridge-input.js";
import { fireEvent } from "../bridge/fire-event.js";

/** Fires a host's event at this project's Snaphook hooks, and answers the host. */
export async function fire(given: Arguments): Promise<number> {
  const host = hostOf("host", given.text("host"));
  const log = openLog(given.text("log"));
  try {
    const input = readBridgeInput(host, "snaphook");
    const isLossy = given.flag("lossy");
    const isHere = given.text("cwd") !== undefined;
    let code = 0;
    await fireEvent(
      input,
      { isLossy, log, ...(isHere && { projectDir: process.cwd() }) },
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
