/** The filters of `snaphook trace` that a search may have as `word:value`. */
export const filterWords = [
  "session",
  "event",
  "tool",
  "hook",
  "outcome",
  "problem",
  "since",
  "until",
  "is",
] as const;
export type FilterWord = (typeof filterWords)[number];

/** A search, taken apart: filters in their order, and what is left as one text. */
export interface Search {
  readonly filters: readonly { readonly word: FilterWord; readonly value: string }[];
  readonly text: string;
}

const PART = /(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/g;

/** Reads what was typed: `tool:Bash hook:"new guard" rm -rf`. What has no known word in front is text. */
export function readSearch(typed: string): Search {
  const filters: { word: FilterWord; value: string }[] = [];
  const texts: string[] = [];
  for (const [whole, name, quoted, plain] of typed.matchAll(PART)) {
    const word = filterWords.find((one) => one === name);
    const value = quoted ?? plain ?? "";
    if (word !== undefined) filters.push({ word, value });
    else texts.push(name === undefined ? value : whole);
  }
  return { filters: filters.filter(({ value }) => value !== ""), text: texts.join(" ") };
}

/** The same, written as it is typed. */
export function writeSearch({ filters, text }: Search): string {
  return [
    ...filters.map(({ word, value }) => `${word}:${/[\s"]/.test(value) ? `"${value}"` : value}`),
    text,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** The search with other values for some filters; an empty one takes a filter away. */
export function withFilters(
  typed: string,
  changed: Readonly<Partial<Record<FilterWord, string>>>,
): string {
  const { filters, text } = readSearch(typed);
  const kept = filters.filter(({ word }) => !(word in changed));
  const added = Object.entries(changed).map(([word, value]) => ({
    word: word as FilterWord,
    value,
  }));
  return writeSearch({ filters: [...kept, ...added.filter(({ value }) => value !== "")], text });
}
