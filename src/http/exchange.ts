import {
  request as plainRequest,
  type Agent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from "node:http";
import { request as tlsRequest } from "node:https";
import type { Socket } from "node:net";
import { Capture, codeOf } from "../io/index.js";

/** What is posted. Headers that say how a message is framed are the client's own. */
export interface Post {
  /** Of http or https. */
  readonly url: URL;
  readonly headers: ReadonlyMap<string, string>;
  /** JSON. */
  readonly body: Uint8Array;
  /** Bytes kept of the body of an answer. */
  readonly answerBytes: number;
}

/** What came back, as far as it was read. */
export interface HttpAnswer {
  readonly type: "answered";
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  /** There was more than is kept. */
  readonly cut: boolean;
  /** The answer came to the end that it had announced, or that was its limit. */
  readonly whole: boolean;
}

export type Exchange =
  | HttpAnswer
  /** `stale`: a kept connection was found closed before the server said anything. */
  | { readonly type: "failed"; readonly code: string; readonly stale: boolean };

/** Headers of an answer, all together. Their number is not limited: Node would drop those beyond it unsaid. */
const HEADER_BYTES = 16 * 1024;
const closed = new Set(["ECONNRESET", "EPIPE"]);

export interface ExchangeConditions {
  readonly agent: Agent;
  /** Ends the request with what is there. */
  readonly signal: AbortSignal;
  /** Called with the connection as soon as there is one, be it still in the making. */
  readonly onSocket: (socket: Socket) => void;
}

/** Makes one request, without following or repeating anything. Throws where Node refuses to make it. */
export function exchange(post: Post, conditions: ExchangeConditions): Promise<Exchange> {
  return new Attempt(post, conditions).result;
}

class Attempt {
  readonly result: Promise<Exchange>;
  private resolve!: (result: Exchange) => void;
  private readonly request: ClientRequest;
  private response: IncomingMessage | null = null;
  private readonly body: Capture;
  private socket: Socket | null = null;
  private readBefore = 0;
  private settled = false;

  constructor(post: Post, { agent, signal, onSocket }: ExchangeConditions) {
    this.body = new Capture(post.answerBytes);
    this.result = new Promise((resolve) => {
      this.resolve = resolve;
    });
    const send = post.url.protocol === "https:" ? tlsRequest : plainRequest;
    this.request = send(post.url, {
      agent,
      method: "POST",
      headers: {
        "user-agent": "snaphook",
        ...Object.fromEntries(post.headers),
        accept: "application/json",
        "accept-encoding": "identity",
        "content-type": "application/json",
        "content-length": post.body.length,
      },
      // Stated, so that no flag of the host process makes the parser forgiving.
      insecureHTTPParser: false,
      maxHeaderSize: HEADER_BYTES,
    });
    this.request.maxHeadersCount = 0;
    this.listen(onSocket);
    this.request.end(post.body);
    signal.addEventListener("abort", () => this.fail("ABORTED"), { once: true });
  }

  private listen(onSocket: ExchangeConditions["onSocket"]): void {
    const { request } = this;
    request.on("socket", (socket) => {
      this.socket = socket;
      this.readBefore = socket.bytesRead;
      onSocket(socket);
    });
    request.on("error", (error) => this.fail(codeOf(error)));
    request.on("close", () => this.fail("ECONNRESET"));
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      this.response = response;
      this.finish(true);
    });
    request.on("response", (response) => {
      this.response = response;
      response.on("data", (chunk: Uint8Array) => {
        this.body.add(chunk);
        if (this.body.isCut) this.finish(true);
      });
      response.on("error", (error) => this.fail(codeOf(error)));
      response.on("end", () => this.finish(response.complete));
    });
  }

  private fail(code: string): void {
    if (this.settled) return;
    if (this.response !== null) {
      // What came in one piece with the fault is still on its way: each read hands it to the listener above.
      while (!this.settled && this.response.read() !== null);
      this.finish(false);
      return;
    }
    // Only a connection on which something was read before has been used before.
    const isUsed = this.readBefore > 0 && this.socket?.bytesRead === this.readBefore;
    this.settle({ type: "failed", code, stale: isUsed && closed.has(code) });
  }

  private finish(whole: boolean): void {
    const { statusCode = 0, headers = {} } = this.response ?? {};
    this.settle({
      type: "answered",
      status: statusCode,
      headers,
      body: this.body.bytes(),
      cut: this.body.isCut,
      whole,
    });
  }

  private settle(result: Exchange): void {
    if (this.settled) return;
    this.settled = true;
    // A connection is only kept where both sides have said all; a server may answer before it has read all.
    if (!this.request.writableFinished || this.response?.complete !== true) this.request.destroy();
    this.resolve(result);
  }
}
