import { afterEach, describe, expect, test, vi } from "vitest";
import type { Settings } from "../config/index.js";
import type { Verdict } from "../decide/index.js";
import { ruleAnswers } from "./own-answers.js";
import { callAfter, callOf, Permissions, worldOf } from "./permissions.js";

describe("the call that an event asks about", () => {
  const call = { tool_name: "Bash", tool_input: { command: "ls" } };
  test.each<[string, object, object | null]>([
    ["PreToolUse", call, { tool: "Bash", input: { command: "ls" } }],
    ["PermissionRequest", call, { tool: "Bash", input: { command: "ls" } }],
    ["PostToolUse", call, null],
    ["PreToolUse without a tool", {}, null],
  ])("%s", (event, more, expected) => {
    const payload = { hook_event_name: event.split(" ")[0] ?? "", ...more };
    expect(callOf(payload)).toEqual(expected);
  });

  test("no event asks about none", () => {
    expect(callOf(call)).toBeNull();
  });

  test("has the input that hooks leave", () => {
    const payload = { hook_event_name: "PreToolUse", ...call };
    const after = (changes: object): unknown => callAfter({ changes } as Verdict, payload);
    expect(after({})).toEqual({ tool: "Bash", input: { command: "ls" } });
    expect(after({ input: { command: "ls -l" } })).toEqual({
      tool: "Bash",
      input: { command: "ls -l" },
    });
    const stop = { hook_event_name: "Stop" };
    expect(callAfter({ changes: { input: {} } } as Verdict, stop)).toBeNull();
  });
});

test.each<[decision: string, bySelfProtection: boolean, name: string | null]>([
  ["none", false, null],
  ["allow", false, "permission rules"],
  ["deny", false, "permission rules"],
  ["deny", true, "self-protection"],
])("rules that say %s (self-protection: %s) answer as %s", (decision, bySelfProtection, name) => {
  const answers = ruleAnswers({ decision, bySelfProtection, why: "it is so" } as Parameters<
    typeof ruleAnswers
  >[0]);
  const said = { level: decision, by: "rule", reasons: ["it is so"] };
  expect(answers).toMatchObject(name === null ? [] : [{ hook: name, says: [said] }]);
  expect(answers).toHaveLength(name === null ? 0 : 1);
});

describe("the world of a call", () => {
  afterEach(() => vi.unstubAllEnvs());
  const hidden = ["BASHOPTS", "BASH_ENV", "ENV", "GLOBIGNORE", "FIGNORE"];

  test.each(["none of them", ...hidden])("a shell may find hidden names: %s is set", (name) => {
    for (const one of hidden) vi.stubEnv(one, one === name ? "x" : undefined);
    expect(worldOf("/", () => []).findsHidden).toBe(name !== "none of them");
  });

  test("is looked at once, with the first call, and a relative path is one of where the call is made", () => {
    let looks = 0;
    const rule = { layer: "user", list: "deny", text: "Read(/etc/*)", file: null, line: null };
    const settings = { permissions: [rule] } as unknown as Settings;
    const permissions = new Permissions(
      settings,
      () => ((looks += 1), worldOf("/usr", () => [])),
      "/usr",
    );
    expect([permissions.problems, looks]).toEqual([[], 0]);
    const judged = (path: string, cwd: string | undefined): string =>
      permissions.judge({ tool: "Read", input: { file_path: path } }, cwd).decision;
    expect([
      judged("passwd", "/etc"),
      judged("passwd", "/usr"),
      judged("../etc/passwd", "/usr"),
      judged("../etc/passwd", undefined),
    ]).toEqual(["deny", "none", "deny", "deny"]);
    expect(looks).toBe(1);
  });
});
