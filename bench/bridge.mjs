// What `bridge run` adds to a hook, compared with a bare Node and the hook itself: node bench/bridge.mjs
import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const ROUNDS = 40;
const AIM = 1.3;
const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const payload = JSON.stringify({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "ls" },
});

/** Without what makes every start of Node slower, such as certificates to load. */
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env;

/** @type {Suite} */
export const bridge = { name: "bridge", unit: "ms", bareName: "bare Node + hook", measure };

await reportIfMain(import.meta, bridge);

function measure() {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  const hook = join(folder, "hook.sh");
  writeFileSync(hook, "#!/bin/sh\nexit 0\n");
  chmodSync(hook, 0o755);
  /** @type {number[]} */
  const bare = [];
  /** @type {number[]} */
  const bridged = [];
  const args = [command, "bridge", "run", "--host", "codex", "--from", "claude-code", "--", hook];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(timeOf(process.execPath, ["-e", "0"]) + timeOf(hook, []));
    bridged.push(timeOf(process.execPath, args));
  }
  rmSync(folder, { recursive: true });
  const value = median(bridged) / median(bare);
  return [
    {
      what: "bridge run",
      median: median(bridged),
      bare: median(bare),
      aim: `${AIM} × bare Node + hook`,
      value,
      limit: AIM,
    },
  ];
}

/**
 * @param {string} file
 * @param {string[]} args
 */
function timeOf(file, args) {
  const from = performance.now();
  const { status } = spawnSync(file, args, { input: payload, env });
  if (status !== 0) throw new Error(`${file} ended with ${status}`);
  return performance.now() - from;
}
