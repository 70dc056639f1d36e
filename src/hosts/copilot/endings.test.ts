import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";
import { copilot } from "./index.js";

const read = (event: string, ...runs: WireRun[]): Reading =>
  interpret({ dialect: "copilot", event, payload: {}, runs });
const said = (answer: unknown, more: WireRun = {}): WireRun => ({
  exit: 0,
  stdout: JSON.stringify(answer),
  ...more,
});
const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const texts = (list: Reading["toModel"]): string[] => list.map(({ text }) => text);

const deny = { permissionDecision: "deny", permissionDecisionReason: "no" };
const bare = "Denied by preToolUse hook: hook exited with code 2";

describe("how a hook ends, before a tool", () => {
  test.each<
    [name: string, run: WireRun, outcome: string, failed: boolean, codes: readonly string[]]
  >([
    ["exit 2 denies", { exit: 2 }, "block", false, []],
    ["exit 1 denies", { exit: 1 }, "block", true, ["host-blocks-unasked"]],
    ["exit 127 denies", { exit: 127 }, "block", true, ["host-blocks-unasked"]],
    ["a signal denies", { signal: "SIGKILL" }, "block", true, ["host-blocks-unasked"]],
    ["no start denies", { spawnError: "ENOENT" }, "block", true, ["host-blocks-unasked"]],
    ["exit 1 with a deny denies as asked", said(deny, { exit: 1 }), "block", true, []],
    ["a timeout continues", { timedOut: true }, "proceed", true, ["host-fails-open"]],
    [
      "a timeout after a deny continues",
      { timedOut: true, stdout: JSON.stringify(deny) },
      "proceed",
      true,
      ["host-deny-lost", "host-fails-open"],
    ],
  ])("%s", (_name, run, outcome, failed, expected) => {
    for (const event of ["preToolUse", "PreToolUse", "preMcpToolCall"]) {
      const reading = read(event, run);
      expect([reading.outcome, reading.failed, codes(reading)]).toEqual([
        outcome,
        failed,
        expected,
      ]);
    }
  });

  test.each<[name: string, event: string, run: WireRun, reason: string]>([
    ["stdout gives it", "preToolUse", said(deny), "no"],
    ["an empty one is none", "preToolUse", said({ permissionDecisionReason: "" }), bare],
    ["text on stdout does not", "preToolUse", { stdout: "no" }, bare],
    ["stderr does not", "preToolUse", { stderr: "no" }, bare],
    ["nor under the other name", "PreToolUse", { stderr: "no" }, bare],
    ["the top level does under both names", "PreToolUse", said(deny), "no"],
    [
      "an object with hookSpecificOutput is dropped whole under that name",
      "PreToolUse",
      said({ ...deny, hookSpecificOutput: deny }),
      bare,
    ],
  ])("the reason of exit 2: %s", (_name, event, run, reason) => {
    const { outcome, toModel } = read(event, { ...run, exit: 2 });
    expect([outcome, texts(toModel)]).toEqual(["block", [reason]]);
  });

  test("what stderr says with exit 2 goes to the log, and that is noted", () => {
    for (const event of ["preToolUse", "PermissionRequest"]) {
      const { toLog, problems } = read(event, { exit: 2, stderr: "err\n" });
      expect(texts(toLog)).toEqual(["err\n"]);
      expect(problems).toEqual([
        expect.objectContaining({ code: "host-ignores-field", path: "stderr", severity: "info" }),
      ]);
    }
  });
});

describe("how a hook ends, on a permission request", () => {
  test.each<[run: WireRun, outcome: string, codes: readonly string[]]>([
    [{ exit: 1 }, "block", ["host-blocks-unasked"]],
    [{ exit: 127 }, "block", ["host-blocks-unasked"]],
    [{ signal: "SIGKILL" }, "block", ["host-blocks-unasked"]],
    [{ spawnError: "ENOENT" }, "block", ["host-blocks-unasked"]],
    [said({ behavior: "allow" }, { exit: 1 }), "block", ["host-blocks-unasked"]],
    [{ exit: 2 }, "block", []],
    [{ timedOut: true }, "ask", ["host-fails-open"]],
  ])("%j", (run, outcome, expected) => {
    for (const event of ["permissionRequest", "PermissionRequest"]) {
      const reading = read(event, run);
      expect([reading.outcome, codes(reading)]).toEqual([outcome, expected]);
    }
  });
});

describe("a failure elsewhere is skipped", () => {
  const others = Object.keys(copilot.events).filter(
    (name) => !/^(pre(Tool|Mcp)|permission)/i.test(name),
  );
  test.each(others)("%s", (event) => {
    const silence = read(event, { exit: 0 }).outcome;
    for (const run of [
      { exit: 1 },
      { signal: "SIGKILL" },
      { timedOut: true },
      { spawnError: "E" },
    ]) {
      const reading = read(event, run);
      expect([reading.outcome, reading.failed, texts(reading.toModel)]).toEqual([
        silence,
        true,
        [],
      ]);
    }
  });

  test("and reported where something could have been stopped", () => {
    for (const event of ["agentStop", "userPromptSubmitted", "PostToolUse"])
      expect(codes(read(event, { timedOut: true }))).toEqual(["host-fails-open"]);
    expect(codes(read("sessionEnd", { exit: 1 }))).toEqual([]);
  });
});

describe("exit code 2 where it does not deny is a warning, and stdout is read all the same", () => {
  test.each([
    "sessionStart",
    "sessionEnd",
    "userPromptSubmitted",
    "userPromptTransformed",
    "postToolUse",
    "agentStop",
    "subagentStart",
    "subagentStop",
    "preCompact",
    "notification",
    "errorOccurred",
  ])("%s", (event) => {
    const reading = read(event, { exit: 2, stderr: "careful" });
    expect([reading.outcome, texts(reading.toUser), reading.failed]).toEqual([
      "proceed",
      ["careful"],
      false,
    ]);
    expect(codes(reading)).toEqual(["host-deny-lost"]);
  });

  test.each(["agentStop", "SubagentStop", "userPromptSubmitted", "PostToolUse"])(
    "a stated block counts with exit code 2 on %s, and with no other",
    (event) => {
      const answer = { decision: "block", reason: "more" };
      expect(read(event, said(answer, { exit: 2 })).outcome).toBe("block");
      expect(read(event, said(answer, { exit: 1 })).outcome).toBe("proceed");
    },
  );

  test("on postToolUseFailure stdout is context, its field before its text", () => {
    expect(texts(read("postToolUseFailure", { exit: 2, stdout: "hint" }).toModel)).toEqual([
      "hint",
    ]);
    expect(
      texts(read("postToolUseFailure", said({ additionalContext: "field" }, { exit: 2 })).toModel),
    ).toEqual(["field"]);
  });
});

test("a timeout is reported to the user before a tool alone", () => {
  expect(texts(read("preToolUse", { timedOut: true }).toUser)).toEqual(["Hook command timed out"]);
  expect(texts(read("postToolUse", { timedOut: true }).toUser)).toEqual([]);
});

test("a permission request takes no reason from stderr", () => {
  expect(texts(read("permissionRequest", { exit: 2, stderr: "err" }).toModel)).toEqual([
    "Denied by permissionRequest hook",
  ]);
});
