import type { PlainObject, PlainValue } from "../../decode/index.js";
import { isStricter, type Level } from "../../dialects/index.js";
import type { AnswerFields, AnswerForm } from "../../hosts/index.js";
import type { Printed, Target } from "./target.js";
import { jsonText } from "./text.js";
import { levelOf, type Wish } from "./wish.js";

/** An answer in the making. */
export interface Draft {
  readonly exit: 0 | 2;
  readonly stderr: string;
  readonly fields: AnswerFields;
  /** Whether more may be added to it. */
  readonly isOpen: boolean;
}

/** Nothing said, which every host reads as no opinion. */
const silent: Draft = { exit: 0, stderr: "", fields: {}, isOpen: true };

/** Where a host wants a reason for what restricts and the hook gives none. */
const NO_REASON = "A hook stopped this and gave no reason.";

/** What may stand for a level, from the nearest on. */
const stands: Readonly<Record<Level, readonly Level[]>> = {
  halt: ["halt", "deny"],
  deny: ["deny", "halt"],
  defer: ["defer", "ask", "deny", "halt"],
  ask: ["ask", "deny", "halt"],
  allow: ["allow"],
};

/** Every way in which the decision of a wish may be said, the portable ones first. The host's reader chooses. */
export function draftsOf(wish: Wish, target: Target): readonly Draft[] {
  const level = levelOf(wish);
  if (level === null) return [silent];
  const ways = stands[level].flatMap((stand) =>
    (target.forms.levels[stand] ?? []).flatMap((way) => written(way, wish, stand, target)),
  );
  if (level === "allow") return [silent, ...ways];
  if (keepsGoing(level, target)) return [...ways, silent];
  const reason = wish.reason ?? wish.stopReason;
  const open: Draft = { ...silent, exit: 2, stderr: reason ?? NO_REASON };
  const portable = { ...open, isOpen: false };
  if (level !== "deny" && level !== "halt" && asksAnyway(target)) return [...ways, silent, open];
  return reason === undefined
    ? [...ways, portable, silent, open]
    : [portable, ...ways, silent, open];
}

/** Whether exit code 2 would keep an agent going that is to stop, on one host or another. */
function keepsGoing(level: Level, { guardsStop }: Target): boolean {
  return level === "halt" && guardsStop;
}

/** Where the user is asked unless a hook decides, to say nothing is to ask. */
function asksAnyway(target: Target): boolean {
  return target.read({ exit: 0, stdout: "", stderr: "" }).outcome === "ask";
}

/** With the reason, without one and, where none is given, with a default. */
function written(way: AnswerForm, wish: Wish, level: Level, target: Target): readonly Draft[] {
  if (!Object.keys(way.fields).every((path) => target.counts(path))) return [];
  const { reason = wish.stopReason, stopReason = wish.reason } = wish;
  const bare = way.fields;
  const told = withTexts(way, reason, stopReason, target);
  const restricts = isStricter(level, "allow");
  const standIn = restricts
    ? [withTexts(way, reason ?? NO_REASON, stopReason ?? NO_REASON, target)]
    : [];
  const all = restricts && reason !== undefined ? [told, bare] : [bare, told, ...standIn];
  const isTwofold = restricts && target.forms.exitTwoToo === true && !keepsGoing(level, target);
  const base: Draft = isTwofold
    ? { ...silent, exit: 2, stderr: reason ?? stopReason ?? NO_REASON }
    : silent;
  return all
    .filter((fields) => Object.keys(fields).length > 0)
    .map((fields) => ({ ...base, fields }));
}

function withTexts(
  way: AnswerForm,
  reason: string | undefined,
  stopReason: string | undefined,
  target: Target,
): AnswerFields {
  const fields: Record<string, PlainValue> = { ...way.fields };
  for (const path of way.reason ?? [])
    if (reason !== undefined && target.counts(path)) fields[path] = reason;
  if (way.stopReason !== undefined && stopReason !== undefined && target.counts(way.stopReason))
    fields[way.stopReason] = stopReason;
  return fields;
}

/** The draft as a process would print it; null where a value in it is no JSON. */
export function print({ exit, stderr, fields }: Draft, { forms, event }: Target): Printed | null {
  const paths = Object.entries(fields);
  if (paths.length === 0) return { exit, stdout: "", stderr };
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
