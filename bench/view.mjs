// When the page of `snaphook view` is first painted, what it weighs, and how it scrolls through 100,000 events: node bench/view.mjs
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { writeLargeLedger } from "./large-ledger.mjs";
import { median, reportIfMain } from "./table.mjs";

/** @import { Row, Suite } from "./table.mjs" */

const ROUNDS = 9;
const EVENTS = 100_000;
const STEPS = 200;
const MOST_ADDED_MS = 150;
const MOST_KB = 150;
/** A frame of a screen that draws 30 times a second: what is slower is seen to stumble. */
const MOST_FRAME_MS = 33;
const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const page = fileURLToPath(new URL("../dist/cli/view", import.meta.url));
/** Without what makes every start of Node slower, such as certificates to load. */
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env;

/** @type {Suite} */
const time = { name: "view", unit: "ms", bareName: "without it", measure };
/** @type {Suite} */
const weight = {
  name: "view-weight",
  unit: "KB",
  bareName: "uncompressed",
  measure: () =>
    [false, true].map((isChart) => {
      const files = readdirSync(page, { recursive: true, encoding: "utf8" })
        .filter((name) => /\.\w+$/.test(name) && name.includes("draw-chart") === isChart)
        .map((name) => readFileSync(join(page, name)));
      /** @param {(bytes: Buffer) => number} size */
      const sum = (size) => files.reduce((all, bytes) => all + size(bytes) / 1000, 0);
      const value = sum((bytes) => gzipSync(bytes).length);
      const what = isChart ? "the chart, loaded when it is looked at" : "the page";
      const bare = sum(({ length }) => length);
      return { what, median: value, bare, aim: `${MOST_KB}`, value, limit: MOST_KB };
    }),
};
await reportIfMain(import.meta, time, weight);

/** @returns {Promise<Row[]>} */
async function measure() {
  const root = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  try {
    const [small, large] = ["small", "large"].map((name) => join(root, name));
    for (const [home = "", events = 0] of [
      [small, 100],
      [large, EVENTS],
    ]) {
      mkdirSync(String(home), { mode: 0o700 });
      writeLargeLedger(join(String(home), "ledger.jsonl"), Number(events), "a-needle");
    }
    /** @type {number[]} */
    const bare = [];
    /** @type {number[]} */
    const whole = [];
    for (let round = -1; round < ROUNDS; round++) {
      const begin = performance.now();
      spawnSync(process.execPath, ["-e", "0"], { env });
      const node = performance.now() - begin;
      const viewer = await open(small ?? "");
      const [first, again] = [
        await paintedAfter(browser, viewer.address),
        await paintedAfter(browser, viewer.address),
      ];
      await viewer.close();
      // The first round has the columns and the browser's own caches to make.
      if (round < 0) continue;
      whole.push(viewer.ms + first);
      bare.push(node + again);
    }
    const viewer = await open(large ?? "");
    const frames = (await scrolled(browser, viewer.address)).toSorted((one, other) => one - other);
    await viewer.close();
    const [all, without] = [median(whole), median(bare)];
    const frame = frames[Math.floor(frames.length * 0.95)] ?? Number.NaN;
    return [
      {
        what: "from the command to the first paint; without it: bare Node and the page again",
        median: all,
        bare: without,
        aim: `+${MOST_ADDED_MS}`,
        value: all - without,
        limit: MOST_ADDED_MS,
      },
      {
        what: "a frame while 100,000 events are scrolled, 95th of 100; without it: the median",
        median: frame,
        bare: median(frames),
        aim: `${MOST_FRAME_MS}`,
        value: frame,
        limit: MOST_FRAME_MS,
      },
    ];
  } finally {
    await browser.close();
    rmSync(root, { recursive: true });
  }
}

/**
 * Starts the command; `ms` is how long it took until the page could be asked for.
 * @param {string} home
 */
async function open(home) {
  const begin = performance.now();
  const child = spawn(process.execPath, [command, "view", "--json"], {
    cwd: home,
    env: { ...env, SNAPHOOK_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const line = await new Promise((done) => createInterface(child.stdout).once("line", done));
  const ms = performance.now() - begin;
  /** @type {{ address: string }} */
  const { address } = JSON.parse(String(line));
  const close = () =>
    new Promise((done) => {
      child.once("exit", done);
      child.kill("SIGINT");
    });
  return { ms, address, close };
}

/**
 * The browser's own word: from the navigation to the first text.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 */
async function paintedAfter(browser, address) {
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(address);
  // As text: the types of a page are not those of a program.
  const ms = await tab.evaluate(`new Promise((done) => {
    new PerformanceObserver((list) => {
      const [entry] = list.getEntriesByName("first-contentful-paint");
      if (entry !== undefined) done(entry.startTime);
    }).observe({ type: "paint", buffered: true });
  })`);
  await context.close();
  return Number(ms);
}

/**
 * How long each frame took while the list was scrolled from its begin to its end.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @returns {Promise<number[]>}
 */
async function scrolled(browser, address) {
  const context = await browser.newContext();
  const tab = await context.newPage();
  await tab.goto(address);
  await tab.locator(".modes", { hasText: "100,000 found" }).waitFor();
  const frames = await tab.evaluate(`(async () => {
    const list = document.querySelector("#events");
    const step = list.scrollHeight / ${STEPS};
    const all = [];
    for (let at = 0; at < ${STEPS}; at++) {
      const from = performance.now();
      list.scrollTo(0, at * step);
      await new Promise((done) => requestAnimationFrame(done));
      all.push(performance.now() - from);
    }
    return all;
  })()`);
  await context.close();
  return /** @type {number[]} */ (frames);
}
