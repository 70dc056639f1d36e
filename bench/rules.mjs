// What it costs to judge a command by permission rules and self-protection, compared with a parse of the same text as JSON.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "snaphook/engine";
import { usualDenies } from "../scripts/alarms-rules.mjs";
import { everydayLines, scriptOf } from "./scripts.mjs";
import { median, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const ROUNDS = 15;
/** Each text is judged so often in a round that the clock of the processor can tell. */
const LONGEST_ROUND = 65_536;
const KB = 1024;

/** @type {Suite} */
export const rules = { name: "rules", unit: "ms", bareName: "JSON.parse", measure };

await reportIfMain(import.meta, rules);

/** @returns {Row[]} */
function measure() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-bench-")));
  const projectDir = join(root, "project");
  mkdirSync(join(projectDir, "scripts"), { recursive: true });
  writeFileSync(join(projectDir, "scripts/guard.sh"), "exit 0\n");
  const engine = createEngine({
    projectDir,
    home: join(root, "home"),
    managedFile: join(root, "none.json"),
    keeper: false,
    program: {
      permissions: { allow: ["Bash"], deny: [...usualDenies] },
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "./scripts/guard.sh" }] }] },
    },
  });
  /** @param {string} command */
  const judge = (command) => void engine.judge({ tool: "Bash", input: { command } });
  try {
    const script = scriptOf(4 * KB);
    // A host judges many calls: its code is warm.
    for (let round = 0; round < ROUNDS; round++) cost([script, ...everydayLines], judge);
    const four = compare([script], judge);
    const long = compare([scriptOf(32 * KB)], judge);
    const lines = compare(everydayLines, judge);
    const tooLong = compare([`echo ${"x".repeat(200 * KB)}`], judge);
    return [
      { what: "a script of 4 KB", ...four, aim: "5", value: four.median, limit: 5 },
      {
        what: "a script of 32 KB",
        ...long,
        aim: "10 × 4 KB",
        value: long.median,
        limit: 10 * four.median,
      },
      { what: "an everyday line", ...lines, aim: "1", value: lines.median, limit: 1 },
      { what: "200 KB, too long", ...tooLong, aim: "5", value: tooLong.median, limit: 5 },
    ];
  } finally {
    engine.close();
    rmSync(root, { recursive: true, force: true });
  }
}

/**
 * The time for one of the texts, and that of the bare thing, in turn.
 * @param {readonly string[]} texts
 * @param {(text: string) => void} work
 */
function compare(texts, work) {
  const quoted = texts.map((text) => JSON.stringify(text));
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const bare = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(cost(texts, work));
    bare.push(cost(quoted, (text) => void JSON.parse(text)));
  }
  return { median: median(ours), bare: median(bare) };
}

/**
 * @param {readonly string[]} texts
 * @param {(text: string) => void} work
 */
function cost(texts, work) {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  const times = Math.max(1, Math.floor(LONGEST_ROUND / length));
  const begin = process.cpuUsage();
  for (let time = 0; time < times; time++) for (const text of texts) work(text);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / (times * texts.length);
}
