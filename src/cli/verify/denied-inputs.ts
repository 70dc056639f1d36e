import { existsSync } from "node:fs";
import { join } from "node:path";
import { defaultHome } from "../../config/index.js";
import { openLedgerQuery } from "../../ledger-query/index.js";
import { eventOf, trialsFor, type Subject } from "../../lint/index.js";
import type { Payload } from "../../payload/index.js";
import { dangerousCalls } from "./dangerous-calls.js";
import type { TestInputs } from "./test-inputs.js";

/** Where an input comes from that a guard may deny. */
export type InputSource = "a test" | "the ledger" | "the script" | "known dangerous calls";

/** A payload in Snaphook's words that a guard may deny. */
export interface InputCandidate {
  readonly payload: Payload;
  readonly from: InputSource;
}

const MOST_RECORDED = 5;

/** What a guard may deny, the likeliest first. */
export async function inputCandidates(
  subjects: readonly Subject[],
  tests: TestInputs,
): Promise<readonly InputCandidate[]> {
  const [subject] = subjects;
  if (subject === undefined) return [];
  const event = eventOf(subject);
  const read = subjects.flatMap((one) => trialsFor({ subject: one, raw: { message: "" } }));
  const all: readonly InputCandidate[] = [
    ...tests.for(event, subject.hook.name).map((payload) => ({ payload, from: "a test" }) as const),
    ...(await recordedInputs(event, subject.hook.name)),
    ...read.flatMap(({ stdin }) =>
      typeof stdin === "string" ? [] : [{ payload: stdin, from: "the script" } as const],
    ),
    ...dangerousCalls(event).map(
      (payload) => ({ payload, from: "known dangerous calls" }) as const,
    ),
  ];
  const known = new Set<string>();
  return all.filter(({ payload }) => {
    const key = JSON.stringify([payload.tool_name, payload.tool_input, payload["prompt"]]);
    return !known.has(key) && known.add(key);
  });
}

/** What the hook denied before; of a ledger that cannot be read nothing. */
async function recordedInputs(event: string, hook: string): Promise<readonly InputCandidate[]> {
  const file = join(defaultHome(), "ledger.jsonl");
  if (!existsSync(file)) return [];
  try {
    const query = await openLedgerQuery(file, { isOwn: true });
    try {
      const rows = await query.rows({
        events: [event],
        hooks: [hook],
        outcomes: ["block", "halt", "ask"],
      });
      return rows.slice(-MOST_RECORDED).flatMap((row) => {
        const found = query.event(row);
        return found === null ? [] : [{ payload: found.payload, from: "the ledger" } as const];
      });
    } finally {
      query.close();
    }
  } catch {
    return [];
  }
}
