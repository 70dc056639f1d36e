import { ModelError } from "./model.js";
import { field, textField } from "./record.js";
import { malformed } from "./turn-calls.js";

type ModelErrorKind = ModelError["kind"];

/** Why a model could not be asked, and how long its server wants to be left alone; null where it does not say. */
export interface AskingFailure {
  readonly error: ModelError;
  readonly waitMs: number | null;
}

/** What an error may name: the host alone, for the rest of an address may hold a password. */
export interface AskedModel {
  readonly host: string;
  readonly keyVariable: string;
}

const networkFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nobody listens there",
  ECONNRESET: "the connection was broken",
  UND_ERR_SOCKET: "the connection was broken",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "its name cannot be looked up",
  ETIMEDOUT: "it does not answer",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer",
  UND_ERR_HEADERS_TIMEOUT: "it does not answer",
};

/** What an SDK threw before an answer began. Of errors that are not the server's own only the code is reported. */
export function askingFailure(error: unknown, asked: AskedModel): AskingFailure {
  const status = field(error, "status");
  if (typeof status === "number")
    return { error: statusError(status, error, asked), waitMs: waitOf(field(error, "headers")) };
  const code = firstCode(error);
  const why = code === null ? "" : `: ${networkFaults[code] ?? "the connection failed"} (${code})`;
  return {
    error: new ModelError(`${asked.host} cannot be reached${why}.`, "network"),
    waitMs: null,
  };
}

/** What was thrown while an answer was read. */
export function readingFailure(error: unknown, asked: AskedModel): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof SyntaxError) return malformed("an event is not JSON");
  const { said, type, code } = toldBy(error);
  if (typeof code === "number") return statusError(code, error, asked);
  const kind = kindsInStream.get(type ?? "");
  if (kind !== undefined) return new ModelError(`${asked.host} broke off${said}`, kind);
  return new ModelError(`The answer of ${asked.host} broke off in the middle${said}`, "cut");
}

const kindsInStream: ReadonlyMap<string, ModelErrorKind> = new Map<string, ModelErrorKind>([
  ["overloaded_error", "overloaded"],
  ["api_error", "overloaded"],
  ["server_error", "overloaded"],
  ["timeout_error", "overloaded"],
  ["rate_limit_error", "rate-limit"],
  ["rate_limit_exceeded", "rate-limit"],
  ["authentication_error", "refused"],
  ["permission_error", "refused"],
  ["invalid_request_error", "refused"],
]);

function statusError(
  status: number,
  error: unknown,
  { host, keyVariable }: AskedModel,
): ModelError {
  const { said } = toldBy(error);
  if (status === 401 || status === 403)
    return new ModelError(
      `${host} refused the key in ${keyVariable} (${status})${said}`,
      "refused",
    );
  if (status === 429)
    return new ModelError(`${host} takes no more requests for now (429)${said}`, "rate-limit");
  if (status === 408 || status >= 500)
    return new ModelError(`${host} is overloaded or broken (${status})${said}`, "overloaded");
  return new ModelError(`${host} refused the request (${status})${said}`, "refused");
}

/** What the server itself says. A body that is not its JSON is a page of some proxy, and is not shown. */
function toldBy(error: unknown): { said: string; type: string | undefined; code: unknown } {
  const body = field(error, "error");
  const inner = field(body, "error") ?? body;
  const text = typeof inner === "string" ? inner : textField(inner, "message");
  const stop = /[.!?]$/.test(text ?? "") ? "" : ".";
  const said = text === undefined ? stop : `: ${text}${stop}`;
  return { said, type: textField(inner, "type"), code: field(inner, "code") };
}

/** The first code in the chain of causes. */
function firstCode(error: unknown): string | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = textField(at, "code");
    if (code !== undefined && /^[A-Z0-9_]+$/.test(code)) return code;
  }
  return null;
}

function waitOf(headers: unknown): number | null {
  const said = headers instanceof Headers ? headers.get("retry-after") : null;
  if (said === null) return null;
  const seconds = Number(said);
  const wait = Number.isNaN(seconds) ? Date.parse(said) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
