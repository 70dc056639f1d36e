import { realpathSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import type { Settings } from "../config/index.js";
import type { Verdict } from "../decide/index.js";
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

describe("the world of a call", () => {
  afterEach(() => vi.unstubAllEnvs());
  const hidden = ["BASHOPTS", "BASH_ENV", "ENV", "GLOBIGNORE", "FIGNORE"];

  test.each(["none of them", ...hidden])("a shell may find hidden names: %s is set", (name) => {
    for (const one of hidden) vi.stubEnv(one, one === name ? "x" : undefined);
    expect(worldOf("/", () => []).findsHidden).toBe(name !== "none of them");
  });

  test("knows the files of hooks and of trust by their real places, and looks for them once", () => {
    const folder = temporaryFolder();
    symlinkSync(folder, join(folder, "link"));
    let looks = 0;
    const world = worldOf(join(folder, "link"), () => {
      looks++;
      return [join(folder, "link/guard.sh")];
    });
    expect([world.projectDir, world.home]).toEqual([folder, realpathSync(homedir())]);
    const found = [world.protectedPaths?.(), world.protectedPaths?.()];
    expect([found, looks]).toEqual([[[join(folder, "guard.sh")], [join(folder, "guard.sh")]], 1]);
    expect(world.hookFiles?.()).toContain(join(folder, ".claude/settings.json"));
    expect(world.hookFiles?.()).toBe(world.hookFiles?.());
  });

  test("a call that is made where the project is, as the host names it, is made in the real folder", () => {
    const rule = { layer: "user", list: "deny", text: "Read(/etc/*)", file: null, line: null };
    const settings = { permissions: [rule] } as unknown as Settings;
    const world = { ...worldOf("/usr", () => []), projectDir: "/etc" };
    const permissions = new Permissions(settings, () => world, "/usr");
    const read = { tool: "Read", input: { file_path: "passwd" } };
    expect(["/usr", undefined, "/tmp"].map((cwd) => permissions.judge(read, cwd).decision)).toEqual(
      ["deny", "deny", "none"],
    );
  });

  test("rules that cannot be used are problems, with their places", () => {
    const wrong = { layer: "user", list: "allow", text: "Bash((", file: "/h/s.json", line: 3 };
    const right = { layer: "user", list: "deny", text: "Bash", file: null, line: null };
    const settings = { permissions: [wrong, right] } as unknown as Settings;
    const { problems } = new Permissions(settings, () => worldOf("/", () => []), "/");
    expect(problems).toEqual([
      {
        code: "rule-unusable",
        severity: "error",
        hook: "",
        path: "permissions.allow",
        found: expect.stringMatching(/^Bash\(\(: ./) as unknown,
        file: "/h/s.json",
        line: 3,
      },
    ]);
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
