import fc from "fast-check";
import { expect, test } from "vitest";
import type { Outcome, Permission } from "../../decide/index.js";
import type { PlainObject, PlainValue } from "../../decode/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import { interpret, type Reading } from "../../interpret/index.js";
import { events, samplePayload, type Payload } from "../../payload/index.js";
import { render, portableOf, type PortableAnswer } from "../index.js";

const hosts: readonly (readonly [string, readonly string[]])[] = [
  ["wave", events.map(({ name }) => name)],
  ...bridgedHosts()
    .filter(({ name }) => name !== "wave")
    .map((host) => [host.name, Object.keys(host.events)] as const),
  ["claude-code@2.1.240", ["PreToolUse", "PermissionRequest", "PostToolUse", "Stop"]],
];

const outcomes: readonly Outcome[] = ["halt", "block", "defer", "ask", "proceed"];
const permissions: readonly Permission[] = ["allow", "deny", "ask", "defer", "none"];
const said: Readonly<Record<Permission, Outcome>> = {
  deny: "block",
  defer: "defer",
  ask: "ask",
  allow: "proceed",
  none: "proceed",
};

const text = fc.oneof(
  fc.constantFrom(
    "no",
    " no \n",
    "first\nsecond",
    "{}",
    "[]",
    "5",
    '"text"',
    '{"decision":"allow"}',
    '{"continue":false}',
    '"{\\"decision\\":\\"allow\\"}"',
    '{"async":true}',
    '{"type":"progress","message":"x"}',
    "",
    "\u0085",
    "\uFEFF",
    "\uFEFFno",
    "long ".repeat(3000),
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
);
const value: fc.Arbitrary<PlainValue> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<PlainValue>,
  fc.constantFrom<PlainValue>(
    "text",
    null,
    2n ** 70n,
    { textResultForLlm: "text" },
    { stdout: "" },
  ),
);
const input = fc.oneof(
  fc.constantFrom<PlainObject>({ command: "ls" }, { command: "ls", timeout: 5, more: true }, {}),
  fc.dictionary(fc.constantFrom("command", "a", "constructor"), value),
);
const maybe = <Value>(arbitrary: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 2 });
const anyAnswer = fc
  .record({
    outcome: fc.constantFrom(...outcomes),
    permission: fc.constantFrom(...permissions),
    reason: maybe(text),
    input: maybe(input),
    prompt: maybe(text),
    toolOutput: maybe(value),
    context: maybe(text),
    warning: maybe(text),
    stopReason: maybe(text),
  })
  .map((record) => withoutBlanks(record as PortableAnswer));
const payloadOf = (event: string): fc.Arbitrary<Payload> =>
  fc.constantFrom<Payload>(
    {},
    samplePayload(event),
    { tool_name: "Bash", tool_input: { command: "rm" }, tool_response: { stdout: "x" } },
    { tool_name: "mcp__a__b", tool_input: {} },
    { source: "policy_settings" },
  );

const isBlank = (given: string): boolean => /^[\s\p{White_Space}]*$/u.test(given);

/** A blank text says nothing. */
function withoutBlanks(given: PortableAnswer): PortableAnswer {
  const texts = new Set(["reason", "prompt", "context", "warning", "stopReason"]);
  return Object.fromEntries(
    Object.entries(given).filter(
      ([key, item]: [string, unknown]) =>
        item !== undefined && !(texts.has(key) && typeof item === "string" && isBlank(item)),
    ),
  ) as unknown as PortableAnswer;
}

/** Of an outcome and a permission the stricter. */
function wantedOutcome({ outcome, permission }: PortableAnswer): Outcome {
  return outcomes.indexOf(outcome) < outcomes.indexOf(said[permission])
    ? outcome
    : said[permission];
}

