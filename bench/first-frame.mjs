// When the agent shows its first frame in a real terminal, compared with the start of a bare Node: node bench/first-frame.mjs
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pty from "@lydell/node-pty";
import { median, short } from "./table.mjs";

const ROUNDS = 15;
const AIM_MS = 400;
const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "snaphook-first-frame-"));
const script = join(folder, "script.json");
writeFileSync(script, '{"turns":[]}');

/** Without what makes every start of Node slower, such as certificates to load. */
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env;

/** @type {number[]} */
const bare = [];
/** @type {number[]} */
const frame = [];
for (let round = 0; round < ROUNDS; round++) {
  bare.push(await timeOf(["-e", "0"], null));
  frame.push(await timeOf([command, "agent", "--model", `script:${script}`], /Enter sends/));
}
rmSync(folder, { recursive: true });
const adds = median(frame) - median(bare);
console.log(`bare Node ${short(median(bare))} ms, first frame ${short(median(frame))} ms`);
console.log(`it adds ${short(adds)} ms (aim ${AIM_MS}): ${adds <= AIM_MS ? "met" : "missed"}`);
process.exitCode = adds <= 2 * AIM_MS ? 0 : 1;

/**
 * Milliseconds until a text is on the screen, or until the program has ended.
 * @param {string[]} args
 * @param {RegExp | null} text
 * @returns {Promise<number>}
 */
function timeOf(args, text) {
  return new Promise((resolve) => {
    const from = performance.now();
    const terminal = pty.spawn(process.execPath, args, {
      cols: 100,
      rows: 30,
      cwd: folder,
      env: { ...env, SNAPHOOK_HOME: join(folder, "home") },
    });
    let seen = "";
    terminal.onData((data) => {
      seen += data;
      if (text?.test(seen) !== true) return;
      resolve(performance.now() - from);
      terminal.kill("SIGKILL");
    });
    terminal.onExit(() => resolve(performance.now() - from));
  });
}
