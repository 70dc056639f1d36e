import { writeSync } from "node:fs";
import {
  portableOf,
  render,
  renderOrDeny,
  translatePayload,
  type PortableAnswer,
} from "../../bridge/index.js";
import type { PlainObject } from "../../decode/index.js";
import type { Reading } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";
import type { Problem } from "../../problem/index.js";
import { toJsonText } from "../../show/index.js";
import type { CommandAnswer } from "../../serve/index.js";
import { writeAll } from "../files.js";

/** The event as the host sent it, and the same in the words of the hook. */
export interface BridgeInput {
  readonly host: string;
  readonly event: string;
  readonly payload: Payload;
  readonly hookDialect: string;
  readonly hookEvent: string;
  readonly hookPayload: Payload;
  /** What could not be said in the words of the hook. */
  readonly problems: readonly Problem[];
}

/**
 * The answer for a host in its own form. Only the answer is printed: on some hosts every other
 * word, also on stderr, would be one. What is lost goes to the log. A rewrite that is lost is a deny, unless `isLossy`.
 */
export function answerFor(
  input: BridgeInput,
  reading: Reading,
  log: number | null,
  {
    isLossy = false,
    ...more
  }: Pick<PortableAnswer, "warning"> & { readonly isLossy?: boolean } = {},
): CommandAnswer {
  const wanted = { ...inHostsWords(input, portableOf(reading, input.hookDialect)), ...more };
  const answer = isLossy ? render : renderOrDeny;
  const { exit, stdout, stderr, losses } = answer(input.host, input.event, wanted, input.payload);
  const lost = [...input.problems, ...reading.problems, ...losses];
  if (log !== null && lost.length > 0) {
    const { host, event } = input;
    writeSync(log, `${toJsonText({ host, event, exit, problems: lost }, 0)}\n`);
  }
  return { exit, stdout, stderr };
}

/** Gives a host its answer; what it gives back is the exit code. */
export function answerHost({ exit, stdout, stderr }: CommandAnswer): number {
  writeAll(1, stdout);
  writeAll(2, stderr);
  return exit;
}

/** A rewritten input has the hook's names for its fields. */
function inHostsWords(
  { host, hookDialect, hookPayload }: BridgeInput,
  wanted: PortableAnswer,
): PortableAnswer {
  if (wanted.input === undefined) return wanted;
  const { payload } = translatePayload(
    { ...hookPayload, tool_input: wanted.input },
    hookDialect,
    host,
  );
  return { ...wanted, input: (payload.tool_input ?? payload["toolArgs"]) as PlainObject };
}
