// What grows with the number of hooks, the payload, the fires at once, a command and an answer. Started by bench/growth.mjs.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interpret } from "snaphook/core";
import { createEngine } from "snaphook/engine";
import { usualDenies } from "../scripts/alarms-rules.mjs";
import { abortsOf } from "./aborts.mjs";
import { keeperOf } from "./keeper-of.mjs";
import { everydayLines, scriptOf } from "./scripts.mjs";
import { median } from "./table.mjs";

/** @typedef {{ size: number, run: () => unknown }} Step */

/** A step is measured for so long, and so often at least. */
const STEP_MS = 150;
const LEAST = 3;
const ABORT_ROUNDS = 5;
const KB = 1024;
const folder = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-bench-")));
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
/** @type {import("snaphook/engine").Engine[]} */
const engines = [];

/** @param {Partial<import("snaphook/engine").EngineOptions>} options */
function engineOf(options) {
  const engine = createEngine({
    projectDir: folder,
    home: join(folder, "home"),
    managedFile: join(folder, "none"),
    keeper: false,
    ledger: { file: join(folder, "ledger.jsonl") },
    ...options,
  });
  engines.push(engine);
  return engine;
}

/** @template Made @param {number} count @param {(index: number) => Made} make */
const list = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/** @param {readonly object[]} groups */
const program = (groups) =>
  /** @type {import("snaphook/engine").ProgramSettings} */ ({ hooks: { PreToolUse: groups } });

