import { describe, expect, test } from "vitest";
import { interpret } from "./interpret.js";
import { toHookRun, type WireRun } from "./wire-run.js";

const read = (run: WireRun, event = "PreToolUse", dialect = "wave"): ReturnType<typeof interpret> =>
  interpret({ dialect, event, runs: [run] });

describe("a caller's mistake throws and says what to do", () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      "an unknown dialect",
      () => interpret({ dialect: "x", event: "Stop", runs: [] }),
      /^unknown dialect "x"; known are: /,
    ],
    [
      "an unknown version",
      () => interpret({ dialect: "wave@9", event: "Stop", runs: [] }),
      /^unknown dialect "wave@9"/,
    ],
    [
      "no event",
      () => interpret({ dialect: "wave", event: "", runs: [] }),
      /event must be the name of an event/,
    ],
    [
      "no runs",
      () => interpret({ dialect: "wave", event: "Stop", runs: null as never }),
      /runs must be an array/,
    ],
    ["a run that is nothing", () => read(null as never), /runs\[0\] is not an object/],
    [
      "a run without an ending",
      () => read({ stdout: "x" }),
      /runs\[0\] does not say how it ended: it needs exit/,
    ],
    [
      "an exit code as text",
      () => read({ exit: "2" as never }),
      /^runs\[0\]\.exit is "2"; allowed is an integer from 0 to 255$/,
    ],
    [
      "an unknown onFailure",
      () => read({ exit: 0, onFailure: "deny" as never }),
      /onFailure is "deny"; allowed are: continue, ask, block/,
    ],
    [
      "stdout that is no text",
      () => read({ exit: 0, stdout: 1 as never }),
      /runs\[0\]\.stdout is neither a string nor bytes/,
    ],
    [
      "stderr that is no text",
      () => read({ exit: 0, stderr: {} as never }),
      /runs\[0\]\.stderr is neither a string nor bytes/,
    ],
  ])("%s", (_name, call, message) => {
    expect(call).toThrow(message);
  });

  test.each([-1, 256, 258, 300, 1.5, 2 ** 32 - 1, 3_221_225_786, NaN, Infinity])(
    "exit code %s, in every dialect, whatever else the run says",
    (exit) => {
      const message = `runs[1].exit is ${exit}; allowed is an integer from 0 to 255`;
      for (const dialect of ["wave", "wave/exit", "claude-code"])
        for (const more of [{}, { json: {} }, { changed: "guard.sh" }, { signal: "SIGKILL" }])
          expect(() =>
            interpret({ dialect, event: "Stop", runs: [{ exit: 255 }, { exit, ...more }] }),
          ).toThrow(new TypeError(message));
    },
  );

  test("an unknown dialect is a RangeError", () => {
    expect(() => interpret({ dialect: "x", event: "Stop", runs: [] })).toThrow(RangeError);
  });
});

test("a dialect is found by its name and by name and version", () => {
  const request = { event: "Stop", runs: [{ exit: 2, stderr: "more" }] };
  expect(interpret({ ...request, dialect: "wave@spec" })).toEqual(
    interpret({ ...request, dialect: "wave" }),
  );
});

test("a run that nobody waited for has no vote, and one that tries to block is reported", () => {
  const reading = interpret({
    dialect: "wave",
    event: "PreToolUse",
    runs: [
      { exit: 2, stderr: "no", async: true, hook: "late" },
      { exit: 1, stderr: "oops", async: true },
    ],
  });
  expect(reading).toMatchObject({
    outcome: "proceed",
    toModel: [],
    toUser: [],
    failed: false,
    diagnosed: true,
    problems: [{ code: "hook-async-guard", hook: "late", path: "async", lost: "its vote" }],
  });
});

test("without hooks nothing is said, and the whole reading is there", () => {
  expect(interpret({ dialect: "wave", event: "PreToolUse", runs: [] })).toEqual({
    outcome: "proceed",
    permission: "none",
    input: null,
    prompt: null,
    toModel: [],
    toUser: [],
    toLog: [],
    failed: false,
    diagnosed: false,
    problems: [],
    provenance: { voices: [], rewrites: [] },
  });
});

