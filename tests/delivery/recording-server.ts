import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openai } from "../models/dialogue.js";
import { turnOf } from "./model-plan.js";
import type { Site } from "./sites.js";

interface WireMessage {
  readonly role: string;
  readonly content?: string | null;
  readonly tool_calls?: readonly unknown[];
}

/** Longer than a model behind this server can take in, which is 128,000 tokens. */
export const TOO_LONG_FOR_SERVER = 450_000;

/** A model on loopback that speaks OpenAI's API, plays every cell by its own path and keeps what it is sent. */
export class RecordingServer {
  private readonly cells = new Map<
    string,
    { readonly site: Site; readonly requests: string[][] }
  >();

  private constructor(private readonly server: Server) {
    server.on("request", (request, response) => {
      const pieces: Buffer[] = [];
      request.on("data", (piece: Buffer) => pieces.push(piece));
      request.on("end", () => {
        const cell = this.cells.get(request.url?.split("/")[1] ?? "");
        if (cell === undefined) return void response.writeHead(404).end();
        const body = JSON.parse(Buffer.concat(pieces).toString()) as {
          readonly messages: readonly WireMessage[];
          readonly tools?: readonly unknown[];
        };
        response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
        response.end(this.answer(cell, body.messages, body.tools?.length ?? 0).join(""));
      });
    });
  }

  static async start(): Promise<RecordingServer> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new RecordingServer(server);
  }

  /** Where a cell finds its model, and what the model was sent. */
  open(id: string, site: Site): { readonly url: string; readonly requests: readonly string[][] } {
    const requests: string[][] = [];
    this.cells.set(id, { site, requests });
    const { port } = this.server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/${id}/v1`, requests };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }

  private answer(
    { site, requests }: { readonly site: Site; readonly requests: string[][] },
    messages: readonly WireMessage[],
    toolCount: number,
  ): string[] {
    const texts = messages.flatMap(({ role, content }) =>
      role === "user" || role === "tool" ? [content ?? ""] : [],
    );
    requests.push(texts);
    const hasCalled = messages.some(({ tool_calls }) => tool_calls !== undefined);
    const { say, call } = turnOf(site, { toolCount, texts, hasCalled }, TOO_LONG_FOR_SERVER);
    if (call === undefined) return openai.turn([say], openai.stop);
    const json = [JSON.stringify(call.input)];
    const sent = { id: `call_${requests.length}`, name: call.tool, json };
    return openai.turn([sent], openai.toolCalls);
  }
}
