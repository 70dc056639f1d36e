import type { FromWorker, ToWorker } from "./call.js";
import { runCall, type AnswerCall } from "./run-call.js";

/** What is left of the hooks is killed then by whoever watches over them. */
const LEAVE_MS = 3000;

/** The work of a process that answers calls for a server. Resolves when the server is gone. */
export function serveCalls(answerCall: AnswerCall): Promise<void> {
  // A terminal sends these to everybody; the server says when it is over.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
  let abort = new AbortController();
  let running = Promise.resolve();
  process.on("message", (message: ToWorker) => {
    if (message.type === "abort") {
      abort.abort();
      return;
    }
    abort = new AbortController();
    running = runCall(message.call, abort.signal, answerCall, {
      onBeat: () => send({ type: "beat" }),
      onAnswer: (answer) => send(answer === null ? { type: "failed" } : { type: "answer", answer }),
    }).then(() => send({ type: "free" }));
  });
  send({ type: "ready" });
  return new Promise((leave) => {
    process.once("disconnect", () => {
      abort.abort();
      setTimeout(leave, LEAVE_MS).unref();
      void running.then(leave);
    });
  });
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
