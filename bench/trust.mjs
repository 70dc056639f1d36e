// What looking at a hook before it runs costs, where nothing has changed.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "snaphook/engine";
import { median, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const ROUNDS = 30;
const CALLS = 200;

/** @type {Suite} */
export const trust = { name: "trust", unit: "ms", bareName: "no trust", measure };

await reportIfMain(import.meta, trust);

/** @returns {Promise<Row[]>} */
async function measure() {
  const script = "#!/bin/sh\n# a guard\nexit 2\n".padEnd(2000, "# more\n");
  return [
    await row(
      "a hook of the shell form with one script",
      { command: "./guard.sh --strict" },
      script,
    ),
    await row(
      "a hook of the exec form with one script",
      { command: "sh", args: ["guard.sh"] },
      script,
    ),
    await row("a script of 100 KB", { command: "./guard.sh" }, script.padEnd(100_000, "#\n")),
  ];
}

/**
 * Asks who would run, with the hook as the user's own, which needs no look, and as the project's.
 * @param {string} what
 * @param {import("snaphook/engine").ProgramHook} hook
 * @param {string} script
 * @returns {Promise<Row>}
 */
async function row(what, hook, script) {
  const root = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  const projectDir = join(root, "project");
  mkdirSync(join(projectDir, ".snaphook"), { recursive: true });
  writeFileSync(join(projectDir, "guard.sh"), script, { mode: 0o755 });
  const settings = { hooks: { PreToolUse: [{ hooks: [hook] }] } };
  const places = {
    projectDir,
    home: join(root, "home"),
    managedFile: join(root, "none"),
    keeper: false,
  };
  const own = createEngine({ ...places, program: settings });
  writeFileSync(join(projectDir, ".snaphook/settings.json"), JSON.stringify(settings));
  const approved = createEngine(places);
  await approved.approve(approved.review());
  /** @type {[number[], number[]]} */
  const times = [[], []];
  for (let round = -3; round < ROUNDS; round++) {
    for (const [index, engine] of [own, approved].entries()) {
      const begin = performance.now();
      for (let call = 0; call < CALLS; call++)
        engine.preview({ hook_event_name: "PreToolUse", tool_name: "Bash" });
      if (round >= 0) times[index]?.push((performance.now() - begin) / CALLS);
    }
  }
  const runs = approved.preview({ hook_event_name: "PreToolUse" }).every(({ matches }) => matches);
  for (const engine of [own, approved]) engine.close();
  rmSync(root, { recursive: true, force: true });
  if (!runs) throw new Error("the approved hook would not run");
  const [bare, checked] = times.map(median);
  const value = (checked ?? Number.NaN) - (bare ?? Number.NaN);
  return {
    what,
    median: checked ?? Number.NaN,
    bare: bare ?? Number.NaN,
    aim: "no trust + 0.3",
    value,
    limit: 0.3,
  };
}
