import { Hono } from "hono";
import { toJsonText } from "../../show/index.js";
import type { RequestName, Requests, ShownVersion } from "../protocol.js";
import type { QuestionWatch } from "../../questions/index.js";
import type { FleetSource } from "./fleet-source.js";
import type { LedgerView } from "./ledger-view.js";
import type { Live } from "./live.js";
import type { PageFile } from "./page-files.js";
import type { ProjectReview } from "./project-review.js";
import { BadRequest, Body } from "./read-body.js";
import { shownEvent, type ReadInHosts } from "./shown-event.js";
import { shownQuestions } from "./shown-questions.js";

/** What the server answers from. */
export interface AppParts {
  readonly page: ReadonlyMap<string, PageFile>;
  readonly ledger: LedgerView;
  readonly live: Live;
  /** Null where somebody else's ledger is looked at: nothing is answered then. */
  readonly questions: QuestionWatch | null;
  /** Null as above, and where nobody has named one. */
  readonly fleet: FleetSource | null;
  /** Null as above: nothing is approved then. */
  readonly review: ProjectReview | null;
  readonly readInHosts: ReadInHosts;
}

type Handler<Name extends RequestName> = (
  body: Body,
) => Requests[Name]["answer"] | Promise<Requests[Name]["answer"]>;
type Handlers = { readonly [Name in RequestName]: Handler<Name> };

const LONGEST_SEARCH = 2000;
const LONGEST_ID = 300;
const LONGEST_NAME = 1000;
const LONGEST_REASON = 20_000;
/** More rows at once, or more bars, than a screen has room for. */
const MOST_ROWS = 2000;
const MOST_PARTS = 400;
const MOST_EVENTS = 1e9;

/** The addresses. What may not be asked never gets here. */
export function createApp(parts: AppParts): Hono {
  const { page, live, ledger } = parts;
  const app = new Hono();
  app.post("/api/live", async (context) => {
    // A request that is never read to its end is ended by Node, and its answer with it.
    await context.req.text();
    const first = [
      { type: "changed", state: ledger.state },
      { type: "questions", questions: shownQuestions(parts.questions) },
      ...(parts.fleet === null ? [] : [{ type: "fleet", fleet: parts.fleet.shown } as const]),
    ] as const;
    return new Response(live.open(first), { headers: { "content-type": "application/x-ndjson" } });
  });
  for (const [name, handle] of Object.entries(handlersOf(parts)))
    app.post(`/api/${name}`, async (context) => {
      const answer = await handle(new Body(await context.req.text()));
      // `toJsonText` also writes what JSON has no word for, as large numbers.
      return new Response(toJsonText(answer, 0), {
        headers: { "content-type": "application/json" },
      });
    });
  for (const [address, { type, bytes }] of page)
    app.get(address, () => new Response(bytes, { headers: { "content-type": type } }));
  app.notFound(() => refused(404, "there is nothing at this address"));
  app.onError((error) =>
    error instanceof BadRequest || error.name === "UsageError"
      ? refused(400, error.message)
      : refused(500, error.message),
  );
  return app;
}

function refused(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

function searchIn(body: Body): string {
  return body.text("search", LONGEST_SEARCH);
}

function decisionIn(body: Body): "allow" | "deny" {
  const decision = body.text("decision", LONGEST_NAME);
  if (decision === "allow" || decision === "deny") return decision;
  throw new BadRequest("decision is neither allow nor deny");
}

function versionIn(body: Body): ShownVersion {
  return { id: body.text("id", LONGEST_ID), fingerprint: body.text("fingerprint", LONGEST_ID) };
}

function handlersOf({
  ledger,
  readInHosts,
  questions,
  fleet: given,
  review: ofProject,
}: AppParts): Handlers {
  const fleet = (): FleetSource => {
    if (given === null) throw new BadRequest("snaphook view was started without a fleet");
    return given;
  };
  const review = (): ProjectReview => {
    if (ofProject === null)
      throw new BadRequest("hooks are not reviewed with somebody else's ledger");
    return ofProject;
  };
  return {
    async state() {
      await ledger.refresh();
      return ledger.state;
    },
    names: () => ledger.names(),
    search: (body) => {
      const count = body.count("count", MOST_ROWS) ?? MOST_ROWS;
      return ledger.page(searchIn(body), body.count("from", MOST_EVENTS), count);
    },
    stats: async (body) => ({ stats: await ledger.stats(searchIn(body)) }),
    async time(body) {
      const parts = Math.max(1, body.count("parts", MOST_PARTS) ?? MOST_PARTS);
      const hook = body.optional("hook", LONGEST_NAME);
      return { parts: await ledger.overTime(searchIn(body), parts, hook) };
    },
    event(body) {
      const found = ledger.event(body.text("id", LONGEST_ID));
      const shown = found === null ? null : shownEvent(found.query, found.row, readInHosts);
      if (shown === null) throw new BadRequest("there is no event with this id in the ledger");
      return shown;
    },
    async answer(body) {
      if (questions === null)
        throw new BadRequest("nothing is answered with somebody else's ledger");
      const agent = body.text("agent", LONGEST_NAME);
      const decision = decisionIn(body);
      const [id, hash] = [body.text("id", LONGEST_ID), body.text("hash", LONGEST_ID)];
      const reason = body.optional("reason", LONGEST_REASON) ?? "";
      return { why: await questions.answer(agent, { id, hash, decision, reason }) };
    },
    fleet: () => fleet().status(),
    async fleetAnswer(body) {
      const [id, sha256] = [body.text("id", LONGEST_ID), body.text("sha256", LONGEST_ID)];
      const reason = body.optional("reason", LONGEST_REASON) ?? "";
      const typed = body.optional("typed", LONGEST_NAME) ?? "";
      return fleet().answer({ id, sha256, decision: decisionIn(body), reason, typed });
    },
    trust: () => review().look(),
    async approve(body) {
      const acceptsUnknownFiles = body.flag("acceptsUnknownFiles");
      const why = await review().approve({ ...versionIn(body), acceptsUnknownFiles });
      return { why, trust: await review().look() };
    },
    async revoke(body) {
      const why = await review().revoke(versionIn(body));
      return { why, trust: await review().look() };
    },
  };
}
