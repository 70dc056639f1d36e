import { defaultHome } from "../../config/index.js";
import {
  answerKeyFile,
  FleetFault,
  followQuestions,
  questionToAnswer,
  readAnswerKey,
  readFleetStatus,
  wrongName,
  type OpenQuestions,
  type StoredQuestion,
} from "../../fleet/index.js";
import type {
  FleetAnswer,
  FleetAnswered,
  FleetSource,
  ShownFleet,
  ShownFleetQuestion,
  ShownFleetStatus,
} from "../../viewer/index.js";
import { answerResults } from "../fleet/answering.js";
import { shownQuestion } from "./shown-fleet-question.js";

/** More at once nobody reads; the others are shown when some of these are answered. */
const MOST_SHOWN = 100;

/** The fleet in a database, for the page. It answers as `snaphook approvals` does: with this user's key, under this name. */
export function followedFleet(url: string, answerer: string): FleetSource {
  return new FollowedFleet(url, answerer);
}

class FollowedFleet implements FleetSource {
  shown: ShownFleet;
  private readonly end = new AbortController();
  private following: Promise<void> = Promise.resolve();
  /** Null while the database cannot be reached. */
  private questions: OpenQuestions | null = null;
  /** What the page shows by the SHA-256: it takes a while to make of a large input. */
  private made = new Map<string, ShownFleetQuestion["says"]>();
  /** Those that were answered here. */
  private readonly own = new Set<string>();

  constructor(
    private readonly url: string,
    private readonly answerer: string,
  ) {
    this.shown = { answerer, fault: null, waiting: 0, questions: [] };
  }

  follow(onChange: () => void, onNews: (text: string) => void): void {
    const show = (shown: Omit<ShownFleet, "answerer">): void => {
      const before = JSON.stringify(this.shown);
      this.shown = { answerer: this.answerer, ...shown };
      if (JSON.stringify(this.shown) !== before) onChange();
    };
    this.following = followQuestions(this.url, this.end.signal, {
      onChange: ({ open, ended }, questions) => {
        this.questions = questions;
        show({ fault: null, waiting: open.length, questions: this.shownOf(open) });
        for (const one of ended) if (!this.own.delete(one.id)) onNews(newsOf(one));
      },
      onFault: ({ message }) => {
        this.questions = null;
        // What cannot be answered is not shown as if it could.
        show({ fault: message, waiting: 0, questions: [] });
      },
    }).catch((error: unknown) => {
      this.questions = null;
      show({ fault: `it is not followed any more: ${String(error)}`, waiting: 0, questions: [] });
    });
  }

  async status(): Promise<ShownFleetStatus> {
    const { connection } = this.connected();
    const { questions, machines } = await readFleetStatus(connection);
    return {
      questions,
      machines: machines.map(({ id, name, version, enforced, observed, lastSeen, wrong }) => ({
        id,
        name,
        version,
        enforced,
        observed,
        lastSeen,
        wrong,
      })),
    };
  }

  /** What is signed is what the page has shown: the row is read again, and must have the SHA-256 that was shown. */
  async answer({ id, sha256, decision, reason, typed }: FleetAnswer): Promise<FleetAnswered> {
    let counts = false;
    try {
      const key = readAnswerKey(answerKeyFile(defaultHome()));
      const questions = this.connected();
      const question = questionToAnswer(await questions.find(id), sha256);
      const name = decision === "allow" && typed !== "" ? typed : null;
      const why = decision === "allow" ? wrongName(question, name) : null;
      if (why !== null) return { counts: false, text: why };
      const words = decision === "deny" && reason.trim() !== "" ? reason : null;
      // Before the database says it to everybody.
      this.own.add(id);
      const said = { decision, words, by: this.answerer, typed: name };
      const result = await questions.answer(question, said, key);
      counts = result === "counts";
      return answerResults[result];
    } catch (error) {
      if (!(error instanceof FleetFault)) throw error;
      return { counts: false, text: error.message };
    } finally {
      if (!counts) this.own.delete(id);
    }
  }

  async close(): Promise<void> {
    this.end.abort();
    await this.following;
  }

  private connected(): OpenQuestions {
    if (this.questions !== null) return this.questions;
    throw new FleetFault(this.shown.fault ?? "the database of the fleet is not connected yet");
  }

  private shownOf(open: readonly StoredQuestion[]): readonly ShownFleetQuestion[] {
    const before = this.made;
    this.made = new Map();
    return open.slice(0, MOST_SHOWN).map((stored) => {
      const { question } = stored;
      const key = "fault" in question ? stored.id : question.digest;
      const shown = shownQuestion(stored, before.get(key));
      this.made.set(key, shown.says);
      return shown;
    });
  }
}

/** What came of a question, in a sentence. */
function newsOf({ id, outcome, allowedBy, deniedBy, question }: StoredQuestion): string {
  const what =
    "fault" in question
      ? `question ${id.slice(0, 8)}`
      : `${question.body.tool} on ${question.body.machine}`;
  switch (outcome) {
    case "allow":
      return `Allowed by ${allowedBy.join(" and ")}: ${what}`;
    case "deny":
      return `Denied by ${deniedBy ?? "somebody"}: ${what}`;
    case "withdrawn":
      return `The agent does not ask any more: ${what}`;
    default:
      return `Nobody answered in time: ${what}`;
  }
}
