/**
 * The keeper: a small process that starts, times and kills hooks for a large host, whose own forks would
 * block it. When its pipe to the host closes, for whatever reason, it takes every hook down with it.
 */
import { existsSync } from "node:fs";
import { lineReader, outbox, toWire, type FromKeeper, type ToKeeper } from "./keeper-protocol.js";
import { allKilled } from "./kill-tree.js";
import { KeptWorkers } from "./keeper-workers.js";
import { runProcess, startProcess } from "./run-process.js";
import type { ProcessSpec } from "./process-spec.js";
import { PreforkedShells } from "./preforked-shells.js";

const running = new Map<string, AbortController>();
const shells = new PreforkedShells();
/** Where a hook can be found by its environment, the host need not be woken to learn its pid. */
const announces = !existsSync("/proc/self/environ");
let base: Readonly<Record<string, string>> = {};
let hostIsGone = false;
/** How many ran at once since it was last quiet. */
let most = 0;

const send: (message: FromKeeper) => void = outbox((text) => process.stdout.write(text));
const workers = new KeptWorkers(send, () => leaveWhenEmpty());
const start = (spec: ProcessSpec) =>
  shells.take(spec) ?? startProcess({ ...spec, env: { ...base, ...spec.env } });

async function run(spec: ProcessSpec): Promise<void> {
  const { runId } = spec;
  const controller = new AbortController();
  running.set(runId, controller);
  most = Math.max(most, running.size);
  const onStart = announces
    ? (pid: number): void => send({ type: "started", runId, pid })
    : undefined;
  const result = await runProcess(spec, controller.signal, { start, ...(onStart && { onStart }) });
  running.delete(runId);
  send({ type: "ended", runId, result: toWire(result) });
  if (running.size > 0) return;
  leaveWhenEmpty();
  setImmediate(() => {
    if (running.size > 0 || hostIsGone) return;
    shells.prepare(spec.cwd, base, most);
    most = 0;
  });
}

function leave(): void {
  hostIsGone = true;
  for (const controller of running.values()) controller.abort();
  workers.stopAll();
  shells.close();
  leaveWhenEmpty();
}

function leaveWhenEmpty(): void {
  if (hostIsGone && running.size === 0 && workers.size === 0)
    void allKilled().then(() => process.exit(0));
}

const read = lineReader((line) => {
  const message = line as ToKeeper;
  if (message.type === "base") base = message.env;
  else if (message.type === "run") void run(message.spec);
  else if (message.type === "cancel") running.get(message.runId)?.abort();
  else if (message.type === "ask") send({ type: "ready" });
  else if (message.type === "serve") workers.serve(message.command, message.line, base);
  else workers.stop(message.runId, message.how);
});

process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => read(chunk));
process.stdin.on("end", leave);
process.stdin.on("error", leave);
process.stdout.on("error", leave);
// Ctrl-C goes to the whole foreground group; what it means is the host's decision.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("SIGHUP", () => {});
send({ type: "ready" });
