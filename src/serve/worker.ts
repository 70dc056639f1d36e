import type { CommandAnswer } from "./answer.js";
import type { Call, FromWorker, ToWorker } from "./call.js";

/** Answers one call as the direct command would; settles when nothing of it is left. Rejects where there is no answer. */
export type AnswerCall = (
  call: Pick<Call, "host" | "payload"> & { readonly signal: AbortSignal },
  answer: (answer: CommandAnswer) => void,
) => Promise<void>;

/** A caller that sees no sign for some seconds gives up. */
const BEAT_MS = 500;
/** What is left of the hooks is killed then by whoever watches over them. */
const LEAVE_MS = 3000;

/**
 * The work of a process that answers calls, one at a time: it takes on the caller's variables, folder and mask, so that
 * nothing in it needs to know that it is not the direct command. Resolves when its server is gone.
 */
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
    running = run(message.call, abort.signal, answerCall);
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

async function run(call: Call, signal: AbortSignal, answerCall: AnswerCall): Promise<void> {
  const beat = setInterval(() => send({ type: "beat" }), BEAT_MS);
  const { host } = call;
  const payload = Buffer.from(call.payload);
  try {
    takeOn(call);
    await answerCall({ host, payload, signal }, (answer) => {
      send({ type: "answer", answer });
    });
  } catch {
    // The direct command will say it.
    send({ type: "failed" });
  } finally {
    clearInterval(beat);
    // No folder is kept busy by someone who has nothing to do there.
    process.chdir("/");
    send({ type: "free" });
  }
}

function takeOn({ environment, cwd, umask }: Call): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.umask(umask);
  process.chdir(cwd);
}

function send(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
