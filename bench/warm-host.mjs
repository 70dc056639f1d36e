// Fires the same event at a hook of each type, in turns, and prints the medians as JSON. Started by bench/warm.mjs.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, openLedger } from "../dist/engine/index.js";
import { openTelemetry } from "../dist/telemetry/index.js";
import { median } from "./table.mjs";

const ROUNDS = 15;
/** Events of a warm hook that follow each other in one round. */
const IN_A_ROW = 40;
const MANY = 10_000;
const payload = {
  hook_event_name: "PreToolUse",
  session_id: "bench",
  tool_name: "Bash",
  tool_input: { command: "ls -la" },
};
const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
const home = `${folder}-home`;

writeFileSync(
  join(folder, "cold.mjs"),
  'import { readFileSync } from "node:fs"; const e = JSON.parse(readFileSync(0, "utf8")); if (e.tool_input.command === "rm") process.exit(2);',
);
writeFileSync(
  join(folder, "cold.py"),
  'import json, sys\ne = json.load(sys.stdin)\nsys.exit(2 if e["tool_input"]["command"] == "rm" else 0)\n',
);
writeFileSync(
  join(folder, "module.mjs"),
  'export default (e) => (e.tool_input.command === "rm" ? { decision: "block", reason: "no" } : undefined);',
);
writeFileSync(
  join(folder, "worker.mjs"),
  `let rest = "";
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, event } = JSON.parse(line);
    process.stdout.write(JSON.stringify(event.tool_input.command === "rm" ? { id, exit: 2 } : { id }) + "\\n");
  }
});`,
);
writeFileSync(
  join(folder, "worker.py"),
  `import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    denied = asked["event"]["tool_input"]["command"] == "rm"
    print(json.dumps({"id": asked["id"], "exit": 2 if denied else 0}), flush=True)
`,
);
const server = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.end());
});
/** Takes what telemetry sends. */
const receiver = createServer((request, response) => {
  request.resume();
  request.on("end", () => response.end("{}"));
});

/** @param {import("node:http").Server} one */
async function listen(one) {
  await new Promise((ready) => one.listen(0, "127.0.0.1", () => ready(undefined)));
  const address = one.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const url = await listen(server);
const endpoint = await listen(receiver);
const node = process.execPath;
const telemetry = openTelemetry({ endpoint });
const ledgers = {
  plain: openLedger({ file: join(home, "ledger.jsonl") }),
  told: openLedger({
    file: join(home, "told.jsonl"),
    onRecord: (record) => telemetry.take(record),
  }),
};

/** @type {Record<string, { hook: import("../dist/engine/index.js").ProgramHook, isCold?: boolean, ledger?: import("../dist/engine/index.js").Ledger }>} */
const hooks = {
  coldNode: { hook: { command: node, args: ["cold.mjs"] }, isCold: true },
  coldPython: { hook: { command: "python3", args: ["cold.py"] }, isCold: true },
  json: { hook: { type: "json", json: {} } },
  module: { hook: { type: "module", module: "module.mjs" } },
  workerNode: { hook: { type: "worker", command: node, args: ["worker.mjs"] } },
  workerPython: { hook: { type: "worker", command: "python3", args: ["worker.py"] } },
  http: { hook: { type: "http", url } },
  jsonTold: { hook: { type: "json", json: {} }, ledger: ledgers.told },
};

const measured = Object.entries(hooks).map(([name, { hook, isCold = false, ledger }]) => {
  const program = { hooks: { PreToolUse: [{ hooks: [hook] }] }, httpHosts: ["127.0.0.1"] };
  const used = ledger ?? ledgers.plain;
  const engine = createEngine({ projectDir: folder, home, program, ledger: used });
  return { name, engine, times: isCold ? 1 : IN_A_ROW, ms: /** @type {number[]} */ ([]) };
});

/** @param {import("../dist/engine/index.js").Engine} engine */
async function timeOf(engine) {
  const from = performance.now();
  const { reading } = await engine.fire(payload);
  const ms = performance.now() - from;
  if (reading.failed) throw new Error(JSON.stringify(reading.problems));
  return ms;
}

// The first events start processes and make code warm.
for (const { engine, times } of measured)
  for (let count = 0; count < times * 10; count++) await timeOf(engine);
for (let round = 0; round < ROUNDS; round++)
  for (const { engine, times, ms } of measured)
    for (let count = 0; count < times; count++) {
      ms.push(await timeOf(engine));
      // A host has other work as well; what telemetry does then is not the caller's time.
      await new Promise((turn) => setImmediate(turn));
    }

const [worker] = measured.filter(({ name }) => name === "workerNode");
if (worker === undefined) throw new Error("no worker");
const heap = () => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};
for (let count = 0; count < MANY / 10; count++) await timeOf(worker.engine);
const heapBefore = heap();
for (let count = 0; count < MANY; count++) await timeOf(worker.engine);
const heapAfter = heap();

for (const { engine } of measured) engine.close();
await telemetry.close();
for (const ledger of Object.values(ledgers)) ledger.close();
for (const one of [server, receiver]) {
  one.closeAllConnections();
  one.close();
}
rmSync(folder, { recursive: true });
rmSync(home, { recursive: true });
const medians = Object.fromEntries(measured.map(({ name, ms }) => [name, median(ms)]));
process.stdout.write(JSON.stringify({ ...medians, heapBefore, heapAfter }));
