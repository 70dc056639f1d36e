import { eventOf, trialsFor, type Subject } from "../../lint/index.js";
import { dangerousCalls } from "../../hook-tests/index.js";
import { samplePayload, type Payload } from "../../payload/index.js";
import type { RecordedInputs } from "./recorded-inputs.js";
import type { TestInputs } from "./test-inputs.js";

/** Where an input comes from that a guard may deny. */
export type InputSource = "a test" | "the ledger" | "the script" | "known dangerous calls";

/** A payload in Snaphook's words that a guard may deny. */
export interface InputCandidate {
  readonly payload: Payload;
  readonly from: InputSource;
}

/** What people have written down, or the ledger has. */
export interface InputSources {
  readonly tests: TestInputs;
  readonly recorded: RecordedInputs;
}

/** What a guard may deny, the likeliest first. */
export async function inputCandidates(
  subjects: readonly Subject[],
  { tests, recorded }: InputSources,
): Promise<readonly InputCandidate[]> {
  const [subject] = subjects;
  if (subject === undefined) return [];
  const event = eventOf(subject);
  const read = subjects.flatMap((one) => trialsFor({ subject: one, raw: { message: "" } }));
  const { name } = subject.hook;
  const before = await recorded.for(event, name);
  const all: readonly InputCandidate[] = [
    ...tests.for(event, name).map((payload) => ({ payload, from: "a test" }) as const),
    ...before.map((payload) => ({ payload, from: "the ledger" }) as const),
    ...read.flatMap(({ stdin }) =>
      typeof stdin === "string" ? [] : [{ payload: stdin, from: "the script" } as const],
    ),
    ...knownCalls(event).map((payload) => ({ payload, from: "known dangerous calls" }) as const),
  ];
  const known = new Set<string>();
  return all.filter(({ payload }) => {
    const key = JSON.stringify([payload.tool_name, payload.tool_input, payload["prompt"]]);
    return !known.has(key) && known.add(key);
  });
}

/** Calls that guards are there for, in Snaphook's words; of other events a sample. */
function knownCalls(event: string): readonly Payload[] {
  const about = event === "PermissionRequest" ? "PreToolUse" : event;
  const calls = dangerousCalls.filter((call) => call.event === about);
  if (calls.length === 0) return [samplePayload(event)];
  return inTurns(calls).map(({ tool, input, payload }) =>
    samplePayload(event, {
      ...(tool !== undefined && { tool_name: tool, tool_input: input }),
      ...payload,
    }),
  );
}

/** One of each tool, then the next of each: a guard of one file is not shown all commands first. */
function inTurns<Call extends { readonly tool?: string | undefined }>(
  all: readonly Call[],
): readonly Call[] {
  const seen = new Map<string | undefined, number>();
  const placed = all.map((call) => {
    const turn = seen.get(call.tool) ?? 0;
    seen.set(call.tool, turn + 1);
    return { call, turn };
  });
  return placed.toSorted((one, other) => one.turn - other.turn).map(({ call }) => call);
}
