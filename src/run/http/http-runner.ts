import { Capture } from "../capture.js";
import { afterSilence } from "../clock.js";
import type { ProcessResult } from "../process-spec.js";
import { createAgents, type Agents } from "./agents.js";
import { exchange, isSuccess, type Exchange, type Post } from "./exchange.js";
import { failureWords, isNoHttp } from "./failure-words.js";
import type { HttpRunner, HttpSpec } from "./http-spec.js";
import { planPost } from "./plan-post.js";
import { readAnswer } from "./read-answer.js";

/** Everything of a result but the time. */
type Outcome = Omit<ProcessResult, "ms">;

export function createHttpRunner(): HttpRunner {
  const agents = createAgents();
  const pending = new Set<Stop>();
  let isClosed = false;

  async function outcomeOf(spec: HttpSpec, signal: AbortSignal): Promise<Outcome> {
    if (signal.aborted || isClosed) return { cancelled: true, ...silence };
    const plan = planPost(spec);
    if (!plan.ok) return { spawnError: plan.reason, ...silence };
    const stop = new Stop(spec.timeoutMs, signal);
    pending.add(stop);
    const exchanged = await ask(plan.post, agents, stop);
    pending.delete(stop);
    stop.release();
    return outcome(exchanged, plan.post, stop.reason);
  }

  return {
    async run(spec, signal) {
      const begin = performance.now();
      const result = await outcomeOf(spec, signal);
      return { ...result, ms: performance.now() - begin };
    },
    close() {
      isClosed = true;
      for (const stop of pending) stop.end("cancelled");
      agents.close();
    },
  };
}

/** What was said, on both streams. */
type Said = Pick<Outcome, "stdout" | "stderr" | "cut" | "stderrCut">;

const silence: Said = {
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  cut: false,
  stderrCut: false,
};

/** What ends a request from outside: its deadline, its caller, or the end of the runner. */
class Stop {
  reason: "timedOut" | "cancelled" | null = null;
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly onAbort = (): void => this.end("cancelled");

  constructor(
    timeoutMs: number,
    private readonly caller: AbortSignal,
  ) {
    this.timer = afterSilence(timeoutMs, () => this.end("timedOut"));
    caller.addEventListener("abort", this.onAbort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(reason: "timedOut" | "cancelled"): void {
    this.reason ??= reason;
    this.controller.abort();
  }

  release(): void {
    clearTimeout(this.timer);
    this.caller.removeEventListener("abort", this.onAbort);
  }
}

/**
 * Asks once, and where a kept connection turns out to be closed, once more on a new one: else an event would
 * be lost because a server closed the connection in the moment in which it was sent. Nobody can tell whether
 * the server had read it before: a server may get the same event twice.
 */
async function ask(post: Post, agents: Agents, stop: Stop): Promise<Exchange> {
  const first = await exchange(post, agents.kept[post.scheme], stop.signal);
  if (first.type === "answered" || !first.stale || stop.reason !== null) return first;
  return exchange(post, agents.single[post.scheme], stop.signal);
}

function outcome(exchanged: Exchange, post: Post, stopped: Stop["reason"]): Outcome {
  if (stopped === "timedOut") return { timedOut: true, ...soFar(exchanged) };
  if (stopped === "cancelled") return { cancelled: true, ...soFar(exchanged) };
  const { outputBytes } = post;
  if (exchanged.type === "failed") {
    const reason = failureWords(post.host, exchanged.code);
    return isNoHttp(exchanged.code)
      ? { exit: 1, ...silence, ...errorText(reason, outputBytes) }
      : { spawnError: reason, ...silence };
  }
  const { stderr, stderrCut, ...rest } = readAnswer(exchanged, post.place, post.headers);
  const text = errorText(stderr, outputBytes);
  return { ...rest, ...text, stderrCut: stderrCut || text.stderrCut };
}

/** A restriction counts also where the rest of the answer never came. */
function soFar(exchanged: Exchange): Said {
  const said = exchanged.type === "answered" && isSuccess(exchanged.status);
  return said ? { ...silence, stdout: exchanged.body, cut: exchanged.cut } : silence;
}

function errorText(text: string, limit: number): Pick<Outcome, "stderr" | "stderrCut"> {
  const capture = new Capture(limit);
  capture.add(Buffer.from(text));
  return { stderr: capture.bytes(), stderrCut: capture.isCut };
}
