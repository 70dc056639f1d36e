import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { UnreadableLedger, type EventFilter } from "../../ledger-query/index.js";
import { QuestionWatch } from "../../questions/index.js";
import { TOKEN_KEY } from "../protocol.js";
import { createApp } from "./app.js";
import type { FleetSource } from "./fleet-source.js";
import { refusalOf } from "./guard.js";
import { LedgerView, type ViewedLedger } from "./ledger-view.js";
import { Live } from "./live.js";
import { readPage } from "./page-files.js";
import type { ProjectReview } from "./project-review.js";
import { responseHeaders } from "./response-headers.js";
import type { ReadInHosts } from "./shown-event.js";
import { shownQuestions } from "./shown-questions.js";

export interface ViewerOptions {
  readonly ledger: ViewedLedger;
  /** The folder with the built page. */
  readonly page: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Reads a search. What it throws is shown to the user. */
  readonly readFilter: (search: string) => EventFilter;
  readonly readInHosts: ReadInHosts;
  /** Used only with the user's own ledger. */
  readonly review: ProjectReview;
  /** As above; null where nobody has named one. */
  readonly fleet: FleetSource | null;
  /** Snaphook's own folder, where agents are found that ask something. */
  readonly home: string;
  /** How far it is with reading a large ledger, in bytes. */
  readonly onProgress?: (done: number, size: number) => void;
}

/** A page that is served. */
export interface Viewer {
  /** Where it is, without the token. */
  readonly origin: string;
  /** The same with the token behind the `#`, which no browser sends anywhere. */
  readonly address: string;
  close(): Promise<void>;
}

const LONGEST_BODY = 65_536;
const PATIENCE_MS = 10_000;

/** Serves the page on loopback to whoever has the token. Throws `UnreadableLedger`, or where the port is taken. */
export async function openViewer(options: ViewerOptions): Promise<Viewer> {
  const token = randomBytes(32).toString("base64url");
  const ledger = new LedgerView(options.ledger, options.readFilter);
  await ledger.refresh(options.onProgress);
  const { isOwn, events, damaged } = ledger.state;
  if (!isOwn && events === 0 && damaged > 0) {
    ledger.close();
    const why = "it has no event, and lines that are no records: it is not a ledger";
    throw new UnreadableLedger(options.ledger.file, why);
  }
  const questions = isOwn
    ? new QuestionWatch(
        options.home,
        () => live.tell({ type: "questions", questions: shownQuestions(questions) }),
        (over) => live.tell({ type: "over", ...over }),
      )
    : null;
  const live: Live = new Live(async () => {
    questions?.look();
    // A ledger that cannot be read for a moment is looked at again.
    const isNew = await ledger.refresh().catch(() => false);
    if (isNew) live.tell({ type: "changed", state: ledger.state });
  });
  const page = readPage(options.page);
  const { readInHosts } = options;
  const review = isOwn ? options.review : null;
  const fleet = isOwn ? options.fleet : null;
  const app = createApp({ page, ledger, live, readInHosts, questions, fleet, review });
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const door = { port: 0, token };
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(responseHeaders)) response.setHeader(name, value);
    const { method = "", url = "", rawHeaders } = request;
    const refusal = refusalOf({ method, url, rawHeaders }, door) ?? tooLong(request);
    if (refusal !== null) refuse(request, response, refusal.status, refusal.why);
    else void listener(request, response);
  });
  server.headersTimeout = PATIENCE_MS;
  server.requestTimeout = PATIENCE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  fleet?.follow(
    () => live.tell({ type: "fleet", fleet: fleet.shown }),
    (text) => live.tell({ type: "fleet-news", text }),
  );
  door.port = (server.address() as AddressInfo).port;
  const origin = `http://127.0.0.1:${door.port}`;
  return {
    origin,
    address: `${origin}/#${TOKEN_KEY}${token}`,
    async close() {
      live.stop();
      questions?.close();
      await fleet?.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      ledger.close();
    },
  };
}

/** A body says how long it is, and is short. */
function tooLong({ headers, method }: IncomingMessage): { status: number; why: string } | null {
  if (method !== "POST") return null;
  const length = Number(headers["content-length"] ?? Number.NaN);
  return length <= LONGEST_BODY ? null : { status: 413, why: "the body is too long" };
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  error: string,
): void {
  // What is not read would be taken for the next request.
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error }));
  request.resume();
}
