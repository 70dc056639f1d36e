import { chmodSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { isAlive } from "../io/index.js";
import { isToken, TOKEN_HEADER } from "./token.js";

/** Answers a request of someone who may ask. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Largest body that is read: a payload and an environment. Who has a larger one runs the direct command. */
const MOST_BYTES = 16 * 1024 * 1024;
/** As src/serve/fire.sh writes it. No page in a browser reaches a socket of the file system; one that could says another name. */
const HOST = "localhost";

/** Listens at the path of a socket that only its owner can use; nothing is read of whoever does not know the token. */
export async function listenAt(socket: string, token: string, handler: Handler): Promise<Listener> {
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: 5000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1000,
      keepAlive: false,
    },
    (request, response) => {
      response.setHeader("Connection", "close");
      const refused = refusal(request, token);
      if (refused === null) handler(request, response);
      else refuse(response, ...refused);
    },
  );
  server.maxConnections = 128;
  server.on("clientError", (_error, connection) => {
    connection.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
  // Bound under a name of its own and moved into place: one that is there is replaced in one step, whatever has become of its server.
  const draft = join(dirname(socket), `${process.pid}.s`);
  removeDrafts(dirname(socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ path: draft, backlog: 64 }, resolve);
  });
  chmodSync(draft, 0o600);
  const own = identityAt(draft);
  renameSync(draft, socket);
  return { server, isOwn: () => identityAt(socket) === own };
}

export interface Listener {
  readonly server: Server;
  /** Whether the socket at the path is still this one's. */
  isOwn(): boolean;
}

/** Ends a request without an answer; the caller then runs the direct command. */
export function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { "Content-Type": "text/plain" });
  // What else comes in is not read.
  response.end(`${reason}\n`, () => response.req.destroy());
}

/** The status and the reason, or null where it may ask. Said of no secret. */
function refusal({ headers }: IncomingMessage, token: string): [number, string] | null {
  if (headers.host !== HOST) return [403, "wrong Host"];
  if (headers.origin !== undefined || headers["sec-fetch-site"] !== undefined)
    return [403, "not for browsers"];
  if (!isToken(headers[TOKEN_HEADER], token)) return [403, "wrong token"];
  return null;
}

/** The body, or null where it has no length, too much of it, or does not come to its end. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const length = Number(request.headers["content-length"]);
  if (!(length <= MOST_BYTES) || request.headers["transfer-encoding"] !== undefined) return null;
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/** Those of servers that were killed on the way. */
function removeDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(/^(\d+)\.s$/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && !isAlive(pid)) rmSync(join(folder, name), { force: true });
  }
}

function identityAt(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
