import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine, EngineOptions, Fired } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { call, on, WaveWorkspace } from "./wave-workspace.js";

let workspace: WaveWorkspace;
beforeEach(() => {
  workspace = new WaveWorkspace();
});
afterEach(() => workspace.close());

const guard = on("PreToolUse", "echo 'no rm' >&2; exit 2", {}, { matcher: "Bash" });
const codes = (engine: Engine): string[] => engine.problems.map(({ code }) => code);

describe("hooks of .wave/settings.json are hooks of the project", () => {
  test("unread and named until they are approved; then they run, with file and line", async () => {
    const file = workspace.settings(guard);
    const engine = workspace.open();
    const before = await engine.fire(call);
    expect(before.reading.outcome).toBe("proceed");
    expect(before.hooks).toMatchObject([{ name: file, file, ran: false, skipped: "trust" }]);
    const looked = engine.review();
    expect(looked.map(({ hook, state }) => `${hook.id} ${state}`)).toEqual([
      "project/wave:PreToolUse:0.0 new",
    ]);
    await engine.approve(looked);
    const after = await engine.fire(call);
    expect(after).toMatchObject({
      dialect: "wave",
      reading: { outcome: "block", toModel: [{ text: "no rm" }] },
      hooks: [{ id: "project/wave:PreToolUse:0.0", file, line: 7, ran: true, run: { exit: 2 } }],
    });
  });

  test("a script that was swapped after the approval does not run, and its onFailure counts", async () => {
    workspace.write(".wave/hooks/guard.sh", "#!/bin/sh\nexit 2\n");
    workspace.settings(
      on("PreToolUse", '"$WAVE_PROJECT_DIR"/.wave/hooks/guard.sh', { onFailure: "block" }),
    );
    const engine = workspace.open();
    await engine.approve(engine.review());
    expect((await engine.fire(call)).hooks).toMatchObject([{ ran: true, run: { exit: 2 } }]);
    workspace.write(".wave/hooks/guard.sh", "#!/bin/sh\ntouch pwned\n");
    const { reading, hooks } = await engine.fire(call);
    expect(reading.outcome).toBe("block");
    expect(hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
    expect(existsSync(join(workspace.project, "pwned"))).toBe(false);
  });

  test("an entry that changed is announced, counts after a reload, and only once it is approved", async () => {
    workspace.settings(on("Stop", "exit 2"));
    let tell = (): void => {};
    const announced = new Promise<void>((resolve) => (tell = resolve));
    await workspace.open().approve(workspace.open().review());
    const engine = workspace.open({ onSettingsChange: () => tell() });
    workspace.settings(on("Stop", "touch pwned; exit 2"));
    await announced;
    expect((await engine.fire({ hook_event_name: "Stop" })).reading.outcome).toBe("block");
    engine.reload();
    expect((await engine.fire({ hook_event_name: "Stop" })).hooks).toMatchObject([
      { ran: false, skipped: "trust", why: expect.stringContaining("it changed") as string },
    ]);
    expect(existsSync(join(workspace.project, "pwned"))).toBe(false);
  });

  test("all files are heard: the user's, the project's and the local one, Wave's before Snaphook's", async () => {
    const print = (text: string): object => on("UserPromptSubmit", `echo ${text}`);
    workspace.settings(print("user"), join(workspace.userHome, ".wave/settings.json"));
    workspace.settings(print("own-user"), join(workspace.home, "settings.json"));
    workspace.settings(print("project"));
    workspace.settings(print("own-project"), ".snaphook/settings.json");
    workspace.settings(print("local"), ".wave/settings.local.json");
    const engine = workspace.open({ trustProject: true });
    const { reading } = await engine.fire({ hook_event_name: "UserPromptSubmit", prompt: "p" });
    expect(reading.toModel.map(({ text }) => text.trim())).toEqual([
      "user",
      "own-user",
      "project",
      "own-project",
      "local",
    ]);
  });

  test("with wave: false, and without the user's home folder, those files are nobody's", () => {
    workspace.settings(guard, join(workspace.userHome, ".wave/settings.json"));
    workspace.settings(guard);
    const hooks = (options: Partial<EngineOptions>): string[] =>
      workspace.open({ trustProject: true, ...options }).settings.hooks.map(({ id }) => id);
    expect(hooks({ wave: false })).toEqual([]);
    const { projectDir, home, managedFile } = workspace.places;
    const engine = createEngine({ projectDir, home, managedFile, keeper: false });
    expect(engine.settings.hooks).toEqual([]);
    engine.close();
    expect(hooks({})).toEqual(["user/wave:PreToolUse:0.0", "project/wave:PreToolUse:0.0"]);
  });

  test("in the home folder the user's file is not also the project's", () => {
    workspace.settings(guard, join(workspace.userHome, ".wave/settings.json"));
    const engine = workspace.open({ projectDir: workspace.userHome, trustProject: true });
    expect(engine.settings.hooks.map(({ id }) => id)).toEqual(["user/wave:PreToolUse:0.0"]);
  });

  test("a file of the user's that the project could have written is not the user's", async () => {
    const planted = workspace.settings(on("PreToolUse", "touch pwned"), "planted.json");
    mkdirSync(join(workspace.userHome, ".wave"));
    symlinkSync(planted, join(workspace.userHome, ".wave/settings.json"));
    await workspace.open().fire(call);
    expect(existsSync(join(workspace.project, "pwned"))).toBe(false);
  });

  test("a project that can be written by tools has its .wave settings protected", () => {
    const engine = workspace.open();
    const write = (path: string): string =>
      engine.judge({ tool: "Write", input: { file_path: path, content: "{}" } }).decision;
    expect(write(join(workspace.project, ".wave/settings.json"))).toBe("ask");
    expect(write(join(workspace.project, "notes.md"))).toBe("none");
  });
});

describe("a hook of Wave's finds what Wave gives it", () => {
  const reported = async (event: string, command: string, payload: object): Promise<Fired> => {
    workspace.settings(on(event, command));
    return workspace
      .open({ trustProject: true, dialect: "gosu" })
      .fire({ hook_event_name: event, ...payload });
  };

  test.each([
    ["UserPromptSubmit", { prompt: "rm it all" }, '"user_prompt":"rm it all"'],
    ["SessionEnd", { reason: "exit" }, '"end_source":"exit"'],
    ["SubagentStop", { agent_type: "explorer" }, '"subagent_type":"explorer"'],
  ])("the payload of %s has Wave's names too", async (event, payload, field) => {
    const { hooks } = await reported(event, "cat", payload);
    expect(String(Buffer.from(hooks[0]?.run?.stdout as Uint8Array))).toContain(field);
  });

  test("its variables are there whatever dialect the answers are read in", async () => {
    const command = "echo $WAVE_PROJECT_DIR $HOOK_EVENT $HOOK_TOOL_NAME";
    const { hooks } = await reported("PreToolUse", command, call);
    expect(String(Buffer.from(hooks[0]?.run?.stdout as Uint8Array))).toBe(
      `${workspace.project} PreToolUse Bash\n`,
    );
  });

  test("variables of the file's env that the command names are set, others are Wave's own", () => {
    workspace.settings({
      env: { TOOLS: "scripts", WAVE_API_KEY: "k", PATH: "/evil" },
      ...on("PreToolUse", "$TOOLS/guard.sh $PATH"),
    });
    const engine = workspace.open({ trustProject: true });
    expect(engine.settings.hooks.map(({ env }) => env)).toEqual([{ TOOLS: "scripts" }]);
    expect(codes(engine)).toEqual(["env-refused"]);
  });

  test.each<[string, boolean, string?]>([
    ["bash", true],
    ["BASH|write", true],
    ["ba*", true],
    ["write", false],
    ["agent", true, "Task"],
    ["Task", true, "Task"],
  ])(
    "the matcher %s is compared as Wave does, without letter case",
    async (matcher, matches, tool) => {
      workspace.settings(on("PreToolUse", "exit 2", {}, { matcher }));
      const { reading } = await workspace
        .open({ trustProject: true })
        .fire({ ...call, ...(tool !== undefined && { tool_name: tool }) });
      expect(reading.outcome).toBe(matches ? "block" : "proceed");
    },
  );

  test("a hook has ten minutes, and at most that", () => {
    workspace.settings({
      hooks: {
        Stop: [{ hooks: [{ command: "a" }, { command: "b", timeout: 5 }] }],
        PreCompact: [{ hooks: [{ command: "c", timeout: 9000 }] }],
      },
    });
    const { settings } = workspace.open({ trustProject: true });
    expect(settings.hooks.map(({ timeout }) => timeout)).toEqual([600, 5, 600]);
  });
});

describe("the dialect", () => {
  const dialect = (options: Partial<EngineOptions> = {}): string =>
    workspace.open({ trustProject: true, ...options }).settings.dialect;

  test("is wave, whatever the user prefers for projects that say nothing", () => {
    workspace.settings({ dialect: "gosu" }, join(workspace.home, "settings.json"));
    expect(dialect()).toBe("gosu");
    workspace.settings(guard);
    expect(dialect()).toBe("wave");
  });

  test("is what the project's own settings say", () => {
    workspace.settings(guard);
    workspace.settings({ dialect: "pact" }, ".snaphook/settings.json");
    expect(dialect()).toBe("pact");
  });

  test("is that of the user's hooks where there are some, and it is said", () => {
    workspace.settings({ dialect: "gosu", ...guard }, join(workspace.home, "settings.json"));
    const file = workspace.settings(guard);
    const engine = workspace.open({ trustProject: true });
    expect(engine.settings.dialect).toBe("gosu");
    expect(engine.problems).toMatchObject([{ code: "setting-ignored", path: "dialect", file }]);
  });

  test("of a user with hooks and no preference nothing is said: nothing is lost", () => {
    workspace.settings(guard, join(workspace.home, "settings.json"));
    workspace.settings(guard);
    expect(codes(workspace.open({ trustProject: true }))).toEqual([]);
  });
});

describe("what is wrong is reported with file, line, field and fix, and all else counts", () => {
  test.each<[string, unknown, object, number]>([
    ["no JSON", '{\n "hooks": ', { code: "settings-invalid-json", line: 2 }, 0],
    [
      "another type",
      { hooks: { Stop: [{ hooks: [{ type: "http", url: "u" }, { command: "a" }] }] } },
      { code: "hook-invalid", path: "hooks.Stop[0].hooks[0].type", line: 7, found: '"http"' },
      1,
    ],
    [
      "no command",
      on("Stop", ""),
      { code: "hook-invalid", path: "hooks.Stop[0].hooks[0].command", line: 8 },
      0,
    ],
    [
      "an unknown event",
      on("PreTolUse", "a"),
      { code: "event-unknown", path: "hooks.PreTolUse", line: 3, suggestion: "PreToolUse" },
      1,
    ],
    [
      "hooks misspelled",
      { hook: {} },
      { code: "setting-unknown", path: "hook", line: 2, suggestion: "hooks" },
      0,
    ],
    [
      "a matcher where Wave has none",
      on("Stop", "a", {}, { matcher: "Bash" }),
      { code: "setting-ignored", path: "hooks.Stop[0].matcher", line: 5 },
      1,
    ],
  ])("%s", (_name, settings, problem, hooks) => {
    const file = workspace.settings(settings);
    const engine = workspace.open({ trustProject: true });
    expect(engine.problems).toMatchObject([{ ...problem, file }]);
    expect(engine.settings.hooks).toHaveLength(hooks);
  });

  test("what is Wave's own business is no problem", () => {
    workspace.settings({
      permissions: { allow: ["Bash(ls)"] },
      enabledPlugins: { "sdd@builtin": true },
      models: {},
      ...on("WorktreeCreate", "a", { description: "makes one" }),
    });
    expect(codes(workspace.open({ trustProject: true }))).toEqual([]);
  });

  test("the entry of Snaphook's own bridge is none of its hooks", () => {
    workspace.settings(on("PreToolUse", "snaphook bridge fire --host wave"));
    const engine = workspace.open({ trustProject: true });
    expect(engine.settings.hooks).toEqual([]);
    expect(engine.problems).toMatchObject([{ code: "setting-ignored", severity: "info" }]);
  });
});
