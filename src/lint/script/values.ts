import type { Define } from "./syntax.js";

/** The mark in a text for what is known only when the script runs. */
export const HOLE = "\u0000";

/** What is known of a value before the script runs. */
export type Value =
  /** `fromPayload`: something that the host sent is in it. */
  | {
      readonly v: "text";
      readonly text: string;
      readonly most?: number;
      readonly fromPayload?: true;
      readonly finding?: string;
    }
  | { readonly v: "number"; readonly value: number }
  | { readonly v: "flag"; readonly value: boolean }
  | { readonly v: "null" }
  | {
      readonly v: "object";
      readonly fields: ReadonlyMap<string, Value>;
      /** It may have more fields. */
      readonly isOpen: boolean;
    }
  /** `isGrown`: items were added one by one, and not all of them may be there. */
  | {
      readonly v: "list";
      readonly items: readonly Value[];
      readonly isGrown?: true;
      /** The words of a command, as a shell keeps them. */
      readonly isWords?: true;
    }
  /** A text that is the JSON of a value. */
  | { readonly v: "json"; readonly value: Value }
  /** What the host sent, or a part of it. */
  | {
      readonly v: "payload";
      readonly path: string;
      readonly isGuess?: boolean;
      /** It was cut to so many characters. */
      readonly most?: number;
    }
  /** A function of the script, and the file whose names it sees. */
  | { readonly v: "function"; readonly define: Define; readonly module: string | null }
  | { readonly v: "either"; readonly options: readonly Value[] }
  /**
   * `fromPayload`: made of what the host sent. `most`: it was cut to so many characters. `isStatus`: how a program ended.
   * `finding`: what this check has found is in it.
   */
  | {
      readonly v: "unknown";
      readonly fromPayload: boolean;
      readonly most?: number;
      readonly isStatus?: boolean;
      readonly finding?: string;
    };

export const unknownValue: Value = { v: "unknown", fromPayload: false };

/** What is made of other values, in a way that is not known. */
export function madeOf(values: readonly Value[], isPayload = values.some(isFromPayload)): Value {
  return { v: "unknown", fromPayload: isPayload, ...foundIn(values) };
}

const NOTHING_FOUND = {};

function foundIn(values: readonly Value[]): { readonly finding?: string } {
  for (const one of values) {
    const finding = findingOf(one);
    if (finding !== undefined) return { finding };
  }
  return NOTHING_FOUND;
}

/** The check whose findings are in it. */
export function findingOf(value: Value): string | undefined {
  if (value.v === "either") return foundIn(value.options).finding;
  if (value.v === "list") return foundIn(value.items).finding;
  return value.v === "unknown" || value.v === "text" ? value.finding : undefined;
}

const LONGEST_TEXT = 20_000;

/** As a text; what is not known of it is a hole. */
export function textOf(value: Value): string {
  switch (value.v) {
    case "text":
      return value.text;
    case "number":
    case "flag":
      return String(value.value);
    case "list":
      if (value.isWords === true) return textOf(joined(wordsOf(value)));
      return value.isGrown === true ? value.items.map(textOf).join("\n") : HOLE;
    case "null":
    case "object":
    case "json":
    case "payload":
    case "function":
    case "either":
    case "unknown":
      return HOLE;
  }
}

function isWordList(one: Value): one is ListValue {
  return one.v === "list" && one.isWords === true;
}

/** The words with blanks between them. */
function wordsOf({ items }: ListValue): readonly Value[] {
  return items.flatMap((item, index): Value[] =>
    index === 0 ? [item] : [{ v: "text", text: " " }, item],
  );
}

