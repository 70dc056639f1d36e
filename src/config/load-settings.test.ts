import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { loadSettings, type HookEntry, type Settings } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
const path = {
  user: () => join(root, "home/settings.json"),
  project: () => join(root, "project/.snaphook/settings.json"),
  local: () => join(root, "project/.snaphook/settings.local.json"),
  managed: () => join(root, "etc/settings.json"),
};
type FileLayer = keyof typeof path;

beforeEach(() => {
  root = temporaryFolder();
});

function write(layer: FileLayer, content: unknown): void {
  mkdirSync(dirname(path[layer]()), { recursive: true });
  writeFileSync(path[layer](), content instanceof Buffer ? content : textOf(content));
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

function load(options: { trustProject?: boolean; program?: unknown } = {}): Settings {
  return loadSettings({
    projectDir: join(root, "project"),
    home: join(root, "home"),
    managedFile: path.managed(),
    trustProject: true,
    ...options,
  });
}

const stop = (command: string, more: object = {}): object => ({
  hooks: { Stop: [{ hooks: [{ command, ...more }] }] },
});

const states = ({ files }: Settings): Record<string, string> =>
  Object.fromEntries(files.map(({ layer, state }) => [layer, state]));

const fifo = (at: string): void => {
  mkdirSync(dirname(at), { recursive: true });
  execFileSync("mkfifo", [at]);
};

test("a text that was read before comes to the same, and another one to what it says", () => {
  write("user", stop("a"));
  const [before] = load().hooks;
  expect(load().hooks[0]?.entry).toBe(before?.entry);
  write("user", stop("b"));
  expect(load().hooks).toMatchObject([{ action: { command: "b" } }]);
});

test("without any file the defaults hold", () => {
  expect(load()).toEqual({
    dialect: "wave",
    hooks: [],
    limits: { outputBytes: 102_400, modelChars: 10_000, stopBlocks: 8, parallel: 16 },
    allowUpdatedPrompt: false,
    ledger: "written",
    record: false,
    disableAllHooks: false,
    requireHooks: [],
    permissions: [],
    httpHosts: [],
    httpVariables: [],
    telemetry: null,
    fleet: null,
    policy: null,
    serveIdleMinutes: 15,
    files: (["user", "project", "local", "managed"] as const).map((layer) => ({
      layer,
      path: path[layer](),
      state: "missing",
      hooks: 0,
    })),
    problems: [],
  });
});

test("a hook that says everything is read as it is, with its file and line", () => {
  write(
    "user",
    `// mine
{
  /* the guards */
  "hooks": { "PreToolUse": [ { "matcher": "Bash|Write", "if": { "command": "*rm *" }, "hooks": [
    { "type": "command", "command": "./guard", "args": ["-x"], "timeout": 0.5, "onFailure": "block",
      "env": { "A": "1", "LD_PRELOAD": "mine" }, "passEnv": ["API_KEY"], "cwd": "sub", "merge": true,
      "sequential": true, "disabled": true, "name": "guard", },
  ], }, ] },
}`,
  );
  const { hooks, problems } = load();
  expect(problems).toEqual([]);
  expect(hooks.map(({ entry }) => entry)).toEqual([
    {
      id: "user:PreToolUse:0.0",
      name: "guard",
      event: "PreToolUse",
      matcher: "Bash|Write",
      if: { command: "*rm *" },
      action: { type: "command", form: "exec", command: "./guard", args: ["-x"] },
      timeout: 0.5,
      onFailure: "block",
      env: { A: "1", LD_PRELOAD: "mine" },
      passEnv: ["API_KEY"],
      cwd: "sub",
      merge: true,
      sequential: true,
      disabled: true,
      source: { layer: "user", file: path.user(), line: 5 },
    } satisfies HookEntry,
  ]);
});

test("a hook that says next to nothing gets the defaults", () => {
  write("project", '\n{"hooks":{"Stop":[\n{"hooks":[\n\n{"command":"echo  hi\\n"}]}]}}');
  const { hooks, problems } = load();
  expect(problems).toEqual([]);
  expect(hooks.map(({ entry }) => entry)).toEqual([
    {
      id: "project:Stop:0.0",
      name: "echo hi",
      approvedAs: "echo hi",
      event: "Stop",
      matcher: undefined,
      if: undefined,
      action: { type: "command", form: "shell", command: "echo  hi\n", shell: "/bin/sh" },
      timeout: 60,
      onFailure: "continue",
      env: {},
      passEnv: [],
      cwd: null,
      merge: false,
      sequential: false,
      disabled: false,
      source: { layer: "project", file: path.project(), line: 5 },
    } satisfies HookEntry,
  ]);
});

describe("layers", () => {
  test("hooks come in the order user, project, local, program, managed", () => {
    for (const layer of ["managed", "local", "project", "user"] as const) write(layer, stop(layer));
    const { hooks, files } = load({ program: stop("program") });
    expect(hooks.map(({ id, name, source }) => [id, name, source])).toEqual([
      ["user:Stop:0.0", "user", { layer: "user", file: path.user(), line: 1 }],
      ["project:Stop:0.0", "project", { layer: "project", file: path.project(), line: 1 }],
      ["local:Stop:0.0", "local", { layer: "local", file: path.local(), line: 1 }],
      ["program:Stop:0.0", "program", { layer: "program", file: null, line: null }],
      ["managed:Stop:0.0", "managed", { layer: "managed", file: path.managed(), line: 1 }],
    ]);
    expect(files.map(({ layer, state, hooks: count }) => [layer, state, count])).toEqual([
      ["user", "read", 1],
      ["project", "read", 1],
      ["local", "read", 1],
      ["managed", "read", 1],
    ]);
  });

  test.each<[string, Partial<Record<FileLayer | "program", string>>, string]>([
    ["the only one that names it", { user: "gosu" }, "gosu"],
    ["code over the user", { user: "gosu", program: "pact" }, "pact"],
    ["the managed file over all", { program: "gosu", managed: "pact" }, "pact"],
    ["one with its version", { user: "wave/exit" }, "wave/exit"],
  ])("the dialect is that of %s", (_name, { program, ...files }, expected) => {
    for (const [layer, dialect] of Object.entries(files)) write(layer as FileLayer, { dialect });
    const given = program === undefined ? {} : { program: { dialect: program } };
    expect(load(given)).toMatchObject({ dialect: expected, problems: [] });
  });

  test("each limit is the last that is set", () => {
    write("user", { limits: { outputBytes: 1, modelChars: 2 } });
    write("managed", { limits: { modelChars: 3, parallel: 5 } });
    expect(load().limits).toEqual({ outputBytes: 1, modelChars: 3, stopBlocks: 8, parallel: 5 });
  });

  test("the ledger is not the project's", () => {
    write("project", { ledger: "required" });
    expect(load()).toMatchObject({ ledger: "written", problems: [{ code: "setting-ignored" }] });
  });

  test("the strictest setting for the ledger wins", () => {
    write("user", { ledger: "required" });
    write("managed", { ledger: "synced" });
    expect(load().ledger).toBe("required");
  });

  test("permission rules of all layers are joined, as given", () => {
    write("user", { permissions: { allow: ["Read"], deny: ["Bash(rm *)"] } });
    write("project", { permissions: { allow: ["Bash(ls)"], ask: ["Write"] } });
    const said = load().permissions.map(({ layer, list, text }) => `${layer} ${list} ${text}`);
    expect(said).toEqual([
      "user allow Read",
      "user deny Bash(rm *)",
      "project allow Bash(ls)",
      "project ask Write",
    ]);
    const place = { file: path.project(), line: 1 };
    expect(load().permissions.filter(({ layer }) => layer === "project")).toMatchObject([
      place,
      place,
    ]);
  });

  test("required hooks of the user and the administrator are joined", () => {
    write("user", { requireHooks: ["a", "b"] });
    write("managed", { requireHooks: ["b", "c"] });
    expect(load()).toMatchObject({ requireHooks: ["a", "b", "c"], problems: [] });
  });

  test("what the user allows, the administrator can forbid", () => {
    write("user", { allowUpdatedPrompt: true });
    expect(load().allowUpdatedPrompt).toBe(true);
    write("managed", { allowUpdatedPrompt: false });
    expect(load().allowUpdatedPrompt).toBe(false);
  });

  test.each([
    ["continue", ["continue", "ask", "block"]],
    ["ask", ["ask", "ask", "block"]],
    ["block", ["block", "block", "block"]],
  ])("a managed onFailure of %s is a floor for every layer", (floor, expected) => {
    write("user", stop("a"));
    write("project", stop("b", { onFailure: "ask" }));
    write("managed", { onFailure: floor, ...stop("c", { onFailure: "block" }) });
    expect(load().hooks.map(({ onFailure }) => onFailure)).toEqual(expected);
  });

  test.each<[FileLayer | "program", string[], boolean]>([
    ["user", ["user", "project", "local", "program"], false],
    ["project", ["project", "local"], false],
    ["local", ["project", "local"], false],
    ["program", ["user", "project", "local", "program"], false],
    ["managed", ["user", "project", "local", "program", "managed"], true],
  ])("disableAllHooks in %s turns off %j", (switching, expected, all) => {
    const settingsOf = (layer: string): object => ({
      ...stop(layer),
      ...(layer === switching && { disableAllHooks: true }),
    });
    for (const layer of ["user", "project", "local", "managed"] as const)
      write(layer, settingsOf(layer));
    const settings = load({ program: settingsOf("program") });
    const off = settings.hooks.filter(({ disabled }) => disabled);
    expect(off.map(({ source }) => source.layer)).toEqual(expected);
    expect(settings.disableAllHooks).toBe(all);
  });

  test("the user's switch turns everything off where nothing is managed, the project's never does", () => {
    write("project", { disableAllHooks: true });
    expect(load().disableAllHooks).toBe(false);
    write("user", { disableAllHooks: true, ...stop("a") });
    expect(load().disableAllHooks).toBe(true);
  });
});

describe("files", () => {
  test.each<[string, (at: string) => void, string]>([
    ["a pipe", fifo, "no regular file"],
    ["a folder", (at) => mkdirSync(at, { recursive: true }), "no regular file"],
    [
      "a link to itself",
      (at) => {
        mkdirSync(dirname(at), { recursive: true });
        symlinkSync(at, at);
      },
      "ELOOP",
    ],
    ["a huge file", () => write("project", " ".repeat(4 * 1024 * 1024 + 1)), "4194305 bytes"],
  ])("%s cannot be read, and the other files stay", (_name, make, found) => {
    make(path.project());
    write("user", stop("mine"));
    const settings = load();
    expect(states(settings)).toMatchObject({ user: "read", project: "unreadable" });
    expect(settings.hooks).toHaveLength(1);
    expect(settings.problems).toEqual([
      {
        code: "settings-unreadable",
        severity: "error",
        hook: "",
        path: "",
        found,
        allowed: ["a regular file of at most 4 MiB that may be read"],
        lost: "every hook in the file",
        file: path.project(),
        line: null,
      },
    ]);
  });

  test("a .snaphook that is a file holds no settings", () => {
    mkdirSync(join(root, "project"), { recursive: true });
    writeFileSync(join(root, "project/.snaphook"), "");
    for (const trustProject of [true, false])
      expect(states(load({ trustProject }))).toMatchObject({ project: "missing" });
  });

  test.each([
    ["objects", '{"a":', "}"],
    ["lists", "[", "]"],
  ])("what %s hold more than 64 levels deep is no value", (_what, open, close) => {
    const foundOf = (levels: number): unknown => {
      const json = `${open.repeat(levels)}1${close.repeat(levels)}`;
      write("project", `{"hooks":{"Stop":[{"hooks":[{"type":"json","json":${json}}]}]}}`);
      return load().problems.map(({ found }) => found);
    };
    // Six levels are those around it.
    expect([foundOf(58), foundOf(59)]).toEqual([[], ["a value nested deeper than 64 levels"]]);
  });

  const json = ["JSON; comments and trailing commas are allowed"];
  test.each<[string, string | Buffer, string, number | null, readonly string[], number?]>([
    ["nothing", "", "line 1, column 1: value expected", 1, json, 0],
    ["prose", "hello", "line 1, column 1: invalid symbol", 1, json, 0],
    ["a missing comma", '{\n "a": 1\n "b": 2 }', "line 3, column 2: comma expected", 3, json, 11],
    ["a torn file", '{\n"hooks": {', "line 2, column 11: close brace expected", 2, json, 12],
    ["two values", "{} {}", "line 1, column 4: end of file expected", 1, json, 3],
    ["a list", "\n[]", "a list", 2, ["an object"]],
    ["other bytes", Buffer.from([0x7b, 0xff, 0x7d]), "bytes that are not UTF-8", null, ["UTF-8"]],
    [
      "brackets without end",
      "[".repeat(1_000_000),
      "a value nested deeper than 64 levels",
      1,
      json,
      0,
    ],
  ])("%s is no settings, and the other files stay", (_name, text, found, line, allowed, offset) => {
    write("project", text);
    write("user", stop("mine"));
    const settings = load();
    expect(states(settings)).toMatchObject({ user: "read", project: "invalid" });
    expect(settings.hooks).toHaveLength(1);
    expect(settings.problems).toEqual([
      {
        code: "settings-invalid-json",
        severity: "error",
        hook: "",
        path: "",
        ...(offset !== undefined && { offset }),
        found,
        allowed,
        lost: "every hook in the file",
        file: path.project(),
        line,
      },
    ]);
  });

  test("a byte order mark, CRLF, comments and trailing commas do no harm", () => {
    write("user", '\uFEFF{ // x\r\n"hooks": {"Stop": [{"hooks": [\r\n{"command": "a",},],},],},}');
    const { hooks, problems } = load();
    expect(problems).toEqual([]);
    expect(hooks.map(({ source }) => source.line)).toEqual([3]);
  });

  test("in the home folder the user's file is not read a second time as the project's", () => {
    write("project", stop("mine"));
    const home = join(root, "project/.snaphook");
    const settings = loadSettings({
      projectDir: join(root, "project"),
      home,
      managedFile: path.managed(),
      trustProject: false,
    });
    expect(settings.hooks.map(({ id }) => id)).toEqual(["user:Stop:0.0"]);
    expect(settings.files.map(({ layer }) => layer)).toEqual(["user", "local", "managed"]);
  });

  test("nor is it through a link", () => {
    write("user", stop("mine"));
    mkdirSync(dirname(path.project()), { recursive: true });
    symlinkSync(path.user(), path.project());
    expect(load().hooks.map(({ id }) => id)).toEqual(["user:Stop:0.0"]);
  });

  test("SNAPHOOK_HOME is the user's folder where none is given; an empty one is none", () => {
    const { SNAPHOOK_HOME, HOME } = process.env;
    const places = { projectDir: join(root, "project"), trustProject: false };
    try {
      process.env["SNAPHOOK_HOME"] = join(root, "home");
      expect(loadSettings(places).files[0]?.path).toBe(path.user());
      process.env["SNAPHOOK_HOME"] = "";
      process.env["HOME"] = root;
      expect(loadSettings(places).files[0]?.path).toBe(join(root, ".snaphook/settings.json"));
      expect(loadSettings(places).files.at(-1)?.path).toBe("/etc/snaphook/settings.json");
    } finally {
      Object.assign(process.env, { HOME, SNAPHOOK_HOME });
      if (SNAPHOOK_HOME === undefined) delete process.env["SNAPHOOK_HOME"];
    }
  });
});