test("provenance says who said what, which answer won and why, and what became of rewrites", () => {
  const rewrite = JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "allow",
      updatedInput: { command: "ls" },
    },
  });
  const reading = interpret({
    dialect: "wave",
    event: "PreToolUse",
    runs: [
      { exit: 0, stdout: rewrite, hook: "nice" },
      { exit: 2, stderr: "no", hook: "guard" },
      { timedOut: true, onFailure: "ask", hook: "slow", timeout: 5 },
    ],
  });
  expect(reading.provenance).toEqual({
    voices: [
      { hook: "nice", level: "allow", by: "json", won: false, why: "deny outranks allow" },
      {
        hook: "guard",
        level: "deny",
        by: "exit-code",
        won: true,
        why: "deny is the strictest that was said",
      },
      { hook: "slow", level: "ask", by: "failure", won: false, why: "deny outranks ask" },
    ],
    rewrites: [
      { hook: "nice", what: "input", applied: false, why: "the operation does not happen" },
    ],
  });
  expect(reading.toUser).toEqual([
    { kind: "error", text: 'Hook "slow" gave no answer within 5 s.', hook: "slow" },
  ]);
  expect(reading.toLog.map(({ text }) => text)).toEqual([
    'Hook "slow" gave no answer within 5 s. Its onFailure is "ask".',
  ]);
});

describe("what is captured", () => {
  test("bytes are decoded as UTF-8, strictly", () => {
    expect(toHookRun({ exit: 0, stdout: Uint8Array.of(0xc3, 0xa9) }, 0, 10).stdout).toEqual({
      text: "é",
      cut: false,
      faithful: true,
    });
    expect(toHookRun({ exit: 0, stdout: Uint8Array.of(0xc3) }, 0, 10).stdout).toEqual({
      text: "\ufffd",
      cut: false,
      faithful: false,
    });
  });

  test("bytes past the cap are cut, and a character halved by the cut is no fault", () => {
    const bytes = new TextEncoder().encode("aéé");
    expect(toHookRun({ exit: 0, stdout: bytes }, 0, 4).stdout).toEqual({
      text: "aé",
      cut: true,
      faithful: true,
    });
    expect(toHookRun({ exit: 0, stdout: bytes }, 0, 5).stdout).toEqual({
      text: "aéé",
      cut: false,
      faithful: true,
    });
  });

  test("text is measured in bytes as well", () => {
    expect(toHookRun({ exit: 0, stdout: "aéé" }, 0, 4).stdout).toEqual({
      text: "aé",
      cut: true,
      faithful: true,
    });
    expect(toHookRun({ exit: 0, stdout: "aéé" }, 0, 5).stdout).toEqual({
      text: "aéé",
      cut: false,
      faithful: true,
    });
    expect(toHookRun({ exit: 0, stdout: "abc" }, 0, 9).stdout).toEqual({
      text: "abc",
      cut: false,
      faithful: true,
    });
  });

  test("the default cap is 102,400 bytes", () => {
    const whole = `{"systemMessage":"${"x".repeat(102_400 - 20)}"}`;
    expect(new TextEncoder().encode(whole)).toHaveLength(102_400);
    expect(read({ exit: 0, stdout: whole }).problems).toEqual([]);
    expect(read({ exit: 0, stdout: `${whole} ` }).problems[0]).toMatchObject({
      code: "output-truncated",
    });
  });

  test("a byte order mark stays for the decoder to strip", () => {
    expect(read({ exit: 0, stdout: Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d) }).problems).toEqual(
      [],
    );
  });

  test.each(["utf-16le", "utf-16be", "marked"])(
    "a deny in %s is honoured in any script, an allow is not",
    (encoding) => {
      const answer = (decision: string): Uint8Array => {
        const specific = {
          hookEventName: "PreToolUse",
          permissionDecision: decision,
          permissionDecisionReason: "нельзя",
        };
        const bytes = Buffer.from(
          `${encoding === "marked" ? "\uFEFF" : ""}${JSON.stringify({ hookSpecificOutput: specific })}`,
          "utf16le",
        );
        return new Uint8Array(encoding === "utf-16be" ? bytes.swap16() : bytes);
      };
      expect(read({ exit: 0, stdout: answer("deny") })).toMatchObject({
        outcome: "block",
        failed: true,
        toModel: [{ text: "нельзя" }],
      });
      expect(read({ exit: 0, stdout: answer("allow") })).toMatchObject({
        outcome: "proceed",
        permission: "none",
      });
    },
  );

  test("what a run says of its settings is kept", () => {
    const run = toHookRun(
      { signal: "SIGKILL", onFailure: "block", merge: true, timeout: 3, hook: "guard", cut: true },
      4,
      10,
    );
    expect(run).toMatchObject({
      hook: "guard",
      ending: { type: "signalled", signal: "SIGKILL" },
      onFailure: "block",
      merge: true,
      timeout: 3,
      stdout: { cut: true },
    });
    expect(toHookRun({ exit: 0 }, 4, 10)).toMatchObject({
      hook: "#4",
      onFailure: "continue",
      merge: false,
      timeout: null,
    });
  });

  test.each<[WireRun, object]>([
    [{ cancelled: true, exit: 0 }, { type: "cancelled" }],
    [{ timedOut: true, signal: "SIGTERM" }, { type: "timed-out" }],
    [{ spawnError: "ENOENT" }, { type: "not-started", error: "ENOENT" }],
    [{ json: {} }, { type: "exited", code: 0 }],
    [
      { json: {}, exit: 2 },
      { type: "exited", code: 2 },
    ],
    [{ exit: 137 }, { type: "exited", code: 137 }],
    [
      { exit: 2, signal: null as never, spawnError: null as never },
      { type: "exited", code: 2 },
    ],
    [
      { exit: null as never, signal: "SIGTERM" },
      { type: "signalled", signal: "SIGTERM" },
    ],
    [
      { exit: 0, timedOut: false, cancelled: false },
      { type: "exited", code: 0 },
    ],
  ])("%j ended as %j", (run, ending) => {
    expect(toHookRun(run, 0, 10).ending).toEqual(ending);
  });
});

