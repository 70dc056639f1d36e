// What a ledger of up to 1 GB costs: node bench/ledger-growth.mjs [--write]. It writes that much to the folder for temporary files.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLedger, readLedger, verifyLedger } from "snaphook/engine";
import { rowOf } from "./growth.mjs";
import { median, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */
/** @typedef {{ size: number, ms: number }} Point */

const MB = 1_000_000;
const SIZES = [16, 64, 256, 1024];
/** Opening takes little: it is done this often. */
const OPENED = 21;
const text = "what a hook said, in a few words. ".repeat(30);

/** @type {Suite} */
export const ledgerGrowth = {
  name: "ledger-growth",
  unit: "ms",
  bareName: "in proportion",
  measure,
};

await reportIfMain(import.meta, ledgerGrowth);

/** @returns {Row[]} */
function measure() {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const file = join(folder, "ledger.jsonl");
    /** @type {Record<"verify" | "read" | "write", Point[]>} */
    const points = { verify: [], read: [], write: [] };
    let written = 0;
    for (const size of SIZES) {
      const writer = openLedger({ file });
      for (; written < size * MB; written += text.length + 300)
        writer.append({ type: "log", eventId: "e", hook: "guard", text });
      writer.close();
      points.verify.push({ size, ms: timeOf(() => verify(file)) });
      points.read.push({ size, ms: timeOf(() => countOf(file)) });
      const times = Array.from({ length: OPENED }, () => timeOf(() => append(file)));
      points.write.push({ size, ms: median(times) });
    }
    return [
      rowOf("MB of a ledger that is verified", points.verify),
      rowOf("MB of a ledger that is read", points.read),
      rowOf("MB of a ledger that is opened for one more record", points.write),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} file */
function verify(file) {
  const { faults } = verifyLedger(file);
  if (faults.length > 0) throw new Error("the ledger is not as it was written");
}

/** @param {string} file */
function countOf(file) {
  let count = 0;
  for (const { type } of readLedger(file)) if (type !== undefined) count++;
  return count;
}

/** @param {string} file */
function append(file) {
  const writer = openLedger({ file });
  writer.append({ type: "log", eventId: "e", hook: "guard", text });
  writer.close();
}

/** @param {() => unknown} run */
function timeOf(run) {
  const begin = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}
