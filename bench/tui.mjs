// How long a key takes with 5,000 blocks on the screen, and how much memory 20,000 take: node --expose-gc bench/tui.mjs
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { EventEmitter } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { build } from "esbuild";
import { median, short } from "./table.mjs";

const KEY_MS = 16;
const HEAP_MB = 300;

const root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-bench-tui-")));
const entry = join(root, "entry.mjs");
const source = new URL("../src/", import.meta.url).pathname;
writeFileSync(
  entry,
  `export { AgentSession } from ${JSON.stringify(`${source}agent/index.ts`)};
export { scriptedModel } from ${JSON.stringify(`${source}models/index.ts`)};
export { runTerminal } from ${JSON.stringify(`${source}tui/index.ts`)};`,
);
const outfile = join(root, "bundle.mjs");
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  mainFields: ["module", "main"],
  nodePaths: [new URL("../node_modules", import.meta.url).pathname],
  define: { "process.env.NODE_ENV": '"production"' },
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  },
  plugins: [
    {
      name: "without-devtools",
      setup(given) {
        const namespace = "nothing";
        given.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace }));
        given.onLoad({ filter: /.*/, namespace }, () => ({ contents: "export default {};" }));
      },
    },
  ],
  logLevel: "warning",
});
const { AgentSession, runTerminal, scriptedModel } = await import(outfile);

/** A screen that takes everything and calls back when something was drawn. */
class Screen extends EventEmitter {
  isTTY = true;
  columns = 100;
  rows = 40;
  writable = true;
  onWrite = () => {};
  /** @param {string} data @param {() => void} [done] */
  write(data, done) {
    if (data !== "") this.onWrite();
    done?.();
    return true;
  }
}

/** A keyboard that nobody has touched. */
class Keys extends EventEmitter {
  setRawMode() {}
  setEncoding() {}
  resume() {}
  pause() {}
  ref() {}
  unref() {}
}

/** @param {number} blocks */
async function openWith(blocks) {
  const session = new AgentSession({
    workspace: root,
    home: join(root, "home"),
    managedFile: join(root, "managed.json"),
    model: scriptedModel({ turns: [] }),
    program: {},
  });
  const screen = new Screen();
  const keys = new Keys();
  /** @type {import("../src/tui/index.js").Controls[]} */
  const given = [];
  const ended = runTerminal(session, {
    stdin: keys,
    stdout: screen,
    /** @param {import("../src/tui/index.js").Controls} controls */
    onReady: (controls) => given.push(controls),
  });
  // It is called before the first await of runTerminal.
  const [controls] = given;
  if (controls === undefined) throw new Error("the UI did not become ready");
  await controls.until("idle");
  // A turn is a prompt, an answer and a call with its result, as sessions have them.
  for (let written = 0, turn = 0; written < blocks; turn++, written += 3) {
    session.messages.addUserMessage(`prompt ${turn}: what is in the folder?`);
    const { id } = session.messages.addAssistantMessage();
    session.messages.appendText(
      id,
      `Answer ${turn}. ${"I look at the files and tell. ".repeat(4)}`,
    );
    session.messages.addToolBlock(id, {
      id: `c${turn}`,
      name: "Bash",
      input: { command: "ls -l" },
    });
    session.messages.updateToolBlock({
      toolId: `c${turn}`,
      state: "done",
      result: `file-${turn}.ts\n`.repeat(20),
    });
    if (turn % 20 === 0) await new Promise((next) => setTimeout(next));
  }
  await new Promise((next) => setTimeout(next, 200));
  return { session, screen, keys, controls, ended };
}

/** @param {Awaited<ReturnType<typeof openWith>>} opened */
async function close({ controls, ended }) {
  controls.quit();
  await ended;
}

/** From the key to the last write that it causes. */
async function keyTimes() {
  const opened = await openWith(5000);
  const { keys, screen } = opened;
  const times = [];
  for (let key = 0; key < 300; key++) {
    // Typed, not hammered: Ink draws at most a hundred times a second.
    await new Promise((next) => setTimeout(next, 15));
    const start = performance.now();
    await new Promise((drawn) => {
      screen.onWrite = () => drawn(undefined);
      keys.emit("data", "abcdefghij "[key % 11]);
    });
    times.push(performance.now() - start);
  }
  screen.onWrite = () => {};
  await close(opened);
  return times.slice(20);
}

async function heapMb() {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  collect();
  const before = process.memoryUsage();
  const opened = await openWith(20_000);
  collect();
  const after = process.memoryUsage();
  await close(opened);
  return {
    heap: after.heapUsed / 1e6,
    grown: (after.heapUsed - before.heapUsed) / 1e6,
    rss: after.rss / 1e6,
  };
}

const times = await keyTimes();
const p95 = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? NaN;
const { heap, grown, rss } = await heapMb();
const rows = [
  ["what", "value", "aim"],
  ["a key with 5,000 blocks, median", `${short(median(times))} ms`, `< ${KEY_MS} ms`],
  ["a key with 5,000 blocks, p95", `${short(p95)} ms`, `< ${KEY_MS} ms`],
  ["heap with 20,000 blocks", `${short(heap)} MB`, `< ${HEAP_MB} MB`],
  ["of it, for the blocks", `${short(grown)} MB`, ""],
  ["resident with 20,000 blocks", `${short(rss)} MB`, `< ${HEAP_MB} MB`],
];
for (const [what = "", value = "", aim = ""] of rows)
  console.log(`${what.padEnd(34)} ${value.padStart(9)}  ${aim}`);
rmSync(root, { recursive: true, force: true });
process.exit(median(times) < KEY_MS && heap < HEAP_MB ? 0 : 1);
