import type { KeyObject } from "node:crypto";
import type { FleetSettings } from "../config/index.js";
import { isRecord } from "../json/index.js";
import { isSignedBy, signBytes } from "../signing/index.js";
import { canonicalJson } from "../trust/index.js";
import type { FleetQuestion } from "./question.js";

const PURPOSE = "fleet answer 1";

/** What one person says to one question. */
export interface Statement {
  readonly question: string;
  /** SHA-256 of the question's bytes: the answer is to nothing else. */
  readonly digest: string;
  readonly decision: "allow" | "deny";
  /** Words for the model, or null. */
  readonly words: string | null;
  /** The name under which the settings list the key. */
  readonly by: string;
  /** What was typed for a protected target, or null. */
  readonly typed: string | null;
  /** By the answerer's own clock, in ISO 8601. Nothing depends on it. */
  readonly at: string;
}

/** A statement as it is stored. */
export interface SignedStatement {
  readonly statement: Buffer;
  readonly signature: Buffer;
}

export function signStatement(statement: Statement, key: KeyObject): SignedStatement {
  const bytes = Buffer.from(canonicalJson({ version: 1, ...statement }));
  return { statement: bytes, signature: signBytes(PURPOSE, bytes, key) };
}

/** What was answered, or why what is stored is no answer. */
export type CheckedAnswer =
  | {
      readonly type: "allow" | "deny";
      readonly by: readonly string[];
      readonly words: string | null;
    }
  | { readonly type: "fault"; readonly why: string };

/**
 * What the stored answers come to, by the agent's own memory of what it asked and the keys in its settings; nothing else in
 * the database counts. A valid no is a no whatever else is stored. A yes needs as many different keys as the question says.
 */
export function checkAnswers(
  question: FleetQuestion,
  stored: readonly SignedStatement[],
  { answerers }: Pick<FleetSettings, "answerers">,
): CheckedAnswer {
  const checked = stored.map((one) => checkStatement(question, one, answerers));
  const valid = checked.filter((one) => typeof one !== "string");
  const no = valid.find(({ decision }) => decision === "deny");
  if (no !== undefined) return { type: "deny", by: [no.by], words: no.words };
  const fault = checked.find((one) => typeof one === "string");
  if (fault !== undefined) return { type: "fault", why: fault };
  const { persons, protectedName } = question.body;
  const keys = new Set(valid.map(({ by }) => answerers[by]));
  if (keys.size < Math.max(1, persons))
    return { type: "fault", why: `${keys.size} of ${persons} persons have allowed it` };
  if (valid.some(({ typed }) => typed !== protectedName))
    return { type: "fault", why: "the name of the protected target was not typed" };
  return { type: "allow", by: valid.map(({ by }) => by), words: null };
}

/** The statement, or why it is none. */
function checkStatement(
  { body, digest }: FleetQuestion,
  { statement: bytes, signature }: SignedStatement,
  answerers: FleetSettings["answerers"],
): Statement | string {
  const statement = readStatement(bytes);
  if (statement === null) return "an answer is not as this version of snaphook writes it";
  const { by } = statement;
  const key = Object.hasOwn(answerers, by) ? answerers[by] : undefined;
  if (key === undefined)
    return `${JSON.stringify(by)} may not answer: fleet.answerers of this machine has no such name (approvals --as NAME)`;
  if (!isSignedBy(key, PURPOSE, bytes, signature))
    return `an answer is not signed by the key of ${JSON.stringify(by)}`;
  if (statement.question !== body.id || statement.digest !== digest)
    return "an answer is to another question";
  return statement;
}

function readStatement(bytes: Buffer): Statement | null {
  try {
    const value: unknown = JSON.parse(bytes.toString());
    if (!isRecord(value) || value["version"] !== 1) return null;
    const { question, digest, decision, words, by, typed, at } = value as unknown as Statement;
    const isWhole =
      [question, digest, by, at].every((text) => typeof text === "string") &&
      [words, typed].every((text) => text === null || typeof text === "string") &&
      (decision === "allow" || decision === "deny");
    return isWhole ? { question, digest, decision, words, by, typed, at } : null;
  } catch {
    return null;
  }
}
