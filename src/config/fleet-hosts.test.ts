import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { loadSettings } from "./index.js";

const every = ["claude-code", "codex", "copilot", "cursor", "gemini", "qwen-code", "wave"];
const url = "postgres://db.example.com/snaphook";

test.each<[string, unknown, readonly string[], readonly string[]]>([
  ["names that are known", { url, hosts: ["codex", "claude-code"] }, ["codex", "claude-code"], []],
  ["none", { url }, [], []],
  ["an unknown name", { url, hosts: ["codex", "claude"] }, every, ["fleet.hosts[1]"]],
  ["a text in place of a list", { url, hosts: "codex" }, every, ["fleet.hosts"]],
  ["a number in the list", { url, hosts: ["codex", 5] }, every, ["fleet.hosts[1]"]],
  ["another key in its place", { url, host: ["codex"] }, every, ["fleet.host"]],
  ["a text in place of the fleet", url, every, ["fleet", "fleet.url"]],
])("the hosts that ask the fleet: %s", (_what, fleet, hosts, faults) => {
  const root = temporaryFolder();
  mkdirSync(join(root, "home"));
  writeFileSync(join(root, "home/settings.json"), JSON.stringify({ fleet }));
  const settings = loadSettings({
    projectDir: join(root, "project"),
    home: join(root, "home"),
    managedFile: join(root, "etc/settings.json"),
    trustProject: false,
  });
  expect({
    hosts: settings.fleet?.hosts,
    faults: settings.problems.map(({ path }) => path),
  }).toEqual({ hosts, faults });
});
