import { serveCalls } from "../../serve/index.js";
import { hostOf, readBridgeInput } from "../bridge/bridge-input.js";
import { fireEvent } from "../bridge/fire-event.js";

/** Answers what a resident engine gives it, each as `bridge fire` does. */
export async function work(): Promise<number> {
  await serveCalls(async ({ host, payload, signal }, answer) => {
    const known = hostOf("host", host);
    const input = readBridgeInput(known, "snaphook", { bytes: payload, cut: false });
    await fireEvent(input, { signal }, answer);
  });
  return 0;
}