/** A project with so many hooks that somebody has approved, of which one matches. @param {number} count */
async function approvedOf(count) {
  const project = join(folder, `project-${count}`);
  mkdirSync(join(project, ".snaphook"), { recursive: true });
  writeFileSync(join(project, "guard.sh"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  const groups = list(count, (index) => ({
    matcher: index === 0 ? "Bash" : `Tool${index}`,
    hooks: [{ command: `./guard.sh ${index}` }],
  }));
  writeFileSync(
    join(project, ".snaphook/settings.json"),
    JSON.stringify({ hooks: { PreToolUse: groups } }),
  );
  const engine = engineOf({ projectDir: project });
  await engine.approve(engine.review());
  return engine;
}

const json = { type: "json", json: {} };
const rules = engineOf({ program: { permissions: { allow: ["Bash"], deny: [...usualDenies] } } });
const oneJson = engineOf({ program: program([{ hooks: [json] }]) });
const command = engineOf({ keeper: true, program: program([{ hooks: [{ command: "true" }] }]) });
await keeperOf(command);

/** @param {number} size */
const withInput = (size) => ({
  ...payload,
  tool_name: "Write",
  tool_input: { file_path: "a.txt", content: "One line of a text.\n".repeat(Math.ceil(size / 20)) },
});

/** What grows, by the time of the processor where all of it is this process's work. @type {Record<string, { by: "cpu" | "clock", steps: Step[] }>} */
const series = {
  "hooks that do not match": {
    by: "cpu",
    steps: [1, 10, 100, 1000].map((size) => {
      const groups = list(size, (index) => ({ matcher: `Tool${index}`, hooks: [json] }));
      const engine = engineOf({ program: program(groups) });
      return { size, run: () => engine.fire(payload) };
    }),
  },
  "hooks that match": {
    by: "cpu",
    steps: [1, 10, 100, 1000].map((size) => {
      const engine = engineOf({ program: program(list(size, () => ({ hooks: [json] }))) });
      return { size, run: () => engine.fire(payload) };
    }),
  },
  "approved hooks, one of which matches": {
    by: "cpu",
    steps: await Promise.all(
      [1, 10, 100, 1000].map(async (size) => {
        const engine = await approvedOf(size);
        return { size, run: () => engine.preview(payload) };
      }),
    ),
  },
  "an engine for approved hooks": {
    by: "cpu",
    steps: [1, 10, 100, 1000].map((size) => ({
      size,
      run: () => {
        const projectDir = join(folder, `project-${size}`);
        const engine = createEngine({
          projectDir,
          home: join(folder, "home"),
          managedFile: join(folder, "none"),
          keeper: false,
        });
        engine.preview(payload);
        engine.close();
      },
    })),
  },
  "bytes of a payload, json hook": {
    by: "cpu",
    steps: [KB, 10 * KB, 100 * KB, KB * KB, 10 * KB * KB].map((size) => {
      const given = withInput(size);
      return { size, run: () => oneJson.fire(given) };
    }),
  },
  "bytes of a payload, command": {
    by: "clock",
    steps: [KB, 10 * KB, 100 * KB, KB * KB, 10 * KB * KB].map((size) => {
      const given = withInput(size);
      return { size, run: () => command.fire(given) };
    }),
  },
  "fires at once": {
    by: "clock",
    steps: [1, 4, 16, 64, 256].map((size) => ({
      size,
      run: () => Promise.all(list(size, () => command.fire(payload))),
    })),
  },
  "bytes of a command, a script": {
    by: "cpu",
    steps: [100, KB, 10 * KB, 97 * KB].map((size) => {
      const input = { command: size < KB ? everydayLines[2] : scriptOf(size) };
      return { size, run: () => rules.judge({ tool: "Bash", input }) };
    }),
  },
  "bytes of a command, one long line": {
    by: "cpu",
    steps: [100, KB, 10 * KB, 97 * KB].map((size) => {
      const input = { command: "ls a && ".repeat(size / 8) + "ls" };
      return { size, run: () => rules.judge({ tool: "Bash", input }) };
    }),
  },
  "bytes of a command, one long word": {
    by: "cpu",
    steps: [100, KB, 10 * KB, 97 * KB].map((size) => {
      const input = { command: `echo ${"x".repeat(size)}` };
      return { size, run: () => rules.judge({ tool: "Bash", input }) };
    }),
  },
  "bytes of a command, unknown parts of a path": {
    by: "cpu",
    steps: [100, KB, 10 * KB, 97 * KB].map((size) => {
      const input = { command: `cat ${"[$".repeat(size / 2)}` };
      return { size, run: () => rules.judge({ tool: "Bash", input }) };
    }),
  },
  "bytes of a command, {} lines": {
    by: "cpu",
    steps: [100, KB, 10 * KB, 97 * KB].map((size) => {
      const input = { command: "{}\n".repeat(size / 3) };
      return { size, run: () => rules.judge({ tool: "Bash", input }) };
    }),
  },
  "bytes of an answer of {} lines": {
    by: "cpu",
    steps: [100, KB, 10 * KB, 100 * KB].map((size) => {
      const runs = [{ exit: 0, stdout: "{}\n".repeat(size / 3) }];
      return { size, run: () => interpret({ dialect: "wave", event: "PreToolUse", runs }) };
    }),
  },
};

/** Milliseconds of one run. @param {"cpu" | "clock"} by @param {() => unknown} run */
async function timeOf(by, run) {
  const [begin, cpu] = [performance.now(), process.cpuUsage()];
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return by === "cpu" ? (user + system) / 1000 : performance.now() - begin;
}

/** The median of several batches: one run alone can be too short for the clock of the processor. @param {"cpu" | "clock"} by @param {Step} step */
async function measure(by, { run }) {
  const warm = performance.now();
  let count = 0;
  do {
    await run();
    count++;
  } while (performance.now() - warm < STEP_MS);
  const batch = Math.max(1, Math.round(count / 5));
  /** @type {number[]} */
  const taken = [];
  for (
    const begin = performance.now();
    taken.length < LEAST || performance.now() - begin < STEP_MS;
  )
    taken.push(
      (await timeOf(by, async () => {
        for (let index = 0; index < batch; index++) await run();
      })) / batch,
    );
  return median(taken);
}

/** @type {Record<string, { size: number, ms: number }[]>} */
const measured = {};
for (const [name, { by, steps }] of Object.entries(series)) {
  measured[name] = [];
  for (const step of steps) measured[name].push({ size: step.size, ms: await measure(by, step) });
}
const aborts = await abortsOf(ABORT_ROUNDS);
console.log(JSON.stringify({ measured, aborts }));
for (const engine of engines) engine.close();
rmSync(folder, { recursive: true, force: true });
