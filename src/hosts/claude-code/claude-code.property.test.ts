import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret, type WireRun } from "../../interpret/index.js";
import { newestEvents } from "./events.js";
import { matches } from "./matcher.js";

const names = Object.keys(newestEvents);
const event = fc.constantFrom(...names, "constructor", "Nope");
const dialect = fc.constantFrom("claude-code@2.1.240", "claude-code@2.1.325");
const word = fc.constantFrom("deny", "block", "ask", "defer", "allow", "approve", "DENY", "");
const field = fc.constantFrom(
  "decision",
  "permissionDecision",
  "continue",
  "reason",
  "stopReason",
  "systemMessage",
  "additionalContext",
  "updatedInput",
  "updatedToolOutput",
  "hookEventName",
  "action",
  "async",
);
const value = fc.oneof(word, event, fc.boolean(), fc.jsonValue());
const flat = fc.dictionary(field, value, { maxKeys: 5 });
const named = fc.tuple(flat, event).map(([rest, hookEventName]) => ({ ...rest, hookEventName }));
const answer = fc.oneof(
  flat,
  fc.tuple(flat, fc.oneof(named, flat)).map(([top, specific]) => ({
    ...top,
    hookSpecificOutput: specific,
  })),
);
const stdout = fc.oneof(
  answer.map((given) => JSON.stringify(given)),
  answer.map((given) => `log\n${JSON.stringify(given)}`),
  answer.map((given) => JSON.stringify(given).slice(0, -1)),
  answer.map((given) => `{"async":true}\n${JSON.stringify(given)}`),
  fc.string(),
  fc.uint8Array({ maxLength: 60 }),
);
const ending = fc.constantFrom<WireRun>(
  { exit: 0 },
  { exit: 1 },
  { exit: 2 },
  { exit: 255 },
  { exit: 127 },
  { signal: "SIGKILL" },
  { timedOut: true },
  { spawnError: "ENOENT" },
  { cancelled: true },
  { changed: "x" },
  { changed: "x", exit: 2 },
);
const run = fc
  .tuple(ending, stdout, fc.string(), fc.constantFrom("continue", "ask", "block"), fc.boolean())
  .map(([ended, out, stderr, onFailure, async]): WireRun => ({
    ...ended,
    stdout: out,
    stderr,
    onFailure: onFailure as "continue",
    async,
  }));

test("no bytes, no ending and no event make it throw, and every text is a text", () => {
  fc.assert(
    fc.property(
      dialect,
      event,
      fc.array(run, { maxLength: 4 }),
      fc.array(fc.integer({ min: -1, max: 5 })),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (host, name, runs, finish, payload) => {
        const reading = interpret({ dialect: host, event: name, runs, finish, payload });
        const all = [...reading.toModel, ...reading.toUser, ...reading.toLog];
        expect(all.every(({ text }) => typeof text === "string")).toBe(true);
      },
    ),
  );
});

const restricting = fc.oneof(
  fc.constantFrom<WireRun>({ exit: 2 }, { exit: 2, stdout: "text" }),
  fc
    .tuple(
      ending,
      fc.constantFrom<(name: string) => object>(
        () => ({ decision: "block" }),
        () => ({ continue: false }),
        () => ({ continue: "false" }),
        () => ({ decision: "Block", reason: 5 }),
        () => ({ hookSpecificOutput: { permissionDecision: "deny" } }),
        (name) => ({ hookSpecificOutput: { hookEventName: name, permissionDecision: "deny" } }),
        (name) => ({ hookSpecificOutput: { hookEventName: name, permissionDecision: "ask" } }),
        (name) => ({
          hookSpecificOutput: { hookEventName: name, decision: { behavior: "deny" } },
        }),
      ),
      event,
      fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => `log\n${text}`,
        (text) => `${text}\nlog`,
        (text) => text.slice(0, -1),
        (text) => `{"async":true}\n${text}`,
        (text) => `[${text}]`,
      ),
      fc.boolean(),
    )
    .map(([ended, make, name, wrap, async]): WireRun => ({
      ...ended,
      stdout: wrap(JSON.stringify(make(name))),
      async,
    })),
);

test("no denial is lost in silence: what restricts does so, or there is a Problem of the host", () => {
  fc.assert(
    fc.property(
      dialect,
      event,
      restricting,
      fc.array(run, { maxLength: 2 }),
      (host, name, one, others) => {
        const { outcome, problems } = interpret({
          dialect: host,
          event: name,
          runs: [...others, one],
        });
        const own = problems.filter(({ hook }) => hook === `#${others.length}`);
        if (outcome !== "proceed") return;
        expect(own.map(({ code }) => code)).toContain("host-deny-lost");
      },
    ),
  );
});

test("no matcher, rule or line of shell makes matching throw", () => {
  const shell = fc.string({ unit: fc.constantFrom(..."ab $(){}`'\"\\<>|&;#\n=*2".split("")) });
  fc.assert(
    fc.property(event, fc.string(), shell, shell, (name, matcher, rule, command) => {
      const request = { event: name, matcher, toolName: "Bash", toolInput: { command } };
      expect(typeof matches({ ...request, if: `Bash(${rule})` }).matches).toBe("boolean");
    }),
  );
});
