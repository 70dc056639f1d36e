import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine, EngineOptions } from "snaphook/engine";
import { fire, ModuleWorkspace, outcomeOf } from "../module/module-workspace.js";

let workspace: ModuleWorkspace;
beforeEach(() => {
  workspace = new ModuleWorkspace();
});
afterEach(async () => {
  await workspace.end();
});

/** An engine for a project that has this hook in its own settings. */
function project(hook: object, options: Partial<EngineOptions> = {}): Engine {
  const settings = { hooks: { PreToolUse: [{ hooks: [{ onFailure: "block", ...hook }] }] } };
  workspace.write(".snaphook/settings.json", JSON.stringify(settings));
  return workspace.open({ environment: { ...process.env, WORKSPACE: workspace.tag }, ...options });
}

const denies = (word: string): string => `export default ($, e) => $.deny("${word}");`;

describe("what a module could load is part of what is approved", () => {
  test.each<[string, string, Record<string, string>?]>([
    ["behind an expression that holds a quote", `const q = /"/g, m = await import("./evil.mjs");`],
    ["behind a comment that holds one", `/* it's "/ */ import("./evil.mjs");`],
    ["with another quote in its name", `import "./it's evil.mjs";`, { "it's evil.mjs": "" }],
    ["with a hash in its name", `require("./e#vil.cjs");`, { "e#vil.cjs": "" }],
    ["written as a URL writes letters", `import "./%65vil.mjs";`],
    ["written in escapes", String.raw`import "\x2e/\u0065vi\u{6c}.mjs";`],
    ["by a URL with one slash", `import "file:#FOLDER#/hooks/evil.mjs";`],
    ["relative to the module by URL", `new URL("evil.mjs", import.meta.url);`],
    ["relative to the folder in which it runs", `new Worker("./hooks/evil.mjs");`],
    ["as a folder", `require("./lib");`, { "lib/index.js": "" }],
    [
      "as a file, next to a folder of that name",
      `require("./lib");`,
      { "lib/x": "", "lib.js": "" },
    ],
    [
      "as a folder with a main file",
      `require("./lib");`,
      { "lib/package.json": `{"main":"evil.js"}`, "lib/evil.js": "" },
    ],
    ["as the folder itself", `require(".");`, { "index.js": "" }],
    ["as a native program", `require("./addon");`, { "addon.node": "" }],
    [
      "by a name of its package's own",
      `import "#rules";`,
      { "package.json": `{"imports":{"#rules":{"default":"./evil.mjs"}}}` },
    ],
    [
      "as the package that it is a part of",
      `import "own/rules";`,
      { "package.json": `{"name":"own","exports":{"./rules":"./evil.mjs"}}` },
    ],
  ])("%s: %s", (_what, text, files = {}) => {
    const all = { "evil.mjs": "", ...files };
    for (const [name, content] of Object.entries(all)) workspace.write(`hooks/${name}`, content);
    workspace.write(
      "hooks/guard.mjs",
      text.replace("#FOLDER#", pathToFileURL(workspace.project).pathname),
    );
    const [looked] = project({ type: "module", module: "hooks/guard.mjs" }).review();
    const wanted = Object.keys(files).length === 0 ? ["evil.mjs"] : Object.keys(files);
    const found = looked?.fingerprint.files.map(({ path }) => path) ?? [];
    const expected = wanted.filter((name) => name !== "lib/x").map((name) => `./hooks/${name}`);
    expect(found).toEqual(expect.arrayContaining(expected));
    if (text.includes("#rules") || text.includes("own/"))
      expect(found).toContain("./hooks/evil.mjs");
    expect(looked?.fingerprint.fault).toBeNull();
  });

  test("folders that name each other, and more places than can be looked at, are no hang", () => {
    workspace.write("lib/package.json", `{"main":"."}`);
    workspace.write("a/package.json", `{"main":"../b"}`);
    workspace.write("b/package.json", `{"main":"../a"}`);
    workspace.write("guard.mjs", `require("./lib"); require("./a");`);
    const engine = project({ type: "module", module: "guard.mjs" });
    expect(engine.review()[0]?.fingerprint.fault).toBeNull();
    const names = Array.from({ length: 60_000 }, (_, index) => `"./${index}"`);
    workspace.write("guard.mjs", names.join("\n"));
    expect(engine.review()[0]?.fingerprint.fault).toMatch(/more files than can be looked at/);
  });

  test("and a file that its environment names", () => {
    workspace.write("guard.mjs", denies("x"));
    workspace.write("rules.txt", "");
    const hook = { type: "module", module: "guard.mjs", env: { RULES: "rules.txt" } };
    const [looked] = project(hook).review();
    expect(looked?.fingerprint.files.map(({ path }) => path)).toContain("./rules.txt");
  });

  test("what is known only when it runs is named for whoever reviews it", async () => {
    workspace.write(
      "guard.mjs",
      "await import(`./rules/${process.env.X}.mjs`); await import(name); require(a + b);",
    );
    const [looked] = project({ type: "module", module: "guard.mjs" }).review();
    expect(looked?.fingerprint.unknown).toEqual([
      "./rules/${process.env.X}.mjs",
      "import(name)",
      "require(a + b)",
    ]);
  });
});

describe("bytes that nobody has approved", () => {
  const worker = (word: string): string => `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ id, answer: { decision: "block", reason: "${word}" } }));
}`;

  test.each([
    ["a module", { type: "module", module: "hook.mjs" }, denies],
    ["a worker", { type: "worker", command: `${process.execPath} hook.mjs` }, worker],
  ])(
    "%s that was swapped while it was started and then put back does not answer the next event",
    async (_what, hook, text) => {
      let swap: (() => void) | null = null;
      workspace.write("hook.mjs", text("as approved"));
      const engine = project(hook, {
        onProgress: ({ type }) => {
          if (type === "run-start") swap?.();
        },
      });
      await engine.approve(engine.review());
      // The look is over, and the process is not started yet.
      swap = () => writeFileSync(join(workspace.project, "hook.mjs"), text("swapped"));
      expect(outcomeOf(await fire(engine))).toMatchObject({ outcome: "block", failed: true });
      swap = null;
      workspace.write("hook.mjs", text("as approved"));
      expect(outcomeOf(await fire(engine))).toMatchObject({
        outcome: "block",
        failed: false,
        toModel: ["as approved"],
      });
    },
  );
});

test.each([
  ["a module", { type: "module", module: "hook.mjs" }],
  ["a worker", { type: "worker", command: "cat; sleep 300" }],
])("%s whose approval is taken back is ended", async (_what, hook) => {
  workspace.write("hook.mjs", denies("as approved"));
  const engine = project({ timeout: 1, ...hook });
  await engine.approve(engine.review());
  await fire(engine);
  await engine.revoke();
  expect(await workspace.settled()).toEqual([]);
});
