import { spawnSync } from "node:child_process";
import { cpSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { Workspace } from "../workspace.js";

// Hosts of their own: how they end, and one that has no thread to give.

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});

/** Runs a host until it ends by itself and gives back the lines that it prints. */
function host(script: string, library = resolve("dist/lib/engine.js")): string[] {
  const { projectDir, home, managedFile } = workspace.places;
  const file = join(workspace.root, "host.mjs");
  writeFileSync(
    file,
    `import { createEngine } from ${JSON.stringify(library)};
    const places = ${JSON.stringify({ projectDir, home, managedFile })};
    const open = (hook, more) => createEngine({
      ...places, thread: true, keeper: false, ...more,
      program: { hooks: { Stop: [{ hooks: [{ env: { WORKSPACE: ${JSON.stringify(workspace.tag)} }, ...hook }] }] } },
    });
    const stop = { hook_event_name: "Stop" };
    ${script}`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
    encoding: "utf8",
    timeout: 200_000,
    killSignal: "SIGKILL",
  });
  return [...stdout.trim().split("\n"), ...(stderr === "" ? [] : [stderr]), `exit ${status}`];
}

test.each([
  ["closes its engine", "engine.close();"],
  ["does not close its engine", ""],
  ["leaves at once", "process.exit(0);"],
])("a host that %s ends, and leaves nothing", async (_, end) => {
  const lines = host(`
    const engine = open({ command: "exit 2" });
    console.log((await engine.fire(stop)).reading.outcome);
    ${end}`);
  expect(lines).toEqual(["block", "exit 0"]);
  expect(await workspace.settled()).toEqual([]);
});

test("a host that never fires anything ends", () => {
  expect(host('open({ command: "exit 2" }); console.log("made");')).toEqual(["made", "exit 0"]);
});

test("a host waits for its event, and for a hook that runs in the background", async () => {
  const lines = host(`
    const engine = open({ command: "sleep 0.5; echo done > made", async: true });
    void engine.fire(stop).then(({ hooks }) => console.log(hooks[0].async));
    process.on("exit", () => console.log("over"));`);
  expect(lines).toEqual(["true", "over", "exit 0"]);
  expect(
    host(
      'import { existsSync } from "node:fs"; console.log(existsSync(places.projectDir + "/made"));',
    ),
  ).toEqual(["true", "exit 0"]);
});

test("a host without a thread to give halts every event and says why", () => {
  const copy = join(workspace.root, "lib");
  cpSync("dist/lib", copy, { recursive: true });
  rmSync(join(copy, "engine-thread.js"));
  symlinkSync(resolve("node_modules"), join(workspace.root, "node_modules"));
  writeFileSync(join(workspace.root, "package.json"), '{ "type": "module" }');
  const lines = host(
    `const engine = open({ command: "exit 0" });
    for (let times = 0; times < 2; times++) {
      const { reading } = await engine.fire(stop);
      console.log(reading.outcome, reading.problems.map(({ code }) => code).join());
    }
    console.log(engine.judge({ tool: "Bash", input: {} }).decision);
    try { engine.settings; } catch ({ message }) { console.log(message); }
    engine.close();`,
    join(copy, "engine.js"),
  );
  expect(lines).toEqual([
    "halt engine-thread-lost",
    "halt engine-thread-lost",
    "deny",
    `the engine's thread cannot be started (${join(copy, "engine-thread.js")} is missing; install the package again)`,
    "exit 0",
  ]);
});
