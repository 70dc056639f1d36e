import type { PlainObject, PlainValue } from "../../decode/index.js";
import { isStricter, type Level } from "../../dialects/index.js";
import type { AnswerFields, AnswerForm } from "../../hosts/index.js";
import type { PrintedRun, RenderTarget } from "./target.js";
import { jsonText } from "./text.js";
import { levelOf, type PortableAnswer } from "./portable-answer.js";

/** An answer in the making. */
export interface Candidate {
  readonly exit: 0 | 2;
  readonly stderr: string;
  readonly fields: AnswerFields;
  /** Whether more may be added to it. */
  readonly isOpen: boolean;
}

/** Nothing said, which every host reads as no opinion. */
const silent: Candidate = { exit: 0, stderr: "", fields: {}, isOpen: true };

/** Where a host wants a reason for what restricts and the hook gives none. */
const NO_REASON = "A hook stopped this and gave no reason.";

/** Levels that may replace a level, the nearest first. */
const standIns: Readonly<Record<Level, readonly Level[]>> = {
  halt: ["halt", "deny"],
  deny: ["deny", "halt"],
  defer: ["defer", "ask", "deny", "halt"],
  ask: ["ask", "deny", "halt"],
  allow: ["allow"],
};

/** Every way in which the decision of an answer may be said, the portable ones first. The host's reader chooses. */
export function candidatesOf(wanted: PortableAnswer, target: RenderTarget): readonly Candidate[] {
  const level = levelOf(wanted);
  if (level === null) return [silent];
  const isToStop = keepsGoing(level, target);
  const forms = (isToStop ? [level] : standIns[level]).flatMap((standIn) =>
    (target.forms.levels[standIn] ?? []).flatMap((form) => written(form, wanted, standIn, target)),
  );
  if (level === "allow") return [silent, ...forms];
  if (isToStop) return [...forms, silent];
  const reason = wanted.reason ?? wanted.stopReason;
  const open: Candidate = { ...silent, exit: 2, stderr: reason ?? NO_REASON };
  const portable = { ...open, isOpen: false };
  if (level !== "deny" && level !== "halt" && asksAnyway(target)) return [...forms, silent, open];
  return reason === undefined || target.forms.jsonFirst === true
    ? [...forms, portable, silent, open]
    : [portable, ...forms, silent, open];
}

/** Whether a block, exit code 2 too, would keep an agent going that is to stop, on one host or another. */
function keepsGoing(level: Level, { guardsStop }: RenderTarget): boolean {
  return level === "halt" && guardsStop;
}

/** Where the user is asked unless a hook decides, to say nothing is to ask. */
function asksAnyway(target: RenderTarget): boolean {
  return target.read({ exit: 0, stdout: "", stderr: "" }).outcome === "ask";
}

/** With the reason, without one and, where none is given, with a default. */
function written(
  form: AnswerForm,
  wanted: PortableAnswer,
  level: Level,
  target: RenderTarget,
): readonly Candidate[] {
  if (!Object.keys(form.fields).every((path) => target.counts(path))) return [];
  const { reason = wanted.stopReason, stopReason = wanted.reason } = wanted;
  const bare = form.fields;
  const withReason = withTexts(form, reason, stopReason, target);
  const restricts = isStricter(level, "allow");
  const standIn = restricts
    ? [withTexts(form, reason ?? NO_REASON, stopReason ?? NO_REASON, target)]
    : [];
  const all =
    restricts && reason !== undefined ? [withReason, bare] : [bare, withReason, ...standIn];
  const isTwofold = restricts && target.forms.exitTwoToo === true && !keepsGoing(level, target);
  const base: Candidate = isTwofold
    ? { ...silent, exit: 2, stderr: reason ?? stopReason ?? NO_REASON }
    : silent;
  return all
    .filter((fields) => Object.keys(fields).length > 0)
    .map((fields) => ({ ...base, fields }));
}

function withTexts(
  form: AnswerForm,
  reason: string | undefined,
  stopReason: string | undefined,
  target: RenderTarget,
): AnswerFields {
  const fields: Record<string, PlainValue> = { ...form.fields };
  for (const path of form.reason ?? [])
    if (reason !== undefined && target.counts(path)) fields[path] = reason;
  if (form.stopReason !== undefined && stopReason !== undefined && target.counts(form.stopReason))
    fields[form.stopReason] = stopReason;
  return fields;
}

/** The candidate as a process would print it; null where a value in it is no JSON. */
export function print(
  { exit, stderr, fields }: Candidate,
  { forms, event }: RenderTarget,
): PrintedRun | null {
  const paths = Object.entries(fields);
  if (paths.length === 0) return { exit, stdout: exit === 0 ? (forms.silence ?? "") : "", stderr };
  const { named } = forms;
  if (named !== null && paths.some(([path]) => path.startsWith(`${named}.`)))
    paths.unshift([`${named}.hookEventName`, event]);
  const answer: PlainObject = {};
  for (const [path, value] of paths) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let holder = answer;
    for (const key of keys) holder = (holder[key] ??= {}) as PlainObject;
    holder[last] = value;
  }
  const stdout = jsonText(answer);
  return stdout === null ? null : { exit, stdout, stderr };
}
