/**
 * The keeper: a small process that starts, times and kills hooks for a large host, whose own forks would
 * block it. When its pipe to the host closes, for whatever reason, it takes every hook down with it.
 */
import { lineReader, toWire, type FromKeeper, type ToKeeper } from "./keeper-protocol.js";
import { runProcess } from "./run-process.js";

const running = new Map<string, AbortController>();

function tell(message: FromKeeper): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function run({ spec }: ToKeeper & { type: "run" }): Promise<void> {
  const controller = new AbortController();
  running.set(spec.runId, controller);
  const { runId } = spec;
  const result = await runProcess(spec, controller.signal, (pid) =>
    tell({ type: "started", runId, pid }),
  );
  running.delete(runId);
  tell({ type: "ended", runId, result: toWire(result) });
  if (running.size === 0 && hostIsGone) process.exit(0);
}

let hostIsGone = false;

function leave(): void {
  hostIsGone = true;
  for (const controller of running.values()) controller.abort();
  if (running.size === 0) process.exit(0);
}

const read = lineReader((line) => {
  const message = line as ToKeeper;
  if (message.type === "run") void run(message);
  else running.get(message.runId)?.abort();
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
tell({ type: "ready" });
