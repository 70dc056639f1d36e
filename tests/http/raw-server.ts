import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** What the server does when a whole request has come in: the number is that of the request, from 0. */
export type React = (socket: Socket, number: number) => void;

/** A real server on loopback that writes exactly the bytes that a test wants, and remembers what it was sent. */
export class RawServer {
  /** Each request as it came, head and body. */
  readonly requests: string[] = [];
  connections = 0;
  react: React = () => {};
  /** What it does with a connection before anything was read from it. */
  onConnection: (socket: Socket) => void = () => {};
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly scheme: "http" | "https",
  ) {
    server.on(scheme === "http" ? "connection" : "secureConnection", (socket: Socket) =>
      this.serve(socket),
    );
    // Who does not trust the certificate leaves before there is a connection.
    server.on("tlsClientError", () => {});
  }

  static async start(tls?: TlsOptions): Promise<RawServer> {
    const server = tls === undefined ? createServer() : createTlsServer(tls);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new RawServer(server, tls === undefined ? "http" : "https");
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.scheme}://${this.host}/hook`;
  }

  /** Answers every request with these bytes and leaves the connection open. */
  says(...pieces: readonly (string | Uint8Array)[]): void {
    this.react = (socket) => {
      for (const piece of pieces) socket.write(piece);
    };
  }

  /** Resolves when the clients have closed all connections. */
  async isLeft(): Promise<void> {
    for (const socket of this.sockets)
      await new Promise<void>((closed) => socket.once("close", () => closed()));
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, "close");
  }

  private serve(socket: Socket): void {
    this.connections++;
    this.sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.sockets.delete(socket));
    this.onConnection(socket);
    if (socket.isPaused()) return;
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      for (let end = endOf(text); end >= 0; end = endOf(text)) {
        const number = this.requests.push(text.slice(0, end)) - 1;
        text = text.slice(end);
        this.react(socket, number);
      }
    });
  }
}

/** Where the first request in a text ends; -1 where it is not there as a whole. */
function endOf(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head < 0) return -1;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length < end ? -1 : end;
}

/** A whole answer that leaves the connection open. */
export function answer(body: string, status = "200 OK", ...headers: readonly string[]): string {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return [`HTTP/1.1 ${status}`, length, ...headers, "", body].join("\r\n");
}
