import { expect, test } from "vitest";
import { render, type PortableAnswer } from "../index.js";

const nothing: PortableAnswer = { outcome: "proceed", permission: "none" };
const block: PortableAnswer = { outcome: "block", permission: "deny", reason: "no" };
const allow: PortableAnswer = { outcome: "proceed", permission: "allow" };

test("exit code 2 and JSON come together only where neither says it alone", () => {
  const wanted: PortableAnswer = { ...block, warning: "careful" };
  expect(render("claude-code", "TeammateIdle", wanted)).toEqual({
    exit: 2,
    stdout: '{"systemMessage":"careful"}',
    stderr: "no",
    losses: [],
  });
});

test.each([
  ["copilot", "agentStop"],
  ["copilot", "Stop"],
  ["cursor", "stop"],
])("an agent that is to stop gets no block where %s has no other word on %s", (host, event) => {
  const halt: PortableAnswer = { outcome: "halt", permission: "none", stopReason: "enough" };
  const { exit, stdout, losses } = render(host, event, halt);
  expect({ exit, stdout: stdout.replace("{}", ""), lost: losses.map(({ path }) => path) }).toEqual({
    exit: 0,
    stdout: "",
    lost: ["outcome", "stopReason"],
  });
});

test("the payload says whether the tool takes the new input", () => {
  const wanted: PortableAnswer = { ...allow, input: { path: "a" } };
  const answer = render("claude-code", "PreToolUse", wanted, { tool_name: "Bash" });
  expect({ ...answer, losses: answer.losses.map(({ path }) => path) }).toEqual({
    exit: 0,
    stdout: "",
    stderr: "",
    losses: ["permission", "input"],
  });
});

test("of an input that the tool takes in part, that part is given and the rest reported", () => {
  const wanted: PortableAnswer = { ...nothing, input: { command: "ls", timeout: 5 } };
  const { losses } = render("codex", "PreToolUse", wanted, { tool_name: "Bash" });
  expect(losses).toEqual([
    {
      code: "host-ignores-field",
      severity: "warning",
      hook: "",
      path: "input",
      found: '{"command":"ls","timeout":5}',
      lost: "part of the new input",
    },
  ]);
});

test("of an outcome and a permission that contradict each other the stricter counts", () => {
  const wanted: PortableAnswer = { outcome: "proceed", permission: "deny", reason: "no" };
  expect(render("codex", "PreToolUse", wanted)).toEqual(render("codex", "PreToolUse", block));
});

test.each(["\u0085", "\uFEFF", " \n"])(
  "a reason that is blank to some host is none: %j",
  (reason) => {
    const { stderr, stdout } = render("codex", "PreToolUse", { ...block, reason });
    expect(stderr + stdout).toContain("A hook stopped this and gave no reason.");
  },
);

test("big integers keep all their digits, where the host does", () => {
  const wanted: PortableAnswer = { ...nothing, input: { id: 2n ** 70n } };
  expect(render("wave", "PreToolUse", wanted)).toMatchObject({
    stdout: expect.stringContaining('{"id":1180591620717411303424}') as string,
    losses: [],
  });
  expect(render("gemini", "BeforeTool", wanted).losses.map(({ lost }) => lost)).toEqual([
    "part of the new input",
  ]);
});

test("a warning that only the model gets, as a reason, has not reached the user", () => {
  const { losses } = render("claude-code", "PermissionRequest", { ...block, warning: "no" });
  expect(losses.map(({ path }) => path)).toEqual(["warning"]);
});

test("half of a surrogate pair, with which Codex would not block, is repaired", () => {
  const wanted: PortableAnswer = { ...block, reason: "no \ud800", warning: "careful" };
  const { stdout, losses } = render("codex", "PreToolUse", wanted);
  expect(JSON.parse(stdout)).toMatchObject({
    hookSpecificOutput: { permissionDecisionReason: "no \uFFFD" },
  });
  expect(losses).toEqual([]);
});

test("an input that is no JSON is lost, and with it its permission", () => {
  let deep: Record<string, never> | object = {};
  for (let depth = 0; depth < 20_000; depth++) deep = { deep };
  const input = deep as NonNullable<PortableAnswer["input"]>;
  const { stdout, losses } = render("wave", "PreToolUse", { ...allow, input });
  expect(stdout).toBe("");
  expect(losses.map(({ path }) => path)).toEqual(["permission", "input"]);
});

test("a host that nobody knows is the caller's error", () => {
  expect(() => render("nobody", "PreToolUse", nothing)).toThrow(RangeError);
  expect(() => render("claude-code@1", "PreToolUse", nothing)).toThrow(RangeError);
});
