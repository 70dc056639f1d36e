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
  /** What it says; where that cannot be read, why. */
  readonly question: FleetQuestion | { readonly fault: string };
}

/** What came of an answer: `counts`, `one more` is needed, or why it does not count. */
export type AnswerResult =
  | "counts"
  | "one more"
  | "twice"
  | "unknown"
  | "changed"
  | "expired"
  | "withdrawn"
  | "allow"
  | "deny";

interface Row {
  readonly id: string;
  readonly asked_by: string;
  readonly asked_at: Date;
  readonly seconds_left: number;
  readonly outcome: string | null;
  readonly taken: boolean;
  readonly body: Buffer;
  readonly allowed_by: string;
}

/** The questions of a fleet, for whoever answers them. */
export class OpenQuestions {
  private constructor(private readonly connection: FleetConnection) {}

  static async connect(url: string, onChange?: () => void): Promise<OpenQuestions> {
    const connection = await connectFleet(url, onChange && { onNotify: onChange });
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

  /** Those that wait, the oldest first. */
  async list(): Promise<readonly StoredQuestion[]> {
    return this.read("q.outcome is null and q.until > clock_timestamp()", []);
  }

  /** The one whose id begins so, whatever came of it. */
  async find(start: string): Promise<StoredQuestion> {
    const given = start.toLowerCase();
    if (!/^[0-9a-f-]{4,36}$/.test(given))
      throw new FleetFault(`${start} is no id: give its first four letters, or more`);
    const found = await this.read("q.id::text like $1", [`${given}%`]);
    const [first, second] = found;
    if (first === undefined) throw new FleetFault(`there is no question ${start}`);
    if (second !== undefined)
      throw new FleetFault(`${found.length} questions begin with ${start}; give more of the id`);
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
      const [row] = await this.connection.sql<{ result: AnswerResult }[]>`
        select snaphook_fleet.answer(${body.id}, ${Buffer.from(digest, "hex")}, ${said.by},
          ${said.decision}, ${statement}, ${signature}) as result`;
      if (row === undefined) throw new FleetFault("the database said nothing");
      return row.result;
    } catch (error) {
      throw faultOf(error);
    }
  }

  private async read(where: string, values: readonly string[]): Promise<StoredQuestion[]> {
    try {
      const rows = await this.connection.sql.unsafe<Row[]>(
        `select q.id::text, q.asked_by::text, q.asked_at, q.outcome, q.taken_at is not null as taken, q.body,
           extract(epoch from q.until - clock_timestamp())::double precision as seconds_left,
           coalesce((select json_agg(a.answerer order by a.answered_at) from snaphook_fleet.answers a
             where a.question = q.id and a.decision = 'allow')::text, '[]') as allowed_by
         from snaphook_fleet.questions q where ${where} order by q.asked_at limit 1000`,
        [...values],
      );
      return rows.map(storedQuestion);
    } catch (error) {
      throw faultOf(error);
    }
  }
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

function questionOf({ id, body }: Row): StoredQuestion["question"] {
  try {
    const question = readQuestion(body);
    return question.body.id === id ? question : { fault: "it has the text of another question" };
  } catch (error) {
    return { fault: faultOf(error).message };
  }
}
