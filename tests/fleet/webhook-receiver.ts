import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a bot gets it. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A bot on loopback that keeps what it gets. */
export class WebhookReceiver {
  readonly received: Received[] = [];

  private constructor(private readonly server: Server) {}

  /** `status` 0: it never answers. */
  static async start(status = 204): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8");
      request.on("data", (chunk: string) => (body += chunk));
      request.on("end", () => {
        const { method = "", url = "", headers } = request;
        receiver.received.push({ method, url, headers, body });
        if (status !== 0) response.writeHead(status, { location: receiver.url }).end("{}");
      });
    });
    const receiver = new WebhookReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/questions`;
  }

  /** The first request, once it is there. */
  async first(): Promise<Received> {
    for (;;) {
      const [first] = this.received;
      if (first !== undefined) return first;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
