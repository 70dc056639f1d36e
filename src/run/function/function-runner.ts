import { afterSilence, now } from "../../io/index.js";
import { leftBy } from "../module/answer-line.js";
import { errorText } from "../module/error-text.js";
import type { ProcessResult, RunEnding } from "../process-spec.js";
import { answerText } from "./answer-text.js";

/** A function to call for one event. */
export interface FunctionSpec {
  readonly call: (signal: AbortSignal) => unknown;
  readonly timeoutMs: number;
  /** Bytes kept of each stream. */
  readonly outputBytes: number;
}

interface FunctionStreams {
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
  readonly garbled?: string | null;
}

/** Calls hooks that are functions of the host's own code. What goes wrong in them is a result, as it is of a process. */
export class FunctionRunner {
  private readonly pending = new Set<() => void>();
  private isClosed = false;

  /** Never rejects. A function that gives the host no turn cannot be stopped, nor its deadline be seen. */
  run({ call, timeoutMs, outputBytes }: FunctionSpec, signal: AbortSignal): Promise<ProcessResult> {
    const begin = now();
    return new Promise((resolve) => {
      const own = new AbortController();
      const settle = (
        ending: RunEnding,
        { stdout, stderr, garbled }: FunctionStreams = {},
      ): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", cancel);
        this.pending.delete(cancel);
        const [out, cut] = head(stdout, outputBytes);
        const [error, stderrCut] = head(stderr, outputBytes);
        const said = { stdout: out, stderr: error, cut, stderrCut };
        const fault = typeof garbled === "string" ? { garbled } : {};
        resolve({ ending, ...said, ...fault, ms: now() - begin });
      };
      const giveUp = (ending: RunEnding): void => {
        settle(ending);
        own.abort();
      };
      const cancel = (): void => giveUp({ type: "cancelled" });
      const fail = (error: unknown): void =>
        settle({ type: "exited", code: 1 }, { stderr: wordsOf(error) });
      const answer = (given: unknown): void => {
        let garbled: string | null = null;
        try {
          const left = leftBy(given, (value) => {
            const written = answerText(value, outputBytes);
            garbled = written.fault;
            return written.text;
          });
          if ("answer" in left)
            settle({ type: "exited", code: 0 }, { stdout: left.answer, garbled });
          else settle({ type: "exited", code: left.exit ?? 0 }, left);
        } catch (error) {
          fail(error);
        }
      };
      const timer = afterSilence(timeoutMs, () => giveUp({ type: "timed-out" }));
      if (this.isClosed || signal.aborted) return cancel();
      signal.addEventListener("abort", cancel);
      this.pending.add(cancel);
      try {
        Promise.resolve(call(own.signal)).then(answer, fail);
      } catch (error) {
        fail(error);
      }
    });
  }

  /** Functions that work on an event get an abort; none is called any more. */
  close(): void {
    this.isClosed = true;
    for (const cancel of this.pending) cancel();
  }
}

/** At most so many bytes of a text, and whether there were more. What is no text prints nothing. */
function head(given: unknown, limit: number): [Uint8Array, boolean] {
  const text = typeof given === "string" ? given : "";
  const bytes = new Uint8Array(Math.min(limit, text.length * 3));
  const { read, written } = new TextEncoder().encodeInto(text, bytes);
  return [bytes.subarray(0, written), read < text.length];
}

/** Whatever was thrown: also what cannot be read. */
function wordsOf(error: unknown): string {
  try {
    return errorText(error);
  } catch {
    return "it threw what cannot be shown";
  }
}
