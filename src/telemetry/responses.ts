import type { HttpAnswer } from "../http/index.js";
import { isRecord, parseJson } from "../json/index.js";

/** What came of one request. `retry`: the same request may be sent again, after a while. */
export type Posted =
  | { readonly type: "accepted"; readonly rejected: number; readonly message: string }
  | {
      readonly type: "retry";
      readonly kind: "unreachable" | "busy";
      readonly message: string;
      readonly afterMs?: number;
    }
  | { readonly type: "refused" | "garbled"; readonly message: string };

/** Those that OTLP calls retryable; all others are final. */
const retryable = new Set([429, 502, 503, 504]);

/** What an answer that came at a time means. */
export function readAnswer({ status, headers, body: bytes, cut }: HttpAnswer, now: number): Posted {
  const { "content-type": type = "", "retry-after": retryAfter } = headers;
  const body = Buffer.from(bytes).toString("utf8");
  if (retryable.has(status)) {
    const afterMs = retryAfter === undefined ? undefined : readRetryAfter(retryAfter, now);
    const message = `The receiver answers ${status}.`;
    return { type: "retry", kind: "busy", message, ...(afterMs !== undefined && { afterMs }) };
  }
  if (status < 200 || status >= 300)
    return {
      type: "refused",
      message: `The receiver answers ${status}${status >= 300 && status < 400 ? ", and redirects are not followed" : ""}.${quoted(messageIn(body))}`,
    };
  // Some answer with nothing, some in protobuf to a request in JSON; both take what they got.
  if (body === "" || /protobuf/i.test(type)) return { type: "accepted", rejected: 0, message: "" };
  const answer = cut ? null : parseJson(body);
  if (!isRecord(answer))
    return {
      type: "garbled",
      message: `Something answers ${status} with ${type === "" ? "no content type" : type.slice(0, 80)}, not as an OTLP receiver does.`,
    };
  return { type: "accepted", ...partialSuccess(answer) };
}

function partialSuccess(answer: Readonly<Record<string, unknown>>): {
  rejected: number;
  message: string;
} {
  const partial = memberOf(answer, "partialSuccess");
  if (!isRecord(partial)) return { rejected: 0, message: "" };
  // A 64-bit number is a text in this JSON; a number is allowed too.
  const count = Number(
    memberOf(partial, "rejectedSpans") ?? memberOf(partial, "rejectedLogRecords"),
  );
  const message = memberOf(partial, "errorMessage");
  return {
    rejected: Number.isSafeInteger(count) && count > 0 ? count : 0,
    message: typeof message === "string" ? message : "",
  };
}

function messageIn(body: string): string {
  const said = parseJson(body);
  const message = isRecord(said) ? memberOf(said, "message") : undefined;
  return typeof message === "string" ? message : "";
}

export function quoted(message: string): string {
  return message === "" ? "" : ` It says: ${message}`;
}

function memberOf(source: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(source, name) ? source[name] : undefined;
}

/** `Retry-After` in milliseconds: it is a number of seconds or a date. Undefined for what is neither. */
function readRetryAfter(text: string, now: number): number | undefined {
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
