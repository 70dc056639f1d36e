import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "snaphook/engine";
import { fire, ModuleWorkspace, outcomeOf } from "./module-workspace.js";

let workspace: ModuleWorkspace;
beforeEach(() => {
  workspace = new ModuleWorkspace();
});
afterEach(async () => {
  await workspace.end();
});

/** An engine for a project that has this hook in its own settings. */
function project(hook: object, user: object = {}, environment = process.env): Engine {
  const marked = { timeout: 240, onFailure: "block", ...hook };
  const settings = { hooks: { PreToolUse: [{ hooks: [marked] }] } };
  workspace.write(".snaphook/settings.json", JSON.stringify(settings));
  const engine = workspace.open({ environment: { ...environment, WORKSPACE: workspace.tag } });
  engine.close();
  writeFileSync(join(workspace.home, "settings.json"), JSON.stringify(user));
  return workspace.open({ environment: { ...environment, WORKSPACE: workspace.tag } });
}

const denies = (word: string): string =>
  `export default ($, e) => $.deny(${JSON.stringify(word)});`;
const blocked = (text: string): object => ({ outcome: "block", toModel: [text] });

describe("a module of a project", () => {
  test("is not loaded before someone has approved it", async () => {
    workspace.write("hook.mjs", `throw new Error("loaded");`);
    const engine = project({ type: "module", module: "hook.mjs" });
    const { hooks, reading } = await fire(engine);
    expect(reading.outcome).toBe("proceed");
    expect(hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
    expect(workspace.leftovers()).toEqual([]);
  });

  test("is approved with every file that it could load", async () => {
    workspace.write(
      "hook.mjs",
      `import "./a.mjs"; import pkg from "some-package"; import fs from "fs";`,
    );
    workspace.write("a.mjs", `await import(\`./sub/b\`); const c = "../above.json";`);
    workspace.write("sub/b.ts", "export {}");
    workspace.write("other.mjs", "");
    const [looked] = project({ type: "module", module: "./hook.mjs" }).review();
    expect(looked?.fingerprint.files.map(({ path }) => path)).toEqual([
      "./a.mjs",
      "./hook.mjs",
      "./sub/b.ts",
    ]);
    expect(looked?.fingerprint.unknown).toEqual(["some-package"]);
  });

  test.each([
    ["the module", "hook.mjs"],
    ["what it imports", "words.mjs"],
    ["what that imports", "deep/er.mjs"],
  ])("does not run any more once %s has changed", async (_what, file) => {
    workspace.write("deep/er.mjs", `export const word = "as approved";`);
    workspace.write("words.mjs", `export { word } from "./deep/er.mjs";`);
    workspace.write(
      "hook.mjs",
      `import { word } from "./words.mjs"; export default ($, e) => $.deny(word);`,
    );
    const engine = project({ type: "module", module: "hook.mjs", name: "guard" });
    await engine.approve(engine.review());
    expect(outcomeOf(await fire(engine))).toMatchObject(blocked("as approved"));
    workspace.write(file, `export const word = "swapped"; ${denies("swapped")}`);
    const { hooks, reading } = await fire(engine);
    expect(hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
    // Whoever changes a guard must not gain by it.
    expect(reading.outcome).toBe("block");
    expect(JSON.stringify(reading)).not.toContain("swapped");
    await engine.approve(engine.review());
    expect(outcomeOf(await fire(engine))).toMatchObject(blocked("swapped"));
  });

  test("cannot be approved where it is too large to be looked at", async () => {
    workspace.write("hook.mjs", `${denies("x")}//${"x".repeat(1_100_000)}\nimport "./hidden.mjs"`);
    const engine = project({ type: "module", module: "hook.mjs" });
    expect(engine.review()[0]?.fingerprint.fault).toMatch(/too large/);
    await expect(engine.approve(engine.review())).rejects.toThrow(/too large/);
  });

  test("a chain of imports without an end is a fault, not a hang", () => {
    for (let place = 0; place < 2100; place++)
      workspace.write(`m${place}.mjs`, `import "./m${place + 1}.mjs";`);
    const engine = project({ type: "module", module: "m0.mjs" });
    expect(engine.review()[0]?.fingerprint.fault).toMatch(/more files than can be looked at/);
  });
});

const echo = `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  console.log(JSON.stringify({ id, answer: { decision: "block", reason: "WORD" } }));
}`;

test.each([
  ["the exec form", { command: process.execPath, args: ["worker.mjs"] }],
  ["the shell form", { command: `${process.execPath} worker.mjs` }],
])("a worker of a project in %s is ended once its file has changed", async (_form, form) => {
  workspace.write("worker.mjs", echo.replace("WORD", "as approved"));
  const engine = project({ type: "worker", ...form });
  await engine.approve(engine.review());
  expect(outcomeOf(await fire(engine))).toMatchObject(blocked("as approved"));
  workspace.write("worker.mjs", echo.replace("WORD", "swapped"));
  expect((await fire(engine)).hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
  await engine.approve(engine.review());
  expect(outcomeOf(await fire(engine))).toMatchObject(blocked("swapped"));
});

describe("an http hook of a project", () => {
  let server: Server;
  const seen: (string | undefined)[] = [];
  beforeEach(async () => {
    seen.length = 0;
    server = createServer((request, response) => {
      seen.push(request.headers["x-word"]?.toString());
      request.resume();
      response.end(JSON.stringify({ decision: "block", reason: "from afar" }));
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const hookOf = (): object => ({
    type: "http",
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    headers: { "x-word": "a $WORD b" },
    allowedEnvVars: ["WORD"],
  });
  const environment = { ...process.env, WORD: "secret" };

  test("is not called before someone has approved it", async () => {
    const engine = project(hookOf(), { httpHosts: ["127.0.0.1"] }, environment);
    await fire(engine);
    expect(seen).toEqual([]);
  });

  test("is not called where the user does not list its host", async () => {
    const engine = project(hookOf(), {}, environment);
    await engine.approve(engine.review());
    const { outcome, failed } = outcomeOf(await fire(engine));
    expect({ outcome, failed, seen }).toEqual({ outcome: "block", failed: true, seen: [] });
  });

  test.each([
    [{}, "a  b"],
    [{ httpVariables: ["WORD"] }, "a secret b"],
  ])("gets a variable only where the user agrees: %j", async (more, header) => {
    const engine = project(hookOf(), { httpHosts: ["127.0.0.1"], ...more }, environment);
    await engine.approve(engine.review());
    expect(outcomeOf(await fire(engine))).toMatchObject(blocked("from afar"));
    expect(seen).toEqual([header]);
  });
});
