import type { PlainValue } from "../decode/index.js";
import { changeNames, type Level } from "../dialects/index.js";

/** Fields of an answer by path. */
export type AnswerFields = Readonly<Record<string, PlainValue>>;

/** One way to say a level. Paths that an event does not read are left out, and a way of which fields are left out is none. */
export interface AnswerForm {
  readonly fields: AnswerFields;
  /** Where the reason is. */
  readonly reason?: readonly string[];
  /** Where the reason is why the agent stops. */
  readonly stopReason?: string;
}

/** What an answer can hold next to its decision, in the order in which it is written. */
export const answerParts = [...changeNames, "context", "warning"] as const;

type AnswerPart = (typeof answerParts)[number];

/** Where a part is. */
export interface PartPlace {
  readonly path: string;
  /** Fields without which the host does not read it. */
  readonly beside?: AnswerFields;
  /** The host wants an object with a text under this key: any other value is given as its JSON. */
  readonly textUnder?: string;
  /** It counts only where a setting says so: it is written, and reported as lost. */
  readonly optIn?: string;
}

/**
 * How answers are written for one host. Which of it an event reads is in the host's own table of events; of
 * several ways the first that its reader takes is used.
 */
export interface AnswerForms {
  readonly levels: Readonly<Partial<Record<Level, readonly AnswerForm[]>>>;
  readonly parts: Readonly<Partial<Record<AnswerPart, readonly PartPlace[]>>>;
  /** The object that must name its event in `hookEventName`; null where none must. */
  readonly named: string | null;
  /** Versions are about that read exit codes only: what restricts is said by code 2 as well. */
  readonly exitTwoToo?: true;
  /** Another hook's answer can override exit code 2: what restricts is said in JSON first. */
  readonly jsonFirst?: true;
  /** What is printed where nothing is said; absent where that is nothing. */
  readonly silence?: string;
  /** Events that take stdout for something else than an answer: nothing is written there. */
  readonly mute?: readonly string[];
}
