import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadSettings, type Settings } from "./index.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
beforeAll(() => {
  root = temporaryFolder();
  for (const folder of ["home", "project/.snaphook"])
    mkdirSync(join(root, folder), { recursive: true });
});

const files = { user: "home/settings.json", project: "project/.snaphook/settings.json" };

/** Loads settings of the user or of the project alone. */
function load(layer: keyof typeof files, settings: object): Settings {
  for (const file of Object.values(files)) rmSync(join(root, file), { force: true });
  writeFileSync(join(root, files[layer]), JSON.stringify(settings));
  return loadSettings({
    projectDir: join(root, "project"),
    home: join(root, "home"),
    managedFile: join(root, "managed.json"),
    trustProject: true,
  });
}

const hooksOf = (hook: object): object => ({ hooks: { Stop: [{ hooks: [hook] }] } });

test.each([
  [
    { type: "module", module: "hooks/guard.mjs" },
    "guard.mjs",
    { type: "module", module: "hooks/guard.mjs", memoryMb: 128 },
  ],
  [
    { type: "module", module: "g.mjs", memoryMb: 16, name: "small" },
    "small",
    { type: "module", module: "g.mjs", memoryMb: 16 },
  ],
  [
    { type: "worker", command: "python3 g.py" },
    "g.py",
    { type: "worker", form: "shell", command: "python3 g.py", shell: "/bin/sh" },
  ],
  [
    { type: "worker", command: "python3", args: ["g.py"] },
    "g.py",
    { type: "worker", form: "exec", command: "python3", args: ["g.py"] },
  ],
  [
    { type: "http", url: "https://example.com/hook?key=1" },
    "https://example.com/hook",
    { type: "http", url: "https://example.com/hook?key=1", headers: {}, allowedEnvVars: [] },
  ],
  [
    {
      type: "http",
      url: "http://127.0.0.1:8080",
      headers: { authorization: "Bearer $T" },
      allowedEnvVars: ["T"],
    },
    "http://127.0.0.1:8080",
    {
      type: "http",
      url: "http://127.0.0.1:8080",
      headers: { authorization: "Bearer $T" },
      allowedEnvVars: ["T"],
    },
  ],
])("%j is read, and named by what it does", (entry, name, action) => {
  const { hooks, problems } = load("project", hooksOf(entry));
  expect(hooks.map((hook) => [hook.name, hook.action])).toEqual([[name, action]]);
  expect(problems).toEqual([]);
});

const telemetry = {
  endpoint: "http://127.0.0.1:4318",
  headers: { "x-key": "$KEY" },
  serviceName: "me",
  content: true,
};

test("the user says which hosts are reached, what is sent to them, and where records go", () => {
  const {
    httpHosts,
    httpVariables,
    telemetry: read,
    problems,
  } = load("user", {
    httpHosts: ["example.com", "example.com"],
    httpVariables: ["T"],
    telemetry,
  });
  expect({ httpHosts, httpVariables, telemetry: read, problems }).toEqual({
    httpHosts: ["example.com"],
    httpVariables: ["T"],
    telemetry,
    problems: [],
  });
});

test("a project does not: that is said", () => {
  const {
    httpHosts,
    httpVariables,
    telemetry: read,
    problems,
  } = load("project", {
    httpHosts: ["example.com"],
    httpVariables: ["T"],
    telemetry,
  });
  expect({ httpHosts, httpVariables, telemetry: read }).toEqual({
    httpHosts: [],
    httpVariables: [],
    telemetry: null,
  });
  expect(problems.map(({ code, path }) => [code, path])).toEqual([
    ["setting-ignored", "httpHosts"],
    ["setting-ignored", "httpVariables"],
    ["setting-ignored", "telemetry"],
  ]);
});

test.each([
  [{}, "telemetry.endpoint", "nothing"],
  [{ endpoint: "collector:4318" }, "telemetry.endpoint", '"collector:4318"'],
  [{ endpoint: 5 }, "telemetry.endpoint", "5"],
])("telemetry that says %j goes nowhere, and why is said", (given, path, found) => {
  const { telemetry: read, problems } = load("user", { telemetry: given });
  expect(read).toBeNull();
  expect(problems).toMatchObject([{ code: "setting-invalid", path, found }]);
});