/** Texts one after the other. A JSON text with nothing but blanks around it stays one. */
export function joined(given: readonly Value[]): Value {
  const values = given.some(isWordList)
    ? given.flatMap((one) => (isWordList(one) ? wordsOf(one) : [one]))
    : given;
  const full = values.filter((value) => value.v !== "text" || value.text.trim() !== "");
  const [only] = full;
  if (full.length === 1 && only !== undefined && (only.v === "either" || isWhole(only)))
    return only;
  const text = values.map(textOf).join("");
  let most = 0;
  for (const value of values)
    for (const option of optionsOf(value)) most = Math.max(most, cutTo(option));
  const limit = most === 0 ? {} : { most };
  if (text === HOLE || (full.length > 0 && /^\0+$/.test(text.trim())))
    return { ...madeOf(values), ...limit };
  const from = values.some(holdsPayload) ? { fromPayload: true as const } : {};
  return { v: "text", text: text.slice(0, LONGEST_TEXT), ...limit, ...from, ...foundIn(values) };
}

/** To how many characters a text was cut; 0 where that is not known. */
export function cutTo(value: Value): number {
  if (value.v === "json") return cutTo(value.value);
  if (value.v === "list") return Math.max(0, ...value.items.map(cutTo));
  return value.v === "text" || value.v === "unknown" ? (value.most ?? 0) : 0;
}

function isWhole({ v }: Value): boolean {
  return v === "json" || v === "payload";
}

/** The text of an object, as far as that is known. */
export function isAnswer(value: Value): boolean {
  if (value.v === "json") return value.value.v === "object";
  return value.v === "text" && value.text.trimStart().startsWith("{");
}

export function isFromPayload(value: Value): boolean {
  if (value.v === "payload") return true;
  if (value.v === "either") return value.options.some(isFromPayload);
  return value.v === "unknown" && value.fromPayload;
}

/** Whether anything in it is what the host sent. */
export function holdsPayload(value: Value): boolean {
  if (value.v === "text") return value.fromPayload === true;
  return value.v === "either" ? value.options.some(holdsPayload) : isFromPayload(value);
}

const MOST_OPTIONS = 4;

/** One of two values; of objects the fields of both, because a field that is sometimes there counts too. */
export function either(one: Value, other: Value): Value {
  if (one === other || sameValue(one, other)) return one;
  if (one.v === "object" && other.v === "object") return mergedObjects(one, other);
  if (one.v === "list" && other.v === "list" && (one.isGrown ?? other.isGrown) === true)
    return { v: "list", items: [...new Set([...one.items, ...other.items])], isGrown: true };
  const options: Value[] = [];
  for (const option of [...optionsOf(one), ...optionsOf(other)]) {
    const place = options.findIndex(
      (before) => sameValue(before, option) || areOfOneKind(before, option),
    );
    const before = options[place];
    if (before?.v === "list" && option.v === "list") options[place] = mergedLists(before, option);
    else if (before === undefined) options.push(option);
  }
  if (options.length > MOST_OPTIONS && !options.every(isChoice)) return madeOf(options);
  const [only, ...more] = options;
  return more.length === 0 && only !== undefined ? only : { v: "either", options };
}

/** Something that is only used as one of several, however many they are. */
function isChoice(one: Value): boolean {
  return one.v === "function" || isWordList(one);
}

export function optionsOf(value: Value): readonly Value[] {
  return value.v === "either" ? value.options : [value];
}

/** Something done with a value, whichever of several it is. */
export function each(value: Value, change: (one: Value) => Value): Value {
  return optionsOf(value).map(change).reduce(either);
}

/** The beginning of a text. */
export function cut(value: Value, most: number): Value {
  if (value.v === "payload" && value.path !== "") return { v: "unknown", fromPayload: true, most };
  return value.v === "unknown" || value.v === "text" || value.v === "payload"
    ? { ...value, most }
    : value;
}

type ObjectValue = Extract<Value, { v: "object" }>;

