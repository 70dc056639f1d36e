import type { FleetSettings } from "../config/index.js";
import { checkAnswers, type CheckedAnswer, type SignedStatement } from "./answer.js";
import { checkTables, connectFleet, type FleetConnection } from "./connection.js";
import { faultOf, FleetFault } from "./fleet-fault.js";
import { newestMigration } from "./migrations.js";
import type { FleetQuestion } from "./question.js";
import { QUERY_MS, within } from "./within.js";

/** What came of a question. Everything but `allow` is a no. */
export type AskEnd = CheckedAnswer | { readonly type: "expired" } | { readonly type: "withdrawn" };

/** What happens meanwhile. */
export type AskNews =
  /** The question is in the database. */
  | { readonly type: "asked"; readonly id: string; readonly waitSeconds: number }
  /** The connection is lost; it is made again for as long as the question waits. */
  | { readonly type: "lost"; readonly why: string }
  /** The webhook could not be called. The question waits all the same. */
  | { readonly type: "not-announced"; readonly why: string };

export interface AskOptions {
  /** Aborted where nobody needs the answer any more: the question is withdrawn. */
  readonly signal: AbortSignal;
  readonly onNews?: (news: AskNews) => void;
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** An answer takes a thousandth of it. After that the connection is made again. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Asks the fleet and waits. Never throws, and nothing but valid answers makes it an `allow`: a fault before the question
 * is there ends it at once; after that the connection is made again until the time is up, by the clock of this process.
 */
export async function askFleet(
  question: FleetQuestion,
  settings: FleetSettings,
  options: AskOptions,
): Promise<AskEnd> {
  const asking = new Asking(question, settings, options);
  try {
    return await asking.run();
  } catch (error) {
    return { type: "fault", why: faultOf(error).message };
  }
}

class Asking {
  private readonly ends: number;
  /** Whether the database may have the question. */
  private isSent = false;
  /** Whether it was said that it is there. */
  private isSaid = false;
  /** A notification came that nobody has looked after yet. */
  private isWoken = false;
  private onWake: (() => void) | null = null;

  constructor(
    private readonly question: FleetQuestion,
    private readonly settings: FleetSettings,
    private readonly options: AskOptions,
  ) {
    this.ends = performance.now() + question.body.waitSeconds * 1000;
  }

