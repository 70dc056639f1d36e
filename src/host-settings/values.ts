import type { Located } from "../config/index.js";
import type { ValueKind } from "./format.js";

interface ValueCheck {
  readonly allowed: string;
  readonly fits: (value: Located) => boolean;
}

const numberThat =
  (test: (value: number) => boolean) =>
  (value: Located): boolean =>
    value.type === "number" && test(Number(value.value));

const kinds: Readonly<Record<Extract<ValueKind, string>, ValueCheck>> = {
  text: { allowed: "a text", fits: ({ type }) => type === "text" },
  texts: {
    allowed: "a list of texts",
    fits: (value) => value.type === "list" && value.items.every(({ type }) => type === "text"),
  },
  flag: { allowed: "true or false", fits: ({ type }) => type === "flag" },
  positive: {
    allowed: "a number above 0",
    fits: numberThat((value) => Number.isFinite(value) && value > 0),
  },
  one: { allowed: "1", fits: numberThat((value) => value === 1) },
  ordinal: {
    allowed: "a whole number, 1 or more",
    fits: numberThat((value) => Number.isInteger(value) && value >= 1),
  },
  number: { allowed: "a number", fits: numberThat(Number.isFinite) },
  count: {
    allowed: "a whole number, 0 or more",
    fits: numberThat((value) => Number.isInteger(value) && value >= 0),
  },
  object: { allowed: "an object", fits: ({ type }) => type === "object" },
  any: { allowed: "anything", fits: () => true },
};

/** Whether a value is what its key wants. */
export function fits(value: Located, kind: ValueKind): boolean {
  if (typeof kind === "string") return kinds[kind].fits(value);
  return value.type === "text" && kind.includes(value.value);
}

/** What may be there, for a Problem. */
export function allowedFor(kind: ValueKind): readonly string[] {
  return typeof kind === "string" ? [kinds[kind].allowed] : kind;
}
