import { CONNECT_MS, createHttpClient, type HttpClient, type Stopped } from "../http/index.js";
import { readAnswer, type Posted } from "./responses.js";

/** Where requests go, and the client that keeps the connections. */
export interface Connection {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly client: HttpClient;
}

/** No connection is made before something is posted. Null for what is no http or https address. */
export function connectionTo(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
): Connection | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  return { url, headers, client: createHttpClient({ background: true }) };
}

export interface PostOptions {
  readonly path: string;
  readonly body: Uint8Array;
  readonly gzipped: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const LONGEST_ANSWER = 65_536;

/** Sends one request. Never rejects, and never keeps the host from exiting once it is connected. */
export async function post(
  { url, headers, client }: Connection,
  { path, body, gzipped, timeoutMs, signal }: PostOptions,
): Promise<Posted> {
  const target = new URL(url);
  target.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  const sent = new Map(
    Object.entries({ ...headers, ...(gzipped && { "content-encoding": "gzip" }) }),
  );
  const posted = await client.post(
    { url: target, headers: sent, body, answerBytes: LONGEST_ANSWER },
    { timeoutMs, signal },
  );
  switch (posted.type) {
    case "answered":
      return posted.whole ? readAnswer(posted, Date.now()) : unreachable("The answer broke off.");
    case "stopped":
      return unreachable(whyStopped(posted.why, timeoutMs));
    case "failed":
      return failureOf(posted.code);
    case "unsendable":
      return { type: "refused", message: `The request cannot be made: ${posted.code}.` };
  }
}

function whyStopped(why: Stopped, timeoutMs: number): string {
  switch (why) {
    case "timed-out":
      return `There was no answer within ${timeoutMs} ms.`;
    case "no-connection":
      return `There was no connection within ${CONNECT_MS} ms.`;
    case "cancelled":
      return "It was given up.";
  }
}

/** A failed identity check is not retried. */
const untrusted = /CERT|SIGNATURE|ISSUER|CRL|ERR_TLS|ERR_SSL|EPROTO/;

function failureOf(code: string): Posted {
  return untrusted.test(code)
    ? { type: "refused", message: `The connection is not secure: ${code}.` }
    : unreachable(`The connection failed: ${code || "unknown"}.`);
}

function unreachable(message: string): Posted {
  return { type: "retry", kind: "unreachable", message };
}
