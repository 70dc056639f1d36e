// The hook runners of other agents, to compare with: installed into a cache, never a dependency.
//   node bench/peers.mjs
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** @typedef {{ cwd: string, payload: object }} Around */
/** @typedef {() => Promise<{ success: boolean, error?: Error }>} Peer */

const cache = fileURLToPath(new URL("../node_modules/.cache/snaphook-peers", import.meta.url));
const INSTALL_MS = 180_000;
const hook = { type: "command", command: "true" };

/** @type {Record<string, { spec: string, load: (place: string, around: Around) => Promise<Peer> }>} */
const peers = {
  "Gemini CLI": { spec: "@google/gemini-cli-core@0.61.0", load: geminiRunner },
  "Qwen Code": { spec: "@qwen-code/qwen-code@0.24.4", load: qwenRunner },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPeers();
  for (const name of Object.keys(peers)) console.log(`${name}: ${placeOf(name)}`);
}

/** The folder that has those that can be installed here, or null: without them everything else is measured. */
export function installPeers() {
  if (process.env["SNAPHOOK_BENCH_PEERS"] === "0") return null;
  for (const [name, { spec }] of Object.entries(peers)) {
    const place = placeOf(name);
    if (existsSync(join(place, "node_modules"))) continue;
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), '{ "private": true }\n');
    const options = ["--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund"];
    // `npm run` hands this project's own strictness on, and a package that they use asks for a newer Node than this one.
    options.push("--engine-strict=false");
    try {
      process.stderr.write(`installing ${spec} into ${place}\n`);
      execFileSync("npm", ["install", ...options, spec], {
        cwd: place,
        stdio: ["ignore", "ignore", "pipe"],
        timeout: INSTALL_MS,
      });
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${spec} cannot be installed here: it is not compared with. ${said}\n`);
    }
  }
  return cache;
}

/**
 * What runs the same trivial hook, of each that is installed. One whose parts have changed says so and is left out.
 * @param {Around} around
 */
export async function peerRunners(around) {
  /** @type {Record<string, () => Promise<unknown>>} */
  const found = {};
  for (const [name, { spec, load }] of Object.entries(peers)) {
    if (!existsSync(join(placeOf(name), "node_modules"))) continue;
    try {
      const run = await load(placeOf(name), around);
      const { success, error } = await run();
      if (!success) throw error ?? new Error("its hook failed");
      found[name] = run;
    } catch (error) {
      process.stderr.write(`${spec}: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  return found;
}

/** @param {string} name */
function placeOf(name) {
  return join(cache, name.toLowerCase().replaceAll(" ", "-"));
}

/** @param {string} place @param {Around} around @returns {Promise<Peer>} */
async function geminiRunner(place, { cwd, payload }) {
  const main = createRequire(join(place, "package.json")).resolve("@google/gemini-cli-core");
  const file = join(main, "..", "src", "hooks", "hookRunner.js");
  const { HookRunner } = await import(pathToFileURL(file).href);
  const runner = new HookRunner({
    getWorkingDir: () => cwd,
    isTrustedFolder: () => true,
    getSessionId: () => "s",
    sanitizationConfig: { allowedEnvironmentVariables: [], blockedEnvironmentVariables: [] },
    getSanitizationConfig: () => undefined,
    storage: { getProjectTempDir: () => cwd, getPlansDir: () => cwd },
  });
  const input = { ...payload, hook_event_name: "BeforeTool", cwd, timestamp: "" };
  return () => runner.executeHook(hook, "BeforeTool", { ...input, transcript_path: "" });
}

/**
 * Its package is a bundle that exports no runner: the file that has it is loaded as a copy that exports it.
 * @param {string} place @param {Around} around @returns {Promise<Peer>}
 */
async function qwenRunner(place, { cwd, payload }) {
  const folder = join(place, "node_modules/@qwen-code/qwen-code/chunks");
  const copy = join(folder, "with-runner.js");
  if (!existsSync(copy)) {
    const text = readdirSync(folder)
      .filter((name) => name.endsWith(".js"))
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .find((chunk) => chunk.includes("\nvar HookRunner = class"));
    if (text === undefined) throw new Error("no file of it has the runner");
    writeFileSync(copy, `${text}\nexport { HookRunner as RunnerOfHooks };\n`);
  }
  const { RunnerOfHooks } = await import(pathToFileURL(copy).href);
  const runner = new RunnerOfHooks([]);
  const input = { ...payload, cwd, timestamp: "", transcript_path: "" };
  return () => runner.executeHook(hook, "PreToolUse", input);
}
