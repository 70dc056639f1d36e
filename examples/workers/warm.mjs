#!/usr/bin/env node
// Runs an existing Node hook, unchanged, without waiting for Node to start.
//
// In the settings, in place of  {"type": "command", "command": "node hooks/guard.mjs"}:
//     {"type": "worker", "command": "node", "args": ["examples/workers/warm.mjs", "hooks/guard.mjs"]}
//
// This process stays and always has one spare Node that has been started and waits (warm-spare.cjs). An event makes the
// spare the hook: stdin has the payload, what it prints and its exit code are the answer, and then it is gone. Nothing
// of one event is seen by the next. The hook's file is read anew each time.
//
// NOT for hooks that
//   - need their parent's pid, or a terminal;
//   - measure time since their start (performance.now(), process.uptime()): the spare was started earlier;
//   - need options of Node on the command line: put them into NODE_OPTIONS.
// A hook that was killed by a signal is reported with exit code 128 + the signal, as shells do.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import { eachLine } from "./snaphook-worker.mjs";

const [script, ...parameters] = process.argv.slice(2);
if (script === undefined) {
  console.error("usage: warm.mjs SCRIPT [ARGUMENT ...]");
  process.exit(1);
}
const gate = fileURLToPath(new URL("./warm-spare.cjs", import.meta.url));
// Bytes kept of each stream; one more, so that the host sees that there was more.
const kept = Number(process.env["SNAPHOOK_OUTPUT_BYTES"] ?? 102_400) + 1;
// Whoever prints this much is stopped.
const FLOOD = 8 * 1024 * 1024;
// A background child may hold the pipes after the hook has ended.
const DRAIN_MS = 250;
// Variables that tell a hook about its event, and where the payload says it. Those of other hosts only where they are
// in use.
const facts = {
  SNAPHOOK_EVENT: "hook_event_name",
  HOOK_EVENT: "hook_event_name",
  HOOK_TOOL_NAME: "tool_name",
  HOOK_SESSION_ID: "session_id",
};

function start() {
  const child = spawn(process.execPath, ["--require", gate, script, ...parameters], {
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  for (const stream of child.stdio) stream?.on("error", () => {});
  return child;
}

let spare = start();
let running = 0;

/** A spare that is still alive, or a new one: an event that comes too soon waits for Node as it used to. */
function take() {
  const child =
    spare !== null && spare.exitCode === null && spare.signalCode === null ? spare : start();
  spare = null;
  return child;
}

eachLine(process.stdin, (line) => {
  const { id, event } = JSON.parse(line);
  // The payload as the host wrote it. The host always writes `{"id":"7","event":` before it and `}` behind it.
  run(id, line.slice(`{"id":"${id}","event":`.length, -1), event);
});
process.stdin.on("end", () => process.exit(0)); // the host has gone

/** @param {string} id @param {string} payload @param {any} event */
function run(id, payload, event) {
  const child = take();
  running++;
  /** @type {Record<string, Buffer>} */
  const printed = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) };
  let total = 0;
  for (const name of ["stdout", "stderr"]) {
    child[name].on("data", (/** @type {Buffer} */ chunk) => {
      const room = kept - printed[name].length;
      if (room > 0) printed[name] = Buffer.concat([printed[name], chunk.subarray(0, room)]);
      total += chunk.length;
      if (total > FLOOD) child.kill("SIGKILL");
    });
  }
  let isAnswered = false;
  const answer = () => {
    if (isAnswered) return;
    isAnswered = true;
    for (const stream of child.stdio) stream?.destroy();
    const { exitCode, signalCode } = child;
    const exit = signalCode === null ? exitCode : 128 + constants.signals[signalCode];
    const texts = Object.entries(printed).filter(([, bytes]) => bytes.length > 0);
    const frame = {
      id,
      exit,
      ...Object.fromEntries(texts.map(([name, bytes]) => [name, bytes.toString("latin1")])),
    };
    // Byte for byte what was printed, be it UTF-8 or not.
    process.stdout.write(Buffer.from(`${JSON.stringify(frame)}\n`, "latin1"));
    // Not before: it would take the processor from the hook.
    if (--running === 0) spare ??= start();
  };
  child.on("exit", () => setTimeout(answer, DRAIN_MS));
  child.on("close", answer);
  child.on("error", () => process.exit(1)); // no process to be had: the host will say so

  const own = Object.entries(facts).filter(
    ([name]) => name === "SNAPHOOK_EVENT" || name in process.env,
  );
  const env = Object.fromEntries(own.map(([name, field]) => [name, String(event?.[field] ?? "")]));
  child.stdio[3].end(JSON.stringify(env));
  child.stdin.end(`${payload}\n`);
}
