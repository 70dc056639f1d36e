import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadSettings, type Settings } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
beforeAll(() => {
  root = temporaryFolder();
});

function load(program: unknown): Settings {
  const places = { projectDir: root, home: root, managedFile: join(root, "managed.json") };
  return loadSettings({ ...places, trustProject: true, program });
}

describe("settings given by code", () => {
  test("an object that is none is reported, and the files count", () => {
    writeFileSync(join(root, "settings.json"), '{"hooks":{"Stop":[{"hooks":[{"command":"x"}]}]}}');
    const { hooks, problems } = load([]);
    expect(hooks).toHaveLength(1);
    expect(problems).toEqual([
      {
        code: "setting-invalid",
        severity: "error",
        hook: "",
        path: "",
        found: "a list",
        allowed: ["an object"],
        file: null,
        line: null,
      },
    ]);
  });

  test.each<[what: string, run: unknown, found: string]>([
    ["a text", "x", '"x"'],
    ["a number", 5, "5"],
    ["an object", {}, "an object"],
  ])("a hook whose function is %s is none", (_what, run, found) => {
    const { hooks, problems } = load({ hooks: { Stop: [{ hooks: [{ type: "function", run }] }] } });
    expect(hooks.filter(({ source }) => source.layer === "program")).toEqual([]);
    expect(problems.map((one) => [one.code, one.path, one.found])).toEqual([
      ["hook-invalid", "hooks.Stop[0].hooks[0].run", found],
    ]);
  });

  test("an undefined field is none, a function is wrong, a cycle ends", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const program = {
      dialect: undefined,
      hooks: {
        PreCompact: [
          {
            hooks: [
              { command: "a", cwd: undefined },
              { command: () => {} },
              { type: "json", json: cycle },
              { type: "json", json: { a: [1, null, 5n] } },
            ],
          },
        ],
      },
    };
    const { hooks, problems } = load(program);
    const given = hooks.filter(({ source }) => source.layer === "program");
    expect(given.map(({ action }) => action)).toEqual([
      { type: "command", form: "shell", command: "a", shell: "/bin/sh" },
      { type: "json", json: { a: [1, null, 5n] }, exitcode: 0 },
    ]);
    expect(problems.map(({ path, found }) => [path, found])).toEqual([
      ["hooks.PreCompact[0].hooks[1].command", "a function"],
      ["hooks.PreCompact[0].hooks[2].json", "a value nested deeper than 64 levels"],
    ]);
  });
});
