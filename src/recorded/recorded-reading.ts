import {
  outcomes,
  type Outcome,
  type Permission,
  type Rewrite,
  type Voice,
} from "../decide/index.js";
import { isRecord } from "../json/index.js";
import type { Problem } from "../problem/index.js";
import type { Reading, Text } from "../route/index.js";
import { fieldsAt, listAt, numberAt, textAt, type Fields, type RecordLine } from "./read-fields.js";

/** What was decided, as the ledger has it. */
export interface RecordedReading extends Reading {
  /** What the permission rules said; absent where they said nothing. */
  readonly ruling?: { readonly decision: string; readonly why: string };
}

const knownOutcomes: ReadonlySet<unknown> = new Set<Outcome>(Object.values(outcomes));

/** Reads a `verdict` record. Null where it does not say what was decided: it was cut, or is not of this format. */
export function toReading(verdict: RecordLine): RecordedReading | null {
  const { type: _type, outcome, ...fields } = verdict;
  if (!knownOutcomes.has(outcome)) return null;
  const provenance = fieldsAt(fields, "provenance");
  const ruling = fieldsAt(fields, "ruling");
  const read: Reading = {
    ...changed(fields),
    outcome: outcome as Outcome,
    permission: textAt(fields, "permission", "none") as Permission,
    input: inputOf(fields["input"]),
    prompt: typeof fields["prompt"] === "string" ? fields["prompt"] : null,
    toModel: textsOf(fields["toModel"]),
    toUser: textsOf(fields["toUser"]),
    toLog: textsOf(fields["toLog"]),
    failed: fields["failed"] === true,
    diagnosed: fields["diagnosed"] === true,
    problems: listAt(fields, "problems").map(toProblem),
    provenance: {
      voices: listAt(provenance, "voices").map(toVoice),
      rewrites: listAt(provenance, "rewrites").map(toRewrite),
    },
  };
  const decision = textAt(ruling, "decision");
  return decision === "" ? read : { ...read, ruling: { decision, why: textAt(ruling, "why") } };
}

/** Whatever else a hook may have changed. */
function changed({ toolOutput, operations }: Fields): Partial<Reading> {
  const isTexts = Array.isArray(operations) && operations.every((one) => typeof one === "string");
  return {
    ...(toolOutput !== undefined && { toolOutput: toolOutput as never }),
    ...(isTexts && { operations: operations as never }),
  };
}

/** Where it was cut as a whole, there is the note of that. */
function inputOf(input: unknown): Reading["input"] {
  if (isRecord(input)) return input as Reading["input"];
  return typeof input === "string" ? { cut: input } : null;
}

/** The texts of a lane; for those that were cut there is the note of that. */
function textsOf(value: unknown): readonly Text[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.flatMap((item) => {
    if (isRecord(item)) return [toText(item)];
    return typeof item === "string" ? [toText({ text: item })] : [];
  });
}

function toText(text: Fields): Text {
  const kind = textAt(text, "kind", "feedback") as Text["kind"];
  return { kind, text: textAt(text, "text"), hook: textAt(text, "hook") };
}

const severities: readonly unknown[] = ["error", "warning", "info"];

function toProblem(problem: Fields): Problem {
  const { severity, allowed, suggestion, lost } = problem;
  const offset = numberAt(problem, "offset");
  return {
    code: textAt(problem, "code") as Problem["code"],
    severity: severities.includes(severity) ? (severity as Problem["severity"]) : "warning",
    hook: textAt(problem, "hook"),
    path: textAt(problem, "path"),
    found: textAt(problem, "found"),
    ...(offset !== null && { offset }),
    ...(Array.isArray(allowed) && { allowed: allowed.map(String) }),
    ...(typeof suggestion === "string" && { suggestion }),
    ...(typeof lost === "string" && { lost }),
  };
}

function toVoice(voice: Fields): Voice {
  return {
    hook: textAt(voice, "hook"),
    level: textAt(voice, "level") as Voice["level"],
    by: textAt(voice, "by") as Voice["by"],
    won: voice["won"] === true,
    why: textAt(voice, "why"),
    ...(voice["observes"] === true && { observes: true }),
  };
}

function toRewrite(rewrite: Fields): Rewrite {
  return {
    hook: textAt(rewrite, "hook"),
    what: textAt(rewrite, "what") as Rewrite["what"],
    applied: rewrite["applied"] === true,
    why: textAt(rewrite, "why"),
  };
}
