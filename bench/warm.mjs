// What a hook that stays costs, compared with one that is started for each event: node bench/warm.mjs
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const host = fileURLToPath(new URL("./warm-host.mjs", import.meta.url));
const TIMES_FASTER = 80;

/** @type {Suite} */
export const warm = {
  name: "warm",
  page: "hook-types",
  unit: "ms",
  bareName: "cold Node",
  measure,
};

await reportIfMain(import.meta, warm);

function measure() {
  // Without what makes every start of Node slower, such as certificates to load.
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--expose-gc", host], { env });
  if (status !== 0) throw new Error(stderr.toString());
  const found = JSON.parse(stdout.toString());
  const cold = found.coldNode;
  /**
   * @param {string} what
   * @param {number} ms
   * @param {number} limit
   * @param {string} aim
   * @returns {Row}
   */
  const row = (what, ms, limit, aim) => ({
    what,
    median: ms,
    bare: cold,
    aim,
    value: ms,
    limit,
  });
  const quick = Math.min(0.45, cold / TIMES_FASTER);
  const aim = `0.45, and cold Node / ${TIMES_FASTER}`;
  return [
    row("command, cold Node", cold, Infinity, "none"),
    row("command, cold Python", found.coldPython, Infinity, "none"),
    row("json", found.json, Infinity, "none"),
    row("module", found.module, quick, aim),
    row("worker in Node", found.workerNode, quick, aim),
    row("worker in Python", found.workerPython, quick, aim),
    row("http, keep-alive", found.http, 1.5, "1.5"),
    row("what telemetry adds to an event", found.jsonTold - found.json, 0.05, "0.05"),
    {
      what: "MB of heap after 10,000 events through one worker, compared with before",
      median: found.heapAfter,
      bare: found.heapBefore,
      aim: "1.1 × before",
      value: found.heapAfter,
      limit: found.heapBefore * 1.1,
    },
  ];
}
