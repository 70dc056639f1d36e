// What it costs to fire an event: compared with a bare spawn, in a small host and in a large one, and what bad hooks cost.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { installPeers } from "./peers.mjs";
import { most, ratio, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const ROUNDS = 60;
/** In a large host a bare spawn takes ten times as long. */
const ROUNDS_LARGE = 30;
/** Far more than any of it takes, also on a busy machine: what hangs is a fault that must be seen. */
const LONGEST_MS = 10 * 60_000;

/** @type {Suite} */
export const engine = { name: "engine", unit: "ms", bareName: "bare", measure };

await reportIfMain(import.meta, engine);

/** @returns {Row[]} */
function measure() {
  const small = run("engine-host.mjs", ["0", `${ROUNDS}`]).measured;
  const large = run("engine-host.mjs", ["500", `${ROUNDS_LARGE}`]).measured;
  const peers =
    installPeers() === null ? {} : run("engine-host.mjs", ["0", `${ROUNDS}`, "peers"]).measured;
  const bounds = run("engine-bounds.mjs", []);
  return [
    ratio("one hook, small host", small.keeper, small.bare, 0.9),
    ratio("an approved hook of the project, small host", small.approved, small["bare script"], 1),
    ratio("one hook, host of 500 MB", large.keeper, large.bare, 0.5),
    most(
      "longest stall for one hook, small host",
      small["keeper, stall"],
      small["bare, stall"],
      0.3,
    ),
    most(
      "longest stall for one hook, host of 500 MB",
      large["keeper, stall"],
      large["bare, stall"],
      0.3,
    ),
    ratio("one hook in a thread, small host", small.thread, small.bare, 1.3),
    ratio("one hook in a thread, host of 500 MB", large.thread, large.bare, 0.5),
    ...[
      { where: "small host", found: small },
      { where: "host of 500 MB", found: large },
    ].flatMap(({ where, found }) => [
      most(
        `longest stall for one hook in a thread, ${where}`,
        found["thread, stall"],
        found["bare, stall"],
        0.2,
      ),
      most(
        `the same, the worst of ${(found === small ? ROUNDS : ROUNDS_LARGE) / 2}`,
        found["thread, stall, most"],
        found["bare, stall, most"],
        2,
      ),
      ratio(
        `the same with the waits for a core, ${where}`,
        found["thread, stall with waits"],
        found["bare, stall with waits"],
        Infinity,
      ),
    ]),
    most(
      "MB of the thread, compared with an engine in place",
      small.threadGrew,
      small.keptGrew,
      30,
    ),
    ratio("16 hooks at once, small host", small["16 keeper"], small["16 bare"], 1.15),
    most(
      "longest stall for 16 hooks, small host",
      small["16 keeper, stall"],
      small["16 bare, stall"],
      8,
    ),
    most("a json hook, hot", small.json, small.bare, 0.1),
    most("50 hooks that do not match", small["50 that do not match"], small.bare, 0.01),
    most("KB in the ledger for an event that 50 hooks do not match", small.ledger, 0, 2),
    ...["Gemini CLI", "Qwen Code"]
      .filter((name) => peers[name] !== undefined)
      .flatMap((name) => [
        ratio(`one hook compared with the runner of ${name}`, peers.keeper, peers[name], 1),
        ratio(
          `the runner of ${name} compared with a bare spawn`,
          peers[name],
          peers.bare,
          Infinity,
        ),
      ]),
    most("a deadline of 1 s", bounds.deadline, 1000, 1100),
    most("the same where TERM is ignored", bounds.stubborn, 1000, 1600),
    most("a flood of 1 GB", bounds.flood.ms, small.bare, 100),
    most("MB that the flood adds to the host", bounds.flood.grown, 0, 20),
    most(
      "MB of heap after 100,000 json hooks, compared with 10,000",
      bounds.after,
      bounds.before,
      bounds.before + 1,
    ),
  ];
}

/** @param {string} file @param {string[]} args */
function run(file, args) {
  const host = fileURLToPath(new URL(file, import.meta.url));
  // Room for the garbage of a few milliseconds of looking how long the host stands still.
  const flags = ["--expose-gc", "--max-semi-space-size=64", "--min-semi-space-size=64"];
  const output = execFileSync(process.execPath, [...flags, host, ...args], {
    encoding: "utf8",
    // A peer writes a line for each hook.
    stdio: ["ignore", "pipe", args.includes("peers") ? "ignore" : "inherit"],
    timeout: LONGEST_MS,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(output.trimEnd().split("\n").at(-1) ?? "");
}
