import { changeNames, changes } from "../dialects/index.js";
import { changesOf, type Reading } from "../interpret/index.js";

/** A restriction that does not hold, an answer that does not come, an event that is not there. */
export const LOST = "LOST";
export const FAILS_OPEN = "FAILS OPEN";
export const NO_EVENT = "no such event";

const verbs = { halt: "halts", block: "blocks", defer: "defers", ask: "asks" } as const;

/** What an answer does on a host, in the words of the sentence that `explain --hosts` begins with. */
export function effectOf(reading: Reading): string {
  const { outcome, permission, toModel, toUser } = reading;
  if (outcome === "block" && reading.problems.some(({ code }) => code === "host-blocks-unasked"))
    return "blocks unasked";
  if (outcome !== "proceed" && outcome !== "ask") return verbs[outcome];
  const made = changesOf(reading);
  const effects = [
    ...(outcome === "ask" ? [verbs.ask] : []),
    ...(permission === "allow" ? ["allows"] : []),
    ...changeNames
      .filter((name) => made[name] !== undefined)
      .map((name) => changes[name].does.replace(" ", "s ")),
    ...(outcome === "proceed" && toModel.length > 0 ? ["adds context"] : []),
  ];
  if (effects.length > 0) return effects.join(" and ");
  return toUser.length > 0 ? "shows a text to the user" : "no effect";
}

/** From what stops to what does nothing; others, which permit, change or add, are between. */
const first = ["halts", "blocks", "blocks unasked", "defers", "asks", LOST, FAILS_OPEN];
const last = ["shows a text to the user", "no effect", NO_EVENT];

function rank(effect: string): number {
  const early = first.indexOf(effect);
  if (early >= 0) return early;
  return first.length + 1 + last.indexOf(effect);
}

/** The sentence: which hosts do what. Snaphook itself is the last of each group. */
export function sentenceOf(
  answers: readonly { readonly host: string; readonly effect: string }[],
): string {
  const groups = new Map<string, string[]>();
  for (const { host, effect } of [...answers.filter(isForeign), ...answers.filter(isOwn)])
    groups.set(effect, [...(groups.get(effect) ?? []), host]);
  return [...groups]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([effect, names]) => `${effect} ${effect === NO_EVENT ? "in" : "on"} ${names.join(", ")}`)
    .join("; ");
}

function isOwn({ host }: { readonly host: string }): boolean {
  return host === "snaphook";
}

function isForeign(answer: { readonly host: string }): boolean {
  return !isOwn(answer);
}
