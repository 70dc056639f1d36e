import { answeredBy, hostCases } from "../../src/hook/every-answer.test-support.js";
import { deny, type HostName } from "../../src/hook/index.js";
import type { Payload } from "../../src/payload/index.js";
import type { Ended } from "./kit-hooks.js";

export { dialectOf, hostNames } from "../../src/hook/every-answer.test-support.js";

/** The host's own event before a shell command, and what the kit says there without a process. */
export async function deniedIn(host: HostName): Promise<{
  readonly hostEvent: string;
  readonly given: Payload;
  readonly printed: Ended;
}> {
  const one = hostCases(host).find(({ event }) => event === "PreToolUse");
  if (one === undefined) throw new Error(`${host} has no event before a tool`);
  const text = JSON.stringify(one.payload).replace(/("command\\?":\\?")[^"\\]*/, "$1deny");
  const given = JSON.parse(text) as typeof one.payload;
  const { printed } = await answeredBy({ ...one, payload: given }, deny("Not on this branch."));
  return { hostEvent: one.hostEvent, given, printed };
}
