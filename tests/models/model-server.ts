import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a client has sent. */
export interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}

/** How the server treats one request. */
export type Reply = (response: ServerResponse) => void | Promise<void>;

/** A real server on loopback that plays one reply a request, in order, and the last one again and again. */
export class ModelServer {
  readonly received: Received[] = [];
  replies: readonly Reply[] = [];

  private constructor(
    private readonly server: Server,
    readonly host: string,
  ) {
    server.on("request", (request: IncomingMessage, response: ServerResponse) => {
      void this.treat(request, response);
    });
  }

  static async start(): Promise<ModelServer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new ModelServer(server, `127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  breakConnections(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.breakConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private async treat(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body: unknown = JSON.parse(Buffer.concat(pieces).toString());
    const reply = this.replies[Math.min(this.received.length, this.replies.length - 1)];
    this.received.push({ path: request.url, headers: request.headers, body });
    await reply?.(response);
  }
}

const isStream = { "content-type": "text/event-stream; charset=utf-8" };

/** A stream of events that ends in good order. Each chunk reaches the client as a chunk of its own. */
export function streams(...chunks: readonly (string | Uint8Array)[]): Reply {
  return (response) => {
    response.writeHead(200, isStream);
    for (const chunk of chunks) response.write(chunk);
    response.end();
  };
}

/** A stream whose connection ends in the middle. */
export function breaksAfter(...chunks: readonly (string | Uint8Array)[]): Reply {
  return async (response) => {
    response.writeHead(200, isStream);
    response.flushHeaders();
    for (const chunk of chunks) response.write(chunk);
    response.socket?.end();
  };
}

/** A stream that says something and then neither continues nor ends. */
export function stallsAfter(...chunks: readonly string[]): Reply {
  return (response) => {
    response.writeHead(200, isStream);
    response.flushHeaders();
    for (const chunk of chunks) response.write(chunk);
  };
}

export function status(
  code: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return (response) => {
    response.writeHead(code, { "content-type": "application/json", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** The connection is reset before there is an answer. */
export const resets: Reply = (response) => {
  response.socket?.resetAndDestroy();
};
