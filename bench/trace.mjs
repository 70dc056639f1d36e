// How long `snaphook trace` takes on a ledger of a million events, and how much memory. It writes 1.8 GB to the folder for
// temporary files and removes them. SNAPHOOK_BENCH_EVENTS gives another number of events, for a quick look.
import { spawnSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeLargeLedger } from "./large-ledger.mjs";
import { median, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const EVENTS = Number(process.env["SNAPHOOK_BENCH_EVENTS"] ?? 1_000_000);
const ROUNDS = 5;
const MOST_MB = 200;
const NEEDLE = "a-needle-in-a-stack";
const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

/** @typedef {{ what: string, args: string[], limit: number, isFirst?: true }} Question */
/** @type {Question[]} */
const questions = [
  {
    what: "the first time: all columns are made",
    args: ["--limit", "20"],
    limit: 15,
    isFirst: true,
  },
  { what: "the newest 20", args: [], limit: 1 },
  { what: "blocks of one hook", args: ["--outcome", "block", "--hook", "no-rm"], limit: 1 },
  { what: "one session by its beginning", args: ["--session", "session-3333-"], limit: 1 },
  { what: "one day", args: ["--since", "2025-03-01", "--until", "2025-03-01"], limit: 1 },
  { what: "problems of a tool", args: ["--problem", "exit-*", "--tool", "mcp__*"], limit: 1 },
  { what: "a text that is in ten events", args: ["--text", NEEDLE], limit: 1 },
  { what: "one event with its flow", args: ["show", "latest", "--failed"], limit: 1 },
  { what: "statistics of everything", args: ["stats"], limit: 2 },
];

/** @typedef {{ seconds: number, megabytes: number }} Cost */
/** @type {{ questions: Cost[], reading: number, bareMegabytes: number } | null} */
let measured = null;

/** @type {Suite} */
const time = {
  name: "trace",
  unit: "s",
  bareName: "reading the file",
  measure: () => {
    const { questions: costs, reading } = measureAll();
    return questions.map(({ what, limit }, index) => {
      const value = costs[index]?.seconds ?? Number.NaN;
      return { what, median: value, bare: reading, aim: `${limit}`, value, limit };
    });
  },
};

/** @type {Suite} */
const memory = {
  name: "trace-memory",
  unit: "MB",
  bareName: "bare Node",
  measure: () => {
    const { questions: costs, bareMegabytes: bare } = measureAll();
    return questions.map(({ what }, index) => {
      const value = costs[index]?.megabytes ?? Number.NaN;
      return { what, median: value, bare, aim: `${MOST_MB}`, value, limit: MOST_MB };
    });
  },
};

await reportIfMain(import.meta, time, memory);

function measureAll() {
  return (measured ??= measure());
}

function measure() {
  const home = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  try {
    const file = join(home, "ledger.jsonl");
    writeLargeLedger(file, EVENTS, NEEDLE);
    const empty = join(home, "empty.cjs");
    writeFileSync(empty, "");
    const costs = questions.map(({ args, isFirst }) => {
      const rounds = isFirst === true ? 1 : ROUNDS;
      const all = Array.from({ length: rounds }, () => run(home, [command, "trace", ...args]));
      return {
        seconds: median(all.map(({ seconds }) => seconds)),
        megabytes: Math.max(...all.map(({ megabytes }) => megabytes)),
      };
    });
    return {
      questions: costs,
      reading: readAll(file),
      bareMegabytes: run(home, [empty]).megabytes,
    };
  } finally {
    rmSync(home, { recursive: true });
  }
}

/**
 * What a process has used when it ends: time of the processor, as this machine may be busy, and the most memory.
 * @param {string} home
 * @param {string[]} args
 * @returns {Cost}
 */
function run(home, args) {
  const out = join(home, "used.json");
  const preload = join(home, "used.cjs");
  writeFileSync(
    preload,
    `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(out)}, JSON.stringify(process.resourceUsage())));`,
  );
  const { NODE_OPTIONS: _options, NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, ["--require", preload, ...args], {
    env: { ...env, SNAPHOOK_HOME: home, TZ: "UTC" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
  /** @type {NodeJS.ResourceUsage} */
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(out, "utf8"));
  return { seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 };
}

/** @param {string} file */
function readAll(file) {
  const room = Buffer.alloc(4_194_304);
  const fd = openSync(file, "r");
  const begin = process.cpuUsage();
  while (readSync(fd, room) > 0);
  const { user, system } = process.cpuUsage(begin);
  closeSync(fd);
  return (user + system) / 1e6;
}
