import { serveCalls, type AnswerCall } from "../../serve/index.js";
import { hostOf, readBridgeInput } from "../bridge/bridge-input.js";
import { fireEvent } from "../bridge/fire-event.js";

/** Answers as `bridge fire` does, with the variables and the folder that this process has taken on. */
export const answerCall: AnswerCall = async ({ host, payload, signal }, answer) => {
  const known = hostOf("host", host);
  const input = readBridgeInput(known, "snaphook", { bytes: payload, cut: false });
  await fireEvent(input, { signal }, answer);
};

/** Answers what a server gives to this process. */
export async function work(): Promise<number> {
  await serveCalls(answerCall);
  return 0;
}