  async run(): Promise<AskEnd> {
    let pause = FIRST_PAUSE_MS;
    for (;;) {
      try {
        return await this.onOneConnection();
      } catch (error) {
        const fault = faultOf(error);
        if (!this.isSent || error instanceof Refused) throw fault;
        if (this.options.signal.aborted) return { type: "withdrawn" };
        if (this.left() <= 0) return { type: "expired" };
        this.options.onNews?.({ type: "lost", why: fault.message });
      }
      await this.pause(Math.min(pause * (0.5 + Math.random()), this.left()), null);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  private left(): number {
    return this.ends - performance.now();
  }

  /** Asks, or asks again, and waits for as long as the connection lives. Throws where it does not. */
  private async onOneConnection(): Promise<AskEnd> {
    const { environment, signal } = this.options;
    const connection = await connectFleet(this.settings.url, {
      signal,
      // Whoever asks looks at the tables in the same statement.
      first: `listen ${channelOf(this.question.body.id)}`,
      patienceMs: Math.max(QUERY_MS, this.left()),
      mostBytes: MOST_BYTES,
      onNotify: () => {
        this.isWoken = true;
        this.onWake?.();
      },
      ...(environment !== undefined && { environment }),
    });
    let isWhole = false;
    try {
      await this.send(connection);
      const end = await this.wait(connection);
      isWhole = true;
      return end;
    } finally {
      // A connection that is dead is cut. Of one that lives nobody waits for the end; what was sent on it is done before.
      void connection.close(isWhole ? QUERY_MS : 0);
    }
  }

  /** Asks where the tables can be worked with, in one round trip: with parameters it would take three. */
  private async send({ sql }: FleetConnection): Promise<void> {
    const { body, bytes } = this.question;
    const agent = Buffer.from(`${body.machine}\n${body.session}`);
    const wait = Math.max(0, this.left()) / 1000;
    const wasSent = this.isSent;
    this.isSent = true;
    const asks = sql.unsafe<{ state: string }[]>(
      `select case when (
         select max(number) >= ${newestMigration} and max(needs) <= ${newestMigration} from snaphook_fleet.migrations
       ) then (
         select state from snaphook_fleet.ask(${literal(body.id)}, ${hex(agent)}, ${hex(bytes)},
           ${body.persons}, ${wait.toFixed(3)})
       ) else 'tables' end as state`,
    );
    const [row] = await within(asks).catch((error: unknown) => {
      // Rolled back, as with a full disk: nobody can answer what is not there.
      this.isSent = wasSent || !isRolledBack(error);
      throw error;
    });
    const state = row?.state ?? "nothing";
    if (state === "tables") {
      this.isSent = wasSent;
      await within(checkTables(sql));
    }
    if (state !== "asked" && state !== "known")
      throw new Refused(refusals[state] ?? `the database said ${state}`);
    if (!this.isSaid)
      this.options.onNews?.({ type: "asked", id: body.id, waitSeconds: body.waitSeconds });
    this.isSaid = true;
  }

  private async wait(connection: FleetConnection): Promise<AskEnd> {
    const { signal } = this.options;
    const checkMs = this.settings.checkSeconds * 1000;
    for (;;) {
      this.isWoken = false;
      // Of a new question nobody has read yet: then the server has this query ready when the answer comes.
      const end = await this.look(connection);
      if (end !== null) return end;
      if (signal.aborted) return this.giveUp(connection, "withdrawn");
      if (this.left() <= 0) return this.giveUp(connection, "expired");
      const why = await this.pause(Math.min(checkMs, this.left()), connection);
      if (why === "lost") throw new FleetFault("the connection to the database was lost");
    }
  }

  /** Waits for something to happen: a notification, the end of the connection, an abort, or that the time is up. */
  private pause(
    ms: number,
    connection: FleetConnection | null,
  ): Promise<"woken" | "lost" | "aborted" | "time"> {
    const { signal } = this.options;
    if (signal.aborted) return Promise.resolve("aborted");
    if (connection !== null && this.isWoken) return Promise.resolve("woken");
    return new Promise((resolve) => {
      const end = (why: "woken" | "lost" | "aborted" | "time"): void => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
        this.onWake = null;
        resolve(why);
      };
      const onAbort = (): void => end("aborted");
      const timer = setTimeout(() => end("time"), Math.max(0, ms));
      signal.addEventListener("abort", onAbort, { once: true });
      if (connection === null) return;
      this.onWake = () => end("woken");
      void connection.lost.then(() => end("lost"));
    });
  }

  /** What counts by now; null where nothing does yet. */
  private async look({ sql }: FleetConnection): Promise<AskEnd | null> {
    const { id } = this.question.body;
    const rows = await within(
      sql.unsafe<{ outcome: string | null; statement: Buffer | null; signature: Buffer | null }[]>(
        `select q.outcome, a.statement, a.signature
         from snaphook_fleet.questions q left join snaphook_fleet.answers a on a.question = q.id
         where q.id = ${literal(id)} order by a.answered_at`,
      ),
    );
    const [first] = rows;
    if (first === undefined) throw new Refused("the question is not in the database any more");
    if (first.outcome === null) return null;
    if (first.outcome !== "allow" && first.outcome !== "deny")
      return { type: first.outcome === "withdrawn" ? "withdrawn" : "expired" };
    const stored = rows.flatMap(({ statement, signature }): SignedStatement[] =>
      statement === null || signature === null ? [] : [{ statement, signature }],
    );
    const answer = checkAnswers(this.question, stored, this.settings);
    // Whoever waited for it has gone on by then; a deny is a no at any time.
    if (answer.type === "allow" && this.left() <= 0) return { type: "expired" };
    // For whoever answered to see; nothing depends on it.
    void sql.unsafe(`select snaphook_fleet.take_answer(${literal(id)})`).catch(() => undefined);
    // Whoever can change that column can only make it a no.
    return first.outcome === "deny" && answer.type === "allow"
      ? { type: "fault", why: "the database says deny, and the answers say allow" }
      : answer;
  }

  /** Ends the question. A deny that came before that is given with its words. */
  private async giveUp(connection: FleetConnection, how: "expired" | "withdrawn"): Promise<AskEnd> {
    const { id } = this.question.body;
    const rows = connection.sql.unsafe<{ what: string | null }[]>(
      `select snaphook_fleet.close_question(${literal(id)}, '${how}') as what`,
    );
    const [row] = await within(rows);
    const isAnswered = row?.what === "allow" || row?.what === "deny";
    return how === "expired" && isAnswered
      ? ((await this.look(connection)) ?? { type: "expired" })
      : { type: how };
  }
}

/** Whether the server has said no and still works; at any other fault it may have stored what was sent. */
function isRolledBack(error: unknown): boolean {
  return (error as { severity?: unknown } | null)?.severity === "ERROR";
}

/** An id of a question, which this program has made, as SQL has it: nothing else gets in there. */
function literal(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new FleetFault("the question has no usable id");
  return `'${id}'`;
}

function channelOf(id: string): string {
  return `"snaphook_fleet_${literal(id).slice(1, -1)}"`;
}

/** Bytes as SQL has them, whatever the server makes of a backslash. */
function hex(bytes: Buffer): string {
  return `decode('${bytes.toString("hex")}', 'hex')`;
}

/** The database works and says no: asking again would not help. */
class Refused extends FleetFault {}

const refusals: Readonly<Record<string, string>> = {
  pending: "too many questions of this agent wait already",
  rate: "this agent asks too often; wait a minute",
  full: "too many questions wait in the database",
  other: "another question has the same id",
};
