import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../interpret/index.js";
import { findHost } from "./index.js";

/** How a rewritten input is said, and on which event. Claude Code and Codex have properties of their own. */
const hosts: readonly (readonly [
  host: string,
  event: string,
  rewrite: (input: string) => string,
])[] = [
  ["gemini", "BeforeTool", (input) => `{"hookSpecificOutput":{"tool_input":${input}}}`],
  ["cursor", "preToolUse", (input) => `{"updated_input":${input}}`],
  [
    "qwen-code",
    "PermissionRequest",
    (input) => `{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedInput":${input}}}}`,
  ],
  ["copilot", "preToolUse", (input) => `{"modifiedArgs":${input}}`],
];

const word = fc.constantFrom("deny", "block", "ask", "allow", "approve", "DENY", "defer", "");
const field = fc.constantFrom(
  "decision",
  "permission",
  "permissionDecision",
  "continue",
  "reason",
  "behavior",
  "additionalContext",
  "user_message",
  "followup_message",
  "systemMessage",
  "stopReason",
);
const flat = fc.dictionary(field, fc.oneof(word, fc.boolean(), fc.jsonValue()), { maxKeys: 4 });
const answer = fc.oneof(
  flat,
  fc.record({ hookSpecificOutput: fc.oneof(flat, fc.jsonValue()) }),
  fc.tuple(flat, flat).map(([top, hookSpecificOutput]) => ({ ...top, hookSpecificOutput })),
);
const stream = fc.oneof(
  answer.map((value) => JSON.stringify(value)),
  answer.map((value) => `log ${JSON.stringify(value)}`),
  fc.string(),
  fc.constant(""),
  fc.uint8Array({ maxLength: 40 }),
);
const ending: fc.Arbitrary<WireRun> = fc.oneof(
  fc.constantFrom<WireRun>(
    { exit: 0 },
    { exit: 1 },
    { exit: 2 },
    { signal: "SIGKILL" },
    { timedOut: true },
    { spawnError: "ENOENT" },
    { cancelled: true },
    { changed: "x", exit: 2 },
  ),
  fc.integer({ min: 0, max: 255 }).map((exit) => ({ exit })),
);
const run: fc.Arbitrary<WireRun> = fc
  .tuple(ending, stream, stream)
  .map(([base, stdout, stderr]) => ({ ...base, stdout, stderr }));

const restricting = fc.constantFrom<object>(
  { decision: "deny" },
  { decision: "ask" },
  { continue: false },
  { permission: "deny" },
  { permissionDecision: "ask" },
  { hookSpecificOutput: { permissionDecision: "deny" } },
  { hookSpecificOutput: { decision: { behavior: "deny" } } },
  { decision: " Block " },
  { decision: "denied" },
  { permission: "rejected" },
  { cancel: true },
  { halt: true },
  { interrupt: true },
);

describe.each(hosts)("%s", (host, guarded, rewrite) => {
  const event = fc.constantFrom(
    ...Object.keys(findHost(host)?.events ?? {}),
    "NoSuchEvent",
    "constructor",
  );
  const read = (name: string, runs: readonly WireRun[]): Reading =>
    interpret({ dialect: host, event: name, runs });

  test("no bytes, no ending and no event make it throw", () => {
    fc.assert(
      fc.property(event, fc.array(run, { maxLength: 4 }), (name, runs) => {
        const reading = read(name, runs);
        expect(["proceed", "block", "ask", "halt"]).toContain(reading.outcome);
      }),
    );
  });

  test("no restriction is lost in silence", () => {
    const restricts = fc.oneof(
      fc
        .tuple(ending, restricting)
        .map(([base, value]): WireRun => ({ ...base, stdout: JSON.stringify(value) })),
      fc.tuple(stream, stream).map(([stdout, stderr]): WireRun => ({ exit: 2, stdout, stderr })),
    );
    fc.assert(
      fc.property(event, restricts, fc.array(run, { maxLength: 2 }), (name, first, others) => {
        const reading = read(name, [first, ...others]);
        if (reading.outcome !== "proceed") return;
        const reported = reading.problems.filter(
          ({ hook, code }) => hook === "#0" && code.startsWith("host-"),
        );
        expect(reported).not.toEqual([]);
      }),
    );
  });

  test("nesting without end does no harm", () => {
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const stdout = rewrite(deep);
    const limits = { outputBytes: 1_000_000 };
    const reading = interpret({
      dialect: host,
      event: guarded,
      runs: [{ exit: 0, stdout }],
      limits,
    });
    expect(reading.outcome).toBe("proceed");
  });
});
