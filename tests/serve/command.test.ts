import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { ServedWorkspace } from "./served-workspace.js";

const workspace = new ServedWorkspace();
afterAll(async () => {
  await workspace.end();
}, 240_000);

test("where none runs, status and stop say so", () => {
  expect(workspace.serve(["status"])).toEqual({
    status: 1,
    stdout: "not running; the next event of a host that uses it starts it\n",
    stderr: "",
  });
  expect(workspace.serve(["status", "--json"]).stdout).toBe('{\n  "engines": []\n}\n');
  expect(workspace.serve(["stop"])).toEqual({ status: 0, stdout: "not running\n", stderr: "" });
});

test.each([
  [["restart"], "there is no restart; give status, stop or nothing"],
  [["worker"], "there is no worker; give status, stop or nothing"],
  [["status", "now"], "serve status: unexpected now"],
  [["--idle", "0"], "--idle 0: minutes, more than 0 and at most 10080"],
  [["--idle", "soon"], "--idle soon: minutes"],
])("serve %j is a mistake that is explained", (args, said) => {
  const { status, stdout, stderr } = workspace.serve(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(`snaphook: ${said}`);
});

test("in the foreground it logs, is alone, says how it is, and ends by Ctrl-C without a trace", async () => {
  workspace.hooks({
    PreToolUse: [{ type: "json", json: { decision: "block", reason: "secret-reason" } }],
  });
  const server = workspace.spawnServer();
  let log = "";
  server.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const { pid, socket } = await workspace.ready();
  const second = workspace.serve([]);
  expect(second).toEqual({
    status: 1,
    stdout: "",
    stderr: `snaphook: it runs already (pid ${pid}); end it with snaphook serve stop\n`,
  });
  const payload = {
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  const env = { SOME_TOKEN: "secret-token" };
  expect(workspace.fire("codex", payload, undefined, { env }).status).toBe(2);
  workspace.fire("codex", "[]", undefined, { env });
  expect(workspace.serve(["status"])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      new RegExp(
        `^running: pid ${pid}, version \\S+, since \\S+\n  events: 1 answered, 0 running; processes: 1; ends after 15 minutes without events\n  1 left to the direct command: the engine had no answer\n  socket ${socket}\n  node .*\n$`,
      ),
    ) as string,
  });
  server.kill("SIGINT");
  const code = await new Promise((ended) => server.on("exit", ended));
  expect({ code, there: existsSync(socket) }).toEqual({ code: 130, there: false });
  const lines = log
    .trim()
    .split("\n")
    .map((line) => line.replace(/^[\d:]{8} /, "").replace(/[\d.]+ ms/, "N ms"));
  expect(lines).toEqual([
    `listening on ${socket}; Ctrl-C ends it`,
    "codex: answered in N ms, exit code 2",
    "codex: left to the direct command: the engine had no answer",
    "ends: it was asked to end",
  ]);
}, 240_000);

test("who cannot be reached, because the path is too long, says so", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(workspace.cli, "main.js"), "serve"],
    {
      env: {
        ...workspace.environment("perl"),
        SNAPHOOK_HOME: join(workspace.root, "long".repeat(20)),
      },
      encoding: "utf8",
    },
  );
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringMatching(
      /is too long for a socket; use a shorter SNAPHOOK_HOME\n$/,
    ) as string,
  });
});

test("the settings say how long it stays", async () => {
  workspace.hooks({}, { serveIdleMinutes: 7 });
  expect(await workspace.start()).toMatchObject({ idleMinutes: 7 });
}, 240_000);

test("an engine that has ended keeps no process until its next look at its files", () => {
  const { home, cli } = new ServedWorkspace();
  const place = `placeOf(${JSON.stringify(home)}, "build")`;
  const main = JSON.stringify(join(cli, "main.js"));
  const script = `
    import { makePlace, placeOf, serve } from "${pathToFileURL(resolve("dist/serve/index.js")).href}";
    makePlace(${place});
    const options = { place: ${place}, main: ${main}, version: "1", build: "build", idleMs: 1e9, onLog() {} };
    await serve(options, AbortSignal.abort());
    console.log(process.getActiveResourcesInfo().filter((one) => one === "Timeout").length);`;
  const args = ["--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "0\n", stderr: "" });
});