/** A key of null: the fields of another object, or of one that is not known. */
export function objectOf(entries: readonly (readonly [key: string | null, value: Value])[]): Value {
  const fields = new Map<string, Value>();
  let isOpen = false;
  for (const [key, value] of entries) {
    if (key !== null) fields.set(key, value);
    else if (value.v === "object") for (const [name, one] of value.fields) fields.set(name, one);
    else isOpen = true;
  }
  return { v: "object", fields, isOpen };
}

const MOST_ITEMS = 60;

/** A list with the items of another one behind its own. */
export function withItems(list: Value | undefined, more: Value): Value | undefined {
  if (list?.v !== "list" || more.v !== "list" || list.isWords !== true) return undefined;
  return { ...list, items: [...list.items, ...more.items].slice(0, MOST_ITEMS) };
}

/** A list with one more item; what is no list stays what it is. */
export function withItem(list: Value | undefined, item: Value): Value | undefined {
  if (list?.v !== "list" || list.items.length >= MOST_ITEMS) return list;
  return { v: "list", items: [...list.items, item], isGrown: true };
}

type ListValue = Extract<Value, { v: "list" }>;

/** `return (2, "no")` and `return (2, "never")` are one kind of answer, `return (0, "")` is another. */
function areOfOneKind(one: Value, other: Value): boolean {
  if (one.v !== "list" || other.v !== "list" || one.isWords === true) return false;
  return (
    one.items.length === other.items.length &&
    one.items.every((item, index) => {
      const opposite = other.items[index];
      return (
        opposite !== undefined &&
        (!isFixed(item) || !isFixed(opposite) || sameValue(item, opposite))
      );
    })
  );
}

/** What decides, and what only says why. */
function isFixed({ v }: Value): boolean {
  return v === "number" || v === "flag" || v === "null";
}

function mergedLists(one: ListValue, other: ListValue): Value {
  return {
    v: "list",
    items: one.items.map((item, index) => either(item, other.items[index] ?? unknownValue)),
  };
}

function mergedObjects(one: ObjectValue, other: ObjectValue): Value {
  const fields = new Map(one.fields);
  for (const [key, value] of other.fields) {
    const before = fields.get(key);
    fields.set(key, before === undefined ? value : either(before, value));
  }
  return { v: "object", fields, isOpen: one.isOpen || other.isOpen };
}

function sameValue(one: Value, other: Value): boolean {
  if (one === other) return true;
  if (one.v === "text" && other.v === "text") return one.text === other.text;
  if (one.v === "number" && other.v === "number") return one.value === other.value;
  if (one.v === "flag" && other.v === "flag") return one.value === other.value;
  if (one.v === "payload" && other.v === "payload") return one.path === other.path;
  if (one.v === "unknown" && other.v === "unknown")
    return (
      one.fromPayload === other.fromPayload &&
      one.isStatus === other.isStatus &&
      one.finding === other.finding
    );
  if (one.v === "function" && other.v === "function") return one.define === other.define;
  return one.v === "null" && other.v === "null";
}

/** What tells a value from others, as a text. */
export function contentOf(value: Value): string {
  return JSON.stringify(value, (key, part: unknown) => {
    // What a check finds is no other text.
    if (key === "finding") return undefined;
    if (part instanceof Map) return [...part] as unknown;
    return isFunctionValue(part) ? part.define.name : part;
  });
}

function isFunctionValue(part: unknown): part is Extract<Value, { v: "function" }> {
  return typeof part === "object" && part !== null && "v" in part && part.v === "function";
}

/** The object with one field changed; a path into what is no object leaves the rest unknown. */
export function withField(
  value: Value | undefined,
  path: readonly (string | null)[],
  put: Value,
): Value {
  const [key, ...rest] = path;
  if (key === undefined) return put;
  const fields = new Map(value?.v === "object" ? value.fields : []);
  if (key === null) return { v: "object", fields, isOpen: true };
  fields.set(key, withField(fields.get(key), rest, put));
  return { v: "object", fields, isOpen: value?.v === "object" ? value.isOpen : true };
}
