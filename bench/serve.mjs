// What one event of a host costs by the resident engine and by the direct command, compared with the start of a bare Node,
// all as npm installs them and in turns: node bench/serve.mjs
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { installPackage } from "./installed.mjs";
import { median, reportIfMain, short } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const ROUNDS = 60;
const AIM = 0.35;
const DENIED = 2;

const payload = JSON.stringify({
  session_id: "s",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "ls" },
});

/** Without what makes every start of Node slower, such as certificates to load. */
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...own } = process.env;

/** @type {Suite} */
export const serve = { name: "serve", unit: "ms", bareName: "bare Node", measure };

await reportIfMain(import.meta, serve);

async function measure() {
  const folder = installPackage();
  const home = join(folder, "home");
  const env = { ...own, HOME: folder, SNAPHOOK_HOME: home, CLAUDE_PROJECT_DIR: folder };
  const bin = join(folder, "node_modules/.bin");
  mkdirSync(home, { mode: 0o700 });
  const hook = { type: "json", json: { decision: "block", reason: "no" } };
  writeFileSync(
    join(home, "settings.json"),
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [hook] }] } }),
  );
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const server = spawn(join(bin, "snaphook"), ["serve"], { env, stdio: "ignore" });
  try {
    await isReady(bin, env);
    const args = ["--host", "claude-code"];
    const fire = join(bin, "snaphook-fire");
    const few = withoutPerl(folder);
    return measureAll([
      { what: "bare Node", file: process.execPath, args: [empty], env, exit: 0 },
      { what: "bridge fire, resident, sh + perl", file: fire, args, env, exit: DENIED },
      {
        what: "bridge fire, resident, sh + curl",
        file: fire,
        args,
        env: { ...env, PATH: few },
        exit: DENIED,
      },
      {
        what: "bridge fire, direct",
        file: join(bin, "snaphook"),
        args: ["bridge", "fire", ...args],
        env,
        exit: DENIED,
        isForComparison: true,
      },
    ]);
  } finally {
    server.kill();
    await new Promise((ended) => server.once("exit", ended));
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {string} bin
 * @param {NodeJS.ProcessEnv} env
 */
async function isReady(bin, env) {
  for (let tries = 0; tries < 200; tries++) {
    const { stdout } = spawnSync(join(bin, "snaphook"), ["serve", "status", "--json"], { env });
    if (/"ready": 1/.test(stdout.toString())) return;
    await sleep(50);
  }
  throw new Error("the resident engine did not start");
}

/**
 * A PATH in which there is curl but no perl.
 * @param {string} folder
 */
function withoutPerl(folder) {
  const few = join(folder, "few");
  mkdirSync(few);
  for (const name of ["node", "cat", "curl", "env"]) {
    const place = spawnSync("/bin/sh", ["-c", `command -v ${name}`], {
      encoding: "utf8",
    }).stdout.trim();
    if (place !== "") symlinkSync(place, join(few, name));
  }
  return few;
}

/** @typedef {{ what: string, file: string, args: string[], env: NodeJS.ProcessEnv, exit: number, isForComparison?: true }} Start */

/**
 * @param {Start[]} starts
 * @returns {Row[]}
 */
function measureAll(starts) {
  for (const one of starts) for (let warm = 0; warm < 5; warm++) timeOf(one);
  /** @type {number[][]} */
  const times = starts.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, one] of starts.entries()) times[index]?.push(timeOf(one));
  const [bare = Number.NaN, ...medians] = times.map(median);
  return starts.slice(1).map(({ what, isForComparison }, index) => {
    const value = medians[index] ?? Number.NaN;
    const limit = AIM * bare;
    const aim = `${short(limit)} (${AIM} × bare Node)`;
    return isForComparison === true
      ? { what, median: value, bare, aim: "for comparison", value, limit: Number.POSITIVE_INFINITY }
      : { what, median: value, bare, aim, value, limit };
  });
}

/** @param {Start} start */
function timeOf({ file, args, env, exit }) {
  const from = performance.now();
  const { status } = spawnSync(file, args, { input: payload, env });
  const took = performance.now() - from;
  if (status !== exit) throw new Error(`${file} ended with ${status}`);
  return took;
}
