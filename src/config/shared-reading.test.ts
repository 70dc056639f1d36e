import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { loadSettings, type Settings } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
const path = {
  user: () => join(root, "home/settings.json"),
  project: () => join(root, "project/.snaphook/settings.json"),
  local: () => join(root, "project/.snaphook/settings.local.json"),
  managed: () => join(root, "managed.json"),
};
beforeEach(() => {
  root = temporaryFolder();
});

function write(layer: keyof typeof path, settings: object): void {
  mkdirSync(dirname(path[layer]()), { recursive: true });
  writeFileSync(path[layer](), JSON.stringify(settings));
}

function load(given: object = {}): Settings {
  return loadSettings({
    projectDir: join(root, "project"),
    home: join(root, "home"),
    managedFile: path.managed(),
    trustProject: true,
    ...given,
  });
}

const stop = (name: string): object => ({ hooks: { Stop: [{ hooks: [{ name, command: "x" }] }] } });

test("a project says how its hooks are read, also next to settings of others that have none", () => {
  write("user", { permissions: { deny: ["Bash"] } });
  write("project", { dialect: "gosu", limits: { outputBytes: 5, parallel: 2 } });
  write("local", { limits: { parallel: 3 } });
  expect(load()).toMatchObject({
    dialect: "gosu",
    limits: { outputBytes: 5, parallel: 3 },
    problems: [],
  });
});

test.each(["user", "managed", "program"] as const)(
  "but not where the %s has hooks too: those would be read otherwise than they were meant",
  (layer) => {
    write("project", { dialect: "gosu", limits: { outputBytes: 1 } });
    write("local", { dialect: "pact" });
    if (layer !== "program") write(layer, stop(layer));
    const { dialect, limits, problems } = load(layer === "program" ? { program: stop(layer) } : {});
    expect([dialect, limits.outputBytes]).toEqual(["wave", 102_400]);
    expect(problems.map(({ code, path: key, file }) => [code, key, file])).toEqual([
      ["setting-ignored", "dialect", path.project()],
      ["setting-ignored", "limits", path.project()],
      ["setting-ignored", "dialect", path.local()],
    ]);
  },
);
