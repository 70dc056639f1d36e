import type { KeyObject } from "node:crypto";
import { signStatement, type Statement } from "./answer.js";
import { connectFleet, type FleetConnection } from "./connection.js";
import { faultOf, FleetFault } from "./fleet-fault.js";
import { readQuestion, type FleetQuestion } from "./question.js";

/** A question in the database, as whoever answers sees it. */
export interface StoredQuestion {
  readonly id: string;
  /** The role that asked. */
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly secondsLeft: number;
  /** What came of it, or null while it waits. */
  readonly outcome: string | null;
  /** Whether the agent has taken the answer. */
  readonly isTaken: boolean;
  /** Names of those who have allowed it, as the database has them. */
  readonly allowedBy: readonly string[];
  /** Who has denied it, as the database has it. */
  readonly deniedBy: string | null;
  /** What it says; where that cannot be read, why. */
  readonly question: FleetQuestion | { readonly fault: string };
}

const results = [
  "counts",
  "one more",
  "twice",
  "unknown",
  "changed",
  "expired",
  "withdrawn",
  "allow",
  "deny",
] as const;
/** What came of an answer: `counts`, `one more` is needed, or why it does not count. */
export type AnswerResult = (typeof results)[number];

interface Row {
  readonly id: string;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly seconds_left: number;
  readonly outcome: string | null;
  readonly taken: boolean;
  /** Null where it is larger than was wanted. */
  readonly body: Buffer | null;
  readonly size: number;
  readonly allowed_by: string;
  readonly denied_by: string | null;
}

/** In bytes. More is no text to be read in a list or on a page, and many of them would fill the memory. */
const LARGEST_LISTED = 200_000;
const MOST_LISTED = 1000;

/** The questions of a fleet, for whoever answers them. */
export class OpenQuestions {
  private constructor(readonly connection: FleetConnection) {}

  static async connect(
    url: string,
    onChange?: () => void,
    signal?: AbortSignal,
  ): Promise<OpenQuestions> {
    const connection = await connectFleet(url, {
      ...(onChange !== undefined && { onNotify: onChange }),
      ...(signal !== undefined && { signal }),
    });
    try {
      if (onChange !== undefined) await connection.sql`listen snaphook_fleet_questions`;
    } catch (error) {
      await connection.close(0);
      throw faultOf(error);
    }
    return new OpenQuestions(connection);
  }

  /** Settled once the connection is lost. */
  get lost(): Promise<void> {
    return this.connection.lost;
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  /** Those that wait, the oldest first. Of a large one it is only said that it is large. */
  async list(): Promise<readonly StoredQuestion[]> {
    return this.where("q.outcome is null and q.until > clock_timestamp()", []);
  }

  /** Those with these ids that are there, whatever came of them. */
  async read(ids: readonly string[]): Promise<readonly StoredQuestion[]> {
    return this.where("q.id = any ($1::text::uuid[])", [`{${ids.join(",")}}`]);
  }

  /** The one whose id begins so, whatever came of it. */
  async find(start: string): Promise<StoredQuestion> {
    const given = start.toLowerCase();
    if (!/^[0-9a-f-]{4,36}$/.test(given))
      throw new FleetFault(
        `${start} is not the beginning of an id: give at least 4 characters of one that snaphook approvals lists`,
      );
    const found = await this.where("q.id::text like $1", [`${given}%`], Infinity, 2);
    const [first, second] = found;
    if (first === undefined)
      throw new FleetFault(`there is no question ${start}; see what waits: snaphook approvals`);
    if (second !== undefined)
      throw new FleetFault(`several questions begin with ${start}; give more of the id`);
    return first;
  }

  /** Answers exactly the question that was shown. */
  async answer(
    { body, digest }: FleetQuestion,
    said: Pick<Statement, "decision" | "words" | "by" | "typed">,
    key: KeyObject,
  ): Promise<AnswerResult> {
    const at = new Date().toISOString();
    const signed = signStatement({ ...said, question: body.id, digest, at }, key);
    const { statement, signature } = signed;
    try {
      const [row] = await this.connection.sql<{ result: string }[]>`
        select snaphook_fleet.answer(${body.id}, ${Buffer.from(digest, "hex")}, ${said.by},
          ${said.decision}, ${statement}, ${signature}) as result`;
      const result = results.find((one) => one === row?.result);
      if (result === undefined)
        throw new FleetFault(`the database said ${row?.result ?? "nothing"} to the answer`);
      return result;
    } catch (error) {
      throw faultOf(error);
    }
  }

  private async where(
    condition: string,
    values: readonly string[],
    largest = LARGEST_LISTED,
    most = MOST_LISTED,
  ): Promise<StoredQuestion[]> {
    const body =
      largest === Infinity
        ? "q.body"
        : `case when octet_length(q.body) <= ${largest} then q.body end`;
    try {
      const rows = await this.connection.sql.unsafe<Row[]>(
        `select q.id::text, q.asked_by::text, q.asked_at, q.outcome, q.taken_at is not null as taken, ${body} as body,
           octet_length(q.body) as size,
           extract(epoch from q.until - clock_timestamp())::double precision as seconds_left,
           coalesce((select pg_catalog.json_agg(a.answerer order by a.answered_at) from snaphook_fleet.answers a
             where a.question = q.id and a.decision = 'allow')::text, '[]') as allowed_by,
           (select a.answerer from snaphook_fleet.answers a
             where a.question = q.id and a.decision = 'deny' order by a.answered_at limit 1) as denied_by
         from snaphook_fleet.questions q where ${condition} order by q.asked_at limit ${most}`,
        [...values],
        // By a name of its own: PGlite has one session for all connections, and so one statement without a name.
        { prepare: true },
      );
      return rows.map(storedQuestion);
    } catch (error) {
      throw faultOf(error);
    }
  }
}

/**
 * What a stored question says, for whoever answers it: only where it can be read and, of one that was looked at before, only
 * where it still has that SHA-256. Throws a `FleetFault`.
 */
export function questionToAnswer({ question }: StoredQuestion, sha256?: string): FleetQuestion {
  if ("fault" in question) throw new FleetFault(`it cannot be answered: ${question.fault}`);
  if (sha256 !== undefined && sha256.toLowerCase() !== question.digest)
    throw new FleetFault("the question is not the one that was shown: its SHA-256 is another");
  return question;
}

/** Why a question cannot be allowed with this name typed, or null. */
export function wrongName({ body }: FleetQuestion, typed: string | null): string | null {
  if (typed === body.protectedName) return null;
  return body.protectedName === null
    ? "this question has no protected target"
    : "a protected target: type its name";
}

function storedQuestion(row: Row): StoredQuestion {
  return {
    id: row.id,
    askedBy: row.asked_by,
    askedAt: row.asked_at,
    secondsLeft: row.seconds_left,
    outcome: row.outcome,
    isTaken: row.taken,
    allowedBy: textsOf(row.allowed_by),
    deniedBy: row.denied_by,
    question: questionOf(row),
  };
}

/** The database may say anything. */
function textsOf(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.map(String) : [];
  } catch {
    return [];
  }
}

function questionOf({ id, body, size }: Row): StoredQuestion["question"] {
  if (body === null)
    return {
      fault: `its ${size} bytes are too many for a list; answer it with: snaphook approvals allow ${id}`,
    };
  try {
    const question = readQuestion(body);
    return question.body.id === id ? question : { fault: "it has the text of another question" };
  } catch (error) {
    return { fault: faultOf(error).message };
  }
}
