// What it costs to take secrets out of texts, beside one pass of a short expression over the same text.
import { readdirSync, readFileSync } from "node:fs";
import { redactText } from "../dist/secrets/index.js";
import { median, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

/** In µs for a KB: what it was before the rules of gitleaks were added, on the same machine. */
const LIMIT = 45;
const ROUNDS = 9;
/** As long as a hook's output usually is. */
const PART = 2048;

/** @type {Suite} */
export const redact = { name: "redact", unit: "µs/KB", bareName: "one expression", measure };

await reportIfMain(import.meta, redact);

/** @returns {Row[]} */
function measure() {
  const root = new URL("..", import.meta.url);
  /** @param {string} path */
  const read = (path) => readFileSync(new URL(path, root), "utf8");
  const texts = {
    prose: read("docs/ledger.md") + read("docs/telemetry.md") + read("docs/engine.md"),
    source: readdirSync(new URL("src/engine", root))
      .filter((name) => name.endsWith(".ts"))
      .map((name) => read(`src/engine/${name}`))
      .join("\n"),
    "lock file, full of hashes": read("package-lock.json").slice(0, 200_000),
  };
  return Object.entries(texts).map(([what, text]) => {
    /** @type {number[]} */
    const ours = [];
    /** @type {number[]} */
    const bare = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(cost(text, (part) => redactText(part)));
      bare.push(cost(text, (part) => /password|token|secret|api_?key/i.test(part)));
    }
    const value = median(ours);
    return { what, median: value, bare: median(bare), aim: `${LIMIT}`, value, limit: LIMIT };
  });
}

/**
 * @param {string} text
 * @param {(part: string) => unknown} work
 */
function cost(text, work) {
  const begin = process.cpuUsage();
  for (let at = 0; at < text.length; at += PART) work(text.slice(at, at + PART));
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / (text.length / 1024);
}
