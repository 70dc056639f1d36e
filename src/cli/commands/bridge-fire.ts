import { setTimeout as sleep } from "node:timers/promises";
import { defaultHome } from "../../config/index.js";
import { createEngine } from "../../engine/index.js";
import type { Arguments } from "../arguments.js";
import { answerHost } from "../bridge/answer.js";
import { bridgeFor, hostOf, openLog, readBridgeInput } from "../bridge/bridge-input.js";
import { projectOf } from "../bridge/project-of.js";
import { openRecords } from "./records.js";

const ASYNC_GRACE_MS = 1000;

/** Fires a host's event at this project's Snaphook hooks, and answers the host. */
export async function fire(given: Arguments): Promise<number> {
  const host = hostOf("host", given.text("host"));
  const log = openLog(given.text("log"));
  const input = readBridgeInput(host, "snaphook");
  // On some hosts every word on stderr would be an answer.
  const records = openRecords(defaultHome(), () => {});
  const { ledger } = records;
  const engine = createEngine({
    projectDir:
      given.text("cwd") === undefined
        ? projectOf(bridgeFor(host).start, process.cwd())
        : process.cwd(),
    keeper: false,
    ledger,
    // Wave runs the hooks of its own settings itself.
    wave: host !== "wave",
  });
  try {
    await records.follow(engine.settings);
    const { reading, hooks } = await engine.fire(input.hookPayload);
    const unapproved = hooks.filter(({ skipped }) => skipped === "trust").map(({ name }) => name);
    // Said to the user: a guard that is missing must not be missed.
    const warning = `Hooks of this project did not run, because they are not approved: ${unapproved.join(", ")} (review them with snaphook trust review)`;
    const isLossy = given.flag("lossy");
    return answerHost(input, reading, log, {
      isLossy,
      ...(unapproved.length > 0 && { warning }),
    });
  } finally {
    // The host has its answer and waits for the end of this process, not for hooks that nobody waits for.
    await Promise.race([engine.drained(), sleep(ASYNC_GRACE_MS, undefined, { ref: false })]);
    engine.close();
    await records.close();
  }
}