/** The keys of an answer that a reading does not fulfil. */
function differences(reading: Reading, wanted: PortableAnswer): readonly string[] {
  const outcome = wantedOutcome(wanted);
  const isAllowed = outcome === "proceed" && wanted.permission === "allow";
  const hasNoOpinion = outcome === "proceed" && wanted.permission === "none";
  const anyone = [...reading.toModel, ...reading.toUser];
  const reaches = (asked: string | undefined, lane: Reading["toModel"]): boolean =>
    asked === undefined || lane.some((got) => trimmed(got.text) === trimmed(asked));
  const holds: Readonly<Record<string, boolean>> = {
    outcome: reading.outcome === outcome || (hasNoOpinion && reading.outcome === "ask"),
    permission: (reading.permission === "allow") === isAllowed,
    reason: reaches(wanted.reason, anyone),
    input: same(reading.input ?? undefined, wanted.input),
    toolOutput: same(reading.toolOutput, wanted.toolOutput),
    prompt: same(reading.prompt ?? undefined, wanted.prompt),
    context: reaches(wanted.context, reading.toModel),
    warning: reaches(wanted.warning, reading.toUser),
    stopReason: reaches(wanted.stopReason, anyone),
  };
  return Object.keys(holds).filter((key) => holds[key] === false);
}

const trimmed = (given: string): string =>
  given.replace(/^[\s\p{White_Space}]+|[\s\p{White_Space}]+$/gu, "");

function same(one: PlainValue | undefined, other: PlainValue | undefined): boolean {
  const big = (_: string, item: unknown): unknown =>
    typeof item === "bigint" ? `bigint ${item}` : item;
  return JSON.stringify(one, big) === JSON.stringify(other, big);
}

const restricting = new Set<Outcome>(["halt", "block", "defer", "ask"]);

for (const [host, names] of hosts) {
  const asked = fc
    .constantFrom(...names, "NoSuchEvent", "constructor")
    .chain((event) => fc.tuple(fc.constant(event), anyAnswer, payloadOf(event)));
  const readBack = (event: string, wanted: PortableAnswer, payload: Payload) => {
    const { losses, ...run } = render(host, event, wanted, payload);
    return { losses, run, reading: interpret({ dialect: host, event, payload, runs: [run] }) };
  };

  test(`${host} does what is wanted, and the losses name exactly the rest`, () => {
    fc.assert(
      fc.property(asked, ([event, wanted, payload]) => {
        const { losses, reading } = readBack(event, wanted, payload);
        expect(losses.map(({ path }) => path)).toEqual(differences(reading, wanted));
      }),
    );
  });

  test(`${host} lets nothing go that was to be stopped, unless the losses say so`, () => {
    fc.assert(
      fc.property(asked, ([event, wanted, payload]) => {
        const { losses, reading } = readBack(event, wanted, payload);
        if (!restricting.has(wantedOutcome(wanted)) || reading.outcome !== "proceed") return;
        expect(losses.map(({ code }) => code)).toContain("host-deny-lost");
      }),
    );
  });

  test(`${host} is given a permission only for what was permitted`, () => {
    fc.assert(
      fc.property(asked, ([event, wanted, payload]) => {
        const { reading } = readBack(event, wanted, payload);
        if (reading.permission !== "allow") return;
        expect({ outcome: wantedOutcome(wanted), permission: wanted.permission }).toEqual({
          outcome: "proceed",
          permission: "allow",
        });
        expect(same(reading.input ?? undefined, wanted.input)).toBe(true);
      }),
    );
  });

  test(`${host} reads its own answers back`, () => {
    fc.assert(
      fc.property(asked, ([event, wanted, payload]) => {
        const { reading } = readBack(event, wanted, payload);
        const again = readBack(event, portableOf(reading, host), payload).reading;
        const { outcome, input: rewritten, toolOutput } = again;
        expect({ outcome, rewritten, toolOutput }).toEqual({
          outcome: reading.outcome,
          rewritten: reading.input,
          toolOutput: reading.toolOutput,
        });
      }),
    );
  });
}
