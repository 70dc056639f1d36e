import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret, type InterpretRequest } from "../../interpret/index.js";
import { codex } from "./index.js";

type Run = InterpretRequest["runs"][number];

const event = fc.constantFrom(...Object.keys(codex.events), "Notification", "constructor");
const word = fc.constantFrom("deny", "block", "ask", "allow", "approve", "x", "");
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined | number> =>
  fc.oneof(value, value, fc.constant(undefined), fc.constantFrom(null, 1));

const decision = fc.oneof(
  word,
  fc.record({ behavior: word, message: maybe(fc.string()), interrupt: fc.boolean() }),
);
const answer = fc.record(
  {
    continue: maybe(fc.boolean()),
    stopReason: maybe(fc.string()),
    suppressOutput: fc.boolean(),
    systemMessage: maybe(fc.string()),
    decision: maybe(decision),
    reason: maybe(fc.string()),
    extra: fc.anything(),
    hookSpecificOutput: fc.record(
      {
        hookEventName: fc.constantFrom(...Object.keys(codex.events), "Nope"),
        permissionDecision: maybe(word),
        permissionDecisionReason: maybe(fc.string()),
        additionalContext: maybe(fc.string()),
        updatedInput: fc.oneof(fc.anything(), fc.record({ command: fc.string() })),
        decision: maybe(decision),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);
const text = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
};
const stdout = fc.oneof(
  answer.map(text),
  fc.tuple(fc.string(), answer).map(([noise, value]) => `${noise}\n${text(value)}`),
  fc.tuple(answer, fc.nat()).map(([value, end]) => text(value).slice(0, end)),
  fc.string({ unit: "binary" }),
  fc.uint8Array(),
  fc.nat(40_000).map((depth) => `{"decision":"block","a":${"[".repeat(depth)}`),
);
const ending: fc.Arbitrary<Run> = fc.oneof(
  fc.constantFrom(0, 0, 0, 1, 2, 2, 3, 127, 255).map((exit) => ({ exit })),
  fc.constantFrom<Run>(
    { signal: "SIGKILL" },
    { timedOut: true },
    { spawnError: "ENOENT" },
    { cancelled: true },
    { changed: "x", exit: 0 },
  ),
);
const run: fc.Arbitrary<Run> = fc.oneof(
  fc
    .record({ ending, stdout, stderr: fc.constantFrom("", " ", "why"), async: fc.boolean() })
    .map((given) => ({ ...given, ...given.ending })),
  fc.anything().map((json) => ({ exit: 0, json })),
);

const read = (name: string, runs: readonly Run[], finish: readonly number[] = []) =>
  interpret({ dialect: "codex", event: name, payload: { tool_name: "Bash" }, runs, finish });

test("no bytes, ending, order or event make it throw, and what it gives is plain", () => {
  fc.assert(
    fc.property(
      event,
      fc.array(run, { maxLength: 4 }),
      fc.array(fc.nat(5)),
      (name, runs, order) => {
        const reading = read(name, runs, order);
        expect(["proceed", "block", "ask", "halt"]).toContain(reading.outcome);
        expect(() => structuredClone(reading)).not.toThrow();
      },
    ),
  );
});

const restricting = fc.oneof(
  answer.map((value) => ({ ...value, continue: false })),
  answer.map((value) => ({ ...value, decision: "block" })),
  answer.map((value) => ({
    ...value,
    hookSpecificOutput: { ...value.hookSpecificOutput, permissionDecision: "deny" },
  })),
  answer.map((value) => ({
    ...value,
    hookSpecificOutput: { ...value.hookSpecificOutput, decision: { behavior: "deny" } },
  })),
);

test("no restriction is lost in silence", () => {
  const printed = fc.oneof(
    restricting.map(text),
    fc.tuple(fc.string(), restricting).map(([noise, value]) => `${noise}\n${text(value)}`),
    fc.tuple(restricting, fc.string()).map(([value, noise]) => `${text(value)}\n${noise}`),
  );
  const restricts = fc.oneof(
    fc.record({ ending, stdout: printed, async: fc.boolean() }).map((given) => ({
      ...given,
      ...given.ending,
    })),
    fc.record({ exit: fc.constant(2), stderr: fc.constantFrom("", "why"), stdout }),
  );
  fc.assert(
    fc.property(event, restricts, (name, given) => {
      const { outcome, problems } = read(name, [given]);
      const isReported = problems.some(({ code }) => code.startsWith("host-"));
      expect(outcome === "block" || outcome === "halt" || isReported).toBe(true);
    }),
  );
});

test("what one hook restricts no second hook undoes", () => {
  const blocks = fc.constantFrom<[string, Run]>(
    ["PreToolUse", { exit: 2, stderr: "no" }],
    ["PermissionRequest", { exit: 2, stderr: "no" }],
    ["PostToolUse", { exit: 2, stderr: "no" }],
    ["UserPromptSubmit", { exit: 2, stderr: "no" }],
    ["Stop", { exit: 2, stderr: "no" }],
    ["PreCompact", { exit: 0, stdout: '{"continue":false}' }],
  );
  fc.assert(
    fc.property(blocks, run, fc.boolean(), ([name, block], other, isFirst) => {
      const { outcome } = read(name, isFirst ? [block, other] : [other, block]);
      expect(["block", "halt"]).toContain(outcome);
    }),
  );
});
