// What it costs to verify a ledger, compared with a bare SHA-256 of each of its lines.
import { hash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLedger, verifyLedger } from "snaphook/engine";
import { median, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const MEGABYTES = 64;
const ROUNDS = 7;
const MB = 1_000_000;

/** @type {Suite} */
export const ledger = { name: "ledger", unit: "ms", bareName: "SHA-256", measure };

await reportIfMain(import.meta, ledger);

/** @returns {Row[]} */
function measure() {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const file = join(folder, "ledger.jsonl");
    const writer = openLedger({ file });
    const text = "what a hook said, in a few words. ".repeat(30);
    for (let size = 0; size < MEGABYTES * MB; size += text.length + 300)
      writer.append({ type: "log", eventId: "e", hook: "guard", text }, { sync: false });
    writer.close();
    const bytes = readFileSync(file);
    const seconds = bytes.length / MB / 120;
    /** @type {[number[], number[]]} */
    const times = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      times[0].push(timeOf(() => verify(file)));
      times[1].push(timeOf(() => hashLines(bytes)));
    }
    const [value, bare] = [median(times[0]), median(times[1])];
    const what = `verifying ${Math.round(bytes.length / MB)} MB`;
    return [{ what, median: value, bare, aim: "120 MB/s", value: value / 1000, limit: seconds }];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} file */
function verify(file) {
  const { faults } = verifyLedger(file);
  if (faults.length > 0) throw new Error("the ledger is not as it was written");
}

/** @param {Buffer} bytes */
function hashLines(bytes) {
  for (let begin = 0; begin < bytes.length;) {
    const end = bytes.indexOf(10, begin);
    hash("sha256", bytes.subarray(begin, end));
    begin = end + 1;
  }
}

/** @param {() => void} run */
function timeOf(run) {
  const begin = performance.now();
  run();
  return performance.now() - begin;
}
