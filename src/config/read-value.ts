import { faultOf, fine, isText, type ValueFault, type ReadValue } from "./fault.js";
import { describe, toPlain, type Located } from "./located.js";
import { asMatcher, readConditions, readMatcher, readVariables } from "./read-maps.js";
import { pathOf } from "./report.js";
import type { ValueSpec } from "./value-spec.js";

/** Checks one value. Lists and objects of entries are checked for being that; their inside is the caller's. */
export function readValue(value: Located, spec: ValueSpec, path: string): ReadValue {
  const wrong = (found = describe(value)): ReadValue => ({
    value: undefined,
    faults: [faultOf(value, spec, path, found)],
  });
  switch (spec.kind) {
    case "text":
      return isText(value) && (value.value !== "" || spec.mayBeEmpty === true)
        ? fine(value.value)
        : wrong();
    case "url":
      if (value.type !== "text") return wrong();
      return isUrl(value.value)
        ? fine(value.value)
        : wrong(JSON.stringify(withoutPassword(value.value)));
    case "word":
      return value.type === "text" && [...spec.words, ...(spec.inCode ?? [])].includes(value.value)
        ? fine(value.value)
        : wrong();
    case "flag":
      return value.type === "flag" ? fine(value.value) : wrong();
    case "number":
      return value.type === "number" && value.value > spec.above && value.value <= spec.most
        ? fine(Number(value.value))
        : wrong();
    case "integer":
      return value.type === "number" &&
        Number.isInteger(value.value) &&
        value.value >= spec.least &&
        value.value <= spec.most
        ? fine(value.value)
        : wrong();
    case "texts":
      return value.type === "list" ? readTexts(value.items, path) : wrong();
    case "variables":
      return value.type === "object" ? readVariables(value.members, path) : wrong();
    case "pattern":
      return readMatcher(value, path);
    case "patterns":
      return value.type === "object" ? readConditions(value.members, path) : asMatcher(wrong());
    case "any": {
      const plain = toPlain(value);
      return "fault" in plain ? wrong(plain.fault) : fine(plain.value);
    }
    case "function":
      return value.type === "function" ? fine(value.value) : wrong();
    case "object":
    case "events":
      return value.type === "object" ? fine(undefined) : wrong();
    case "entries":
      return value.type === "list" ? fine(undefined) : wrong();
  }
}

/** A mistake is shown; a password in it is not. */
export function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/?#]*@/, "//…@");
}

function isUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

function readTexts(items: readonly Located[], path: string): ReadValue {
  const texts: string[] = [];
  const faults: ValueFault[] = [];
  for (const [index, item] of items.entries()) {
    if (isText(item)) texts.push(item.value);
    else faults.push(faultOf(item, { kind: "text", mayBeEmpty: true }, pathOf(path, index)));
  }
  return { value: texts, faults };
}
