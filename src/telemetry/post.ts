import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { readResponse, readRetryAfter, type Posted } from "./responses.js";

/** Connections that are kept for the next request. */
export interface Connection {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: HttpAgent;
}

/** No connection is made before something is posted. Null for what is no http or https address. */
export function connectionTo(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
): Connection | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const options = { keepAlive: true, maxSockets: 2, maxFreeSockets: 2 };
  return {
    url,
    headers,
    agent: url.protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options),
  };
}

export interface PostOptions {
  readonly path: string;
  readonly body: Uint8Array;
  readonly gzipped: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A connection that is not there after this is given up: while one is being made the host cannot exit. */
const CONNECT_MS = 2000;
const LONGEST_ANSWER = 65_536;

/** Sends one request, once. Never rejects, and never keeps the host from exiting once it is connected. */
export function post(connection: Connection, options: PostOptions): Promise<Posted> {
  return new Promise((resolve) => {
    let request: ClientRequest;
    try {
      request = begin(connection, options);
    } catch (error) {
      resolve({ type: "refused", message: `The request cannot be made: ${codeOf(error)}.` });
      return;
    }
    const unreachable = (message: string): void =>
      finish({ type: "retry", kind: "unreachable", message });
    let state: "connecting" | "connected" | "over" = "connecting";
    const deadline = afterReading(options.timeoutMs, () =>
      unreachable(`There was no answer within ${options.timeoutMs} ms.`),
    );
    const connecting = afterReading(CONNECT_MS, () => {
      if (state === "connecting") unreachable(`There was no connection within ${CONNECT_MS} ms.`);
    });
    const connected = (): void => {
      if (state === "connecting") state = "connected";
      clearTimeout(connecting);
    };
    const abort = (): void => unreachable("It was given up.");
    function finish(posted: Posted | Promise<Posted>): void {
      if (state === "over") return;
      state = "over";
      clearTimeout(deadline);
      clearTimeout(connecting);
      options.signal.removeEventListener("abort", abort);
      resolve(posted);
      // What was read to its end goes on to the next request; anything else is not trusted.
      if (!("type" in posted && posted.type === "accepted")) request.destroy();
    }
    options.signal.addEventListener("abort", abort);
    request.on("socket", (socket) => {
      socket.unref();
      if (!socket.connecting) connected();
      else socket.once("connect", connected);
    });
    request.on("error", (error) => {
      // The receiver ended an idle connection just when it was to be used again: that says nothing.
      if (request.reusedSocket && codeOf(error) === "ECONNRESET" && !options.signal.aborted)
        finish(post(connection, options));
      else finish(failureOf(error));
    });
    request.on("response", (response) => {
      void readAnswer(response).then((answer) => finish(answer));
    });
    request.end(options.body);
  });
}

/** A host that was held up looks at its clock first: what has arrived by then is read before anything is given up. */
function afterReading(ms: number, action: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(action), ms).unref();
}

function begin(
  { url, headers, agent }: Connection,
  { path, body, gzipped }: PostOptions,
): ClientRequest {
  const target = new URL(url);
  target.pathname = `${url.pathname.replace(/\/+$/, "")}${path}`;
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  return send(target, {
    method: "POST",
    agent,
    // Whatever the environment says.
    rejectUnauthorized: true,
    headers: {
      ...headers,
      "content-type": "application/json",
      "content-length": body.length,
      ...(gzipped && { "content-encoding": "gzip" }),
    },
  });
}

async function readAnswer(response: IncomingMessage): Promise<Posted> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > LONGEST_ANSWER) break;
      chunks.push(chunk);
    }
  } catch (error) {
    return failureOf(error);
  }
  const retryAfter = response.headers["retry-after"];
  return readResponse({
    status: response.statusCode ?? 0,
    type: response.headers["content-type"] ?? "",
    body: Buffer.concat(chunks).toString("utf8"),
    whole: length <= LONGEST_ANSWER,
    ...(retryAfter !== undefined && { afterMs: readRetryAfter(retryAfter, Date.now()) }),
  });
}

/** Who is not who it should be will not be tomorrow either. */
const untrusted = /CERT|SIGNATURE|ISSUER|CRL|ERR_TLS|ERR_SSL|EPROTO/;

function failureOf(error: unknown): Posted {
  const code = codeOf(error);
  if (untrusted.test(code))
    return { type: "refused", message: `The connection is not secure: ${code}.` };
  return { type: "retry", kind: "unreachable", message: `The connection failed: ${code}.` };
}

function codeOf(error: unknown): string {
  // Of several addresses of one name, each may fail.
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  if (first instanceof Error && "code" in first && typeof first.code === "string")
    return first.code;
  return "unknown";
}
