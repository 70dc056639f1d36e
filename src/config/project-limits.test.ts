import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { loadSettings, type Settings } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});

const files = {
  user: "home/settings.json",
  project: "project/.snaphook/settings.json",
  local: "project/.snaphook/settings.local.json",
  managed: "managed.json",
};
type FileLayer = keyof typeof files;

function load(layer: FileLayer | "program", settings: object): Settings {
  const places = {
    projectDir: join(root, "project"),
    home: join(root, "home"),
    managedFile: join(root, files.managed),
    trustProject: true,
  };
  if (layer === "program") return loadSettings({ ...places, program: settings });
  const path = join(root, files[layer]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(settings, null, 1));
  return loadSettings(places);
}

const withEnv = (env: Record<string, string>): object => ({
  hooks: { Stop: [{ hooks: [{ command: "x", env }] }] },
});

describe("a project may not set a variable that makes a program run something else", () => {
  test.each([
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "LD_AUDIT",
    "DYLD_INSERT_LIBRARIES",
    "NODE_OPTIONS",
    "NODE_PATH",
    "BASH_ENV",
    "BASH_FUNC_ls%%",
    "ENV",
    "PYTHONSTARTUP",
    "PYTHONPATH",
    "PYTHONHOME",
    "PERL5OPT",
    "PERL5LIB",
    "RUBYOPT",
    "RUBYLIB",
    "GIT_SSH_COMMAND",
    "PATH",
    "Path",
    "SHELLOPTS",
    "IFS",
    "SNAPHOOK_HOME",
  ])("%s", (name) => {
    for (const layer of ["project", "local"] as const) {
      const { hooks, problems } = load(layer, withEnv({ A: "1", [name]: "x", B: "2" }));
      expect(hooks.at(-1)?.env).toEqual({ A: "1", B: "2" });
      expect(problems.at(-1)).toMatchObject({
        code: "env-refused",
        severity: "error",
        hook: "x",
        found: name,
        lost: "the variable",
        file: join(root, files[layer]),
        line: 10,
      });
    }
  });

  test.each(["LD", "NODE_ENV", "GITHUB_REF", "MY_PATH", "PATHEXT", "ENVIRONMENT", "SNAPHOOKS"])(
    "%s is a variable like others",
    (name) => {
      const { hooks, problems } = load("project", withEnv({ [name]: "x" }));
      expect([hooks[0]?.env, problems]).toEqual([{ [name]: "x" }, []]);
    },
  );

  test.each(["user", "program", "managed"] as const)("%s settings may set them", (layer) => {
    const { hooks, problems } = load(layer, withEnv({ LD_PRELOAD: "x" }));
    expect([hooks[0]?.env, problems]).toEqual([{ LD_PRELOAD: "x" }, []]);
  });
});

describe("consent is the user's", () => {
  const passing = { hooks: { Stop: [{ hooks: [{ command: "x", passEnv: ["TOKEN"] }] }] } };
  test.each(["project", "local"] as const)("passEnv in %s settings is ignored", (layer) => {
    const { hooks, problems } = load(layer, passing);
    expect(hooks.map(({ passEnv }) => passEnv)).toEqual([[]]);
    expect(problems).toEqual([
      {
        code: "setting-ignored",
        severity: "warning",
        hook: "x",
        path: "hooks.Stop[0].hooks[0].passEnv",
        found: `passEnv in ${layer} settings`,
        allowed: ["user settings", "program settings", "managed settings"],
        file: join(root, files[layer]),
        line: 8,
      },
    ]);
  });

  test.each(["user", "program", "managed"] as const)("passEnv in %s settings counts", (layer) => {
    const { hooks, problems } = load(layer, passing);
    expect([hooks[0]?.passEnv, problems]).toEqual([["TOKEN"], []]);
  });

  test.each<[FileLayer | "program", object, object]>([
    ["project", { allowUpdatedPrompt: true }, { allowUpdatedPrompt: false }],
    ["local", { allowUpdatedPrompt: true }, { allowUpdatedPrompt: false }],
    ["program", { allowUpdatedPrompt: true }, { allowUpdatedPrompt: false }],
    ["project", { requireHooks: ["a"] }, { requireHooks: [] }],
    ["local", { requireHooks: ["a"] }, { requireHooks: [] }],
    ["program", { requireHooks: ["a"] }, { requireHooks: [] }],
  ])("%s settings that say %j change nothing", (layer, settings, expected) => {
    const loaded = load(layer, settings);
    expect(loaded).toMatchObject(expected);
    expect(loaded.problems).toMatchObject([
      { code: "setting-ignored", allowed: ["user settings", "managed settings"] },
    ]);
  });

  test.each(["user", "project", "local", "program"] as const)(
    "a floor for onFailure in %s settings is ignored",
    (layer) => {
      const hooks = { Stop: [{ hooks: [{ command: "x" }] }] };
      const loaded = load(layer, { onFailure: "block", hooks });
      expect(loaded.hooks.map(({ onFailure }) => onFailure)).toEqual(["continue"]);
      expect(loaded.problems).toMatchObject([
        { code: "setting-ignored", path: "onFailure", allowed: ["managed settings"] },
      ]);
    },
  );
});

describe("a wrong setting is left out, and those next to it count", () => {
  test.each<[string, object, object, object]>([
    [
      "an unknown dialect",
      { dialect: "wvae", limits: { parallel: 2 } },
      { dialect: "wave", limits: { parallel: 2 } },
      { code: "setting-invalid", path: "dialect", found: '"wvae"' },
    ],
    [
      "a limit of nothing",
      { limits: { parallel: 0, stopBlocks: 3 } },
      { limits: { parallel: 16, stopBlocks: 3 } },
      { code: "setting-invalid", path: "limits.parallel", found: "0", line: 3 },
    ],
    [
      "a limit with a fraction",
      { limits: { parallel: 1.5 } },
      { limits: { parallel: 16 } },
      { code: "setting-invalid", allowed: ["a whole number from 1 to 1000000000"] },
    ],
    [
      "an unknown limit",
      { limits: { outputByte: 5 } },
      { limits: { outputBytes: 102_400 } },
      { code: "setting-unknown", path: "limits.outputByte", suggestion: "outputBytes" },
    ],
    [
      "a rule that is no text",
      { permissions: { deny: ["a", 5, "b"] } },
      { permissions: [{ text: "a" }, { text: "b" }] },
      { code: "setting-invalid", path: "permissions.deny[1]", found: "5", line: 5 },
    ],
    [
      "permissions that are none",
      { permissions: [], dialect: "gosu" },
      { permissions: [], dialect: "gosu" },
      { code: "setting-invalid", path: "permissions", found: "a list" },
    ],
    [
      "a switch as a number",
      { disableAllHooks: 1 },
      { disableAllHooks: false },
      { code: "setting-invalid", path: "disableAllHooks", allowed: ["true", "false"] },
    ],
    [
      "an unknown key",
      { hook: {} },
      { hooks: [] },
      { code: "setting-unknown", severity: "warning", path: "hook", suggestion: "hooks", line: 2 },
    ],
  ])("%s", (_name, settings, expected, problem) => {
    const loaded = load("user", settings);
    expect(loaded).toMatchObject(expected);
    expect(loaded.problems).toMatchObject([problem]);
  });

  test("a schema for the editor is no setting", () => {
    expect(load("user", { $schema: "x" }).problems).toEqual([]);
  });
});