test("the limits and the consent to rewritten prompts come from the caller", () => {
  const stdout = JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "UserPromptSubmit",
      updatedPrompt: "new",
      additionalContext: "x".repeat(50),
    },
  });
  const request = {
    dialect: "wave",
    event: "UserPromptSubmit",
    payload: { prompt: "old" },
    runs: [{ exit: 0, stdout }],
  };
  const off = interpret(request);
  expect(off.prompt).toBeNull();
  expect(off.problems.map(({ code }) => code)).toEqual(["field-turned-off"]);
  const on = interpret({ ...request, allowUpdatedPrompt: true, limits: { modelChars: 20 } });
  expect(on.prompt).toBe("new");
  expect(on.toUser).toEqual([
    {
      kind: "warning",
      text: 'Hook "#0" changed your prompt.\nYou wrote: old\nThe model gets: new',
      hook: "#0",
    },
  ]);
  expect(on.toModel[0]?.text).toBe(
    `${"x".repeat(20)}\n[cut after 20 of 50 characters; the whole text is in the hook log]`,
  );
  expect(on.toLog[0]?.text).toBe("x".repeat(50));
  expect(on.problems.map(({ code }) => code)).toEqual(["text-cut"]);
});

test.each([undefined, NaN, 0, -1])(
  "a limit of %s is none: the default is used, and no deny is cut away",
  (limit) => {
    const stdout = JSON.stringify({ decision: "block", reason: "x".repeat(50) });
    const limits = { outputBytes: limit as number, modelChars: limit as number };
    const reading = interpret({
      dialect: "wave",
      event: "Stop",
      runs: [{ exit: 0, stdout }],
      limits,
    });
    expect(reading).toMatchObject({
      outcome: "block",
      problems: [],
      toModel: [{ text: "x".repeat(50) }],
    });
  },
);

test("an unknown event is reported once, with the nearest known one, and is no diagnosis", () => {
  const reading = read({ exit: 0 }, "PreTolUse");
  expect(reading.problems).toMatchObject([
    { code: "event-unknown", severity: "info", found: "PreTolUse", suggestion: "PreToolUse" },
  ]);
  expect(reading.diagnosed).toBe(false);
});

test("an aborted event halts, whatever the hook printed", () => {
  const stdout = JSON.stringify({
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
  });
  const reading = read({ cancelled: true, stdout });
  expect(reading).toMatchObject({
    outcome: "halt",
    permission: "none",
    failed: true,
    toUser: [{ kind: "stop-reason", text: 'Aborted while hook "#0" was running.' }],
    toModel: [],
  });
  expect(read({ cancelled: true }, "Notification", "wave/exit")).toMatchObject({
    outcome: "halt",
    action: "halt",
  });
});

test("a tool's output is replaced, also where the hook objects to it", () => {
  const stdout = JSON.stringify({
    decision: "block",
    reason: "secret",
    hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: { a: 1 } },
  });
  expect(read({ exit: 0, stdout }, "PostToolUse")).toMatchObject({
    outcome: "block",
    toolOutput: { a: 1 },
  });
  expect(
    read(
      {
        exit: 0,
        stdout: '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":null}}',
      },
      "PostToolUse",
    ).toolOutput,
  ).toBeNull();
});
