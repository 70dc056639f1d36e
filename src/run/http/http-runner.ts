import { createHttpClient, type HttpAnswer, type PostResult } from "../../http/index.js";
import { Capture } from "../../io/index.js";
import type { ProcessResult } from "../process-spec.js";
import { failureWords, isNoHttp } from "./failure-words.js";
import type { HttpRunner, HttpSpec } from "./http-spec.js";
import { planPost, type PlannedPost } from "./plan-post.js";
import { failed, isSuccess, readAnswer } from "./read-answer.js";

/** Everything of a result but the time. */
type UntimedResult = Omit<ProcessResult, "ms">;

export function createHttpRunner(): HttpRunner {
  const client = createHttpClient();
  let isClosed = false;

  async function outcomeOf(spec: HttpSpec, signal: AbortSignal): Promise<UntimedResult> {
    if (signal.aborted || isClosed) return { ending: { type: "cancelled" }, ...silence };
    const plan = planPost(spec);
    if (!plan.ok) return { ending: { type: "not-started", error: plan.reason }, ...silence };
    const posted = await client.post(plan.post, { timeoutMs: spec.timeoutMs, signal });
    return outcome(posted, plan.post);
  }

  return {
    async run(spec, signal) {
      const begin = performance.now();
      const result = await outcomeOf(spec, signal);
      return { ...result, ms: performance.now() - begin };
    },
    close() {
      isClosed = true;
      client.close();
    },
  };
}

/** What was said, on both streams. */
type HttpStreams = Pick<UntimedResult, "stdout" | "stderr" | "cut" | "stderrCut">;

const silence: HttpStreams = {
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  cut: false,
  stderrCut: false,
};

function outcome(posted: PostResult, post: PlannedPost): UntimedResult {
  const { host, place, headers, answerBytes } = post;
  switch (posted.type) {
    case "stopped": {
      const said = soFar(posted.soFar);
      const type = posted.why === "cancelled" ? "cancelled" : "timed-out";
      return { ending: { type }, ...said };
    }
    case "unsendable":
      return {
        ending: { type: "not-started", error: failureWords(host, posted.code) },
        ...silence,
      };
    case "failed": {
      const reason = failureWords(host, posted.code);
      return isNoHttp(posted.code)
        ? { ending: failed, ...silence, ...errorText(reason, answerBytes) }
        : { ending: { type: "not-started", error: reason }, ...silence };
    }
    case "answered": {
      const { stderr, stderrCut, ...rest } = readAnswer(posted, place, headers);
      const text = errorText(stderr, answerBytes);
      return { ...rest, ...text, stderrCut: stderrCut || text.stderrCut };
    }
  }
}

/** A restriction counts also where the rest of the answer never came. */
function soFar(answered: HttpAnswer | null): HttpStreams {
  return answered !== null && isSuccess(answered.status)
    ? { ...silence, stdout: answered.body, cut: answered.cut }
    : silence;
}

function errorText(text: string, limit: number): Pick<UntimedResult, "stderr" | "stderrCut"> {
  const capture = new Capture(limit);
  capture.add(Buffer.from(text));
  return { stderr: capture.bytes(), stderrCut: capture.isCut };
}
