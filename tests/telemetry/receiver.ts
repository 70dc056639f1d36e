import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { readRequest, type Received } from "./read-request.js";

/** One thing that a receiver does instead of taking what it gets. */
export type Behaviour = (
  request: IncomingMessage,
  response: ServerResponse,
  received: Received,
) => void;

export const answer =
  (status: number, body = "", headers: Record<string, string> = {}): Behaviour =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

export const reset: Behaviour = (request) => request.socket.resetAndDestroy();

/** Takes all of it, as OTLP wants it to be answered. */
export const accept = answer(200, "{}", { "content-type": "application/json" });

/** An OTLP/HTTP receiver on loopback that reads each request by the protocol's own definitions, and strictly. */
export class Receiver {
  /** All that was sent, also in requests that were then refused. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage["headers"] }[] = [];
  /** What was taken. */
  readonly spans: Received["spans"] = [];
  readonly logs: Received["logs"] = [];
  /** What is wrong with the requests. */
  readonly faults: string[] = [];
  readonly bodies: string[] = [];
  readonly times: number[] = [];
  private readonly sockets = new Set<Socket>();
  connections = 0;
  /** What happens next, request by request; then all is taken. */
  script: Behaviour[] = [];
  otherwise: Behaviour = accept;

  private constructor(private readonly server: Server) {
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      void this.serve(request, response);
    });
    server.on("connection", (socket: Socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.on("close", () => this.sockets.delete(socket));
      socket.on("error", () => {});
    });
  }

  static async start(server: Server = createServer(), port = 0): Promise<Receiver> {
    const receiver = new Receiver(server);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get items(): number {
    return this.spans.length + this.logs.length;
  }

  /** Resolves when something is as it should be; rejects when it is not for too long. */
  async until(holds: () => boolean, what = "what was waited for"): Promise<void> {
    const giveUp = Date.now() + 240_000;
    while (!holds()) {
      if (Date.now() > giveUp) throw new Error(`${what} did not happen`);
      await new Promise((wake) => setTimeout(wake, 5));
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, "close");
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return;
    }
    const raw = Buffer.concat(chunks);
    const path = request.url ?? "";
    this.requests.push({ path, headers: request.headers });
    this.times.push(performance.now());
    const zipped = request.headers["content-encoding"] === "gzip";
    const body = (zipped ? gunzipSync(raw) : raw).toString("utf8");
    this.bodies.push(body);
    if (request.method !== "POST") this.faults.push(`it is a ${request.method}`);
    if (request.headers["content-type"] !== "application/json")
      this.faults.push(`its type is ${request.headers["content-type"]}`);
    const received = readRequest(path, body);
    this.faults.push(...received.faults);
    const next = this.script.shift() ?? this.otherwise;
    if (next === accept) {
      this.spans.push(...received.spans);
      this.logs.push(...received.logs);
    }
    next(request, response, received);
  }
}
