import { joinedName, modeOfKey, redactText, type Mode } from "../secrets/index.js";
import { BoundedMap } from "./bounded-map.js";
import { toPlain, type Rules } from "./plain.js";

/** Takes secrets out of a value. What it returns is written; where it throws, nothing is. */
export type Redactor = (value: unknown) => unknown;

/** What is redacted beyond what `defaultRedactor` knows. */
export interface RedactorOptions {
  /** Names whose values are secret, however they are written: `pin` is also `PIN`, `userPin` is not. */
  readonly keys?: readonly string[];
  /** Expressions that match secrets. They are run on every text; that they are linear is up to you. */
  readonly patterns?: readonly RegExp[];
}

const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 200;

/**
 * A redactor that knows what `defaultRedactor` knows, and more. It gives back a plain copy, in which
 * cycles and throwing getters have become markers.
 */
export function createRedactor(options: RedactorOptions): Redactor {
  const extra = new Set((options.keys ?? []).map(joinedName));
  const patterns = (options.patterns ?? []).map(
    ({ source, flags }) => new RegExp(source, `g${flags.replace(/[gy]/g, "")}`),
  );
  /** Texts in which nothing was found. */
  const clean = new BoundedMap<string, true>(MOST_REMEMBERED);
  const text = (value: string): string => {
    if (clean.has(value)) return value;
    let safe = value;
    for (const pattern of patterns) safe = safe.replace(pattern, "[redacted:custom]");
    safe = redactText(safe);
    // The same short texts come again in every record: names, reasons, events.
    if (safe === value && value.length <= LONGEST_REMEMBERED) clean.set(value, true);
    return safe;
  };
  const known = new BoundedMap<string, { readonly name: string; readonly mode: Mode }>(
    MOST_REMEMBERED,
  );
  const rules: Rules = {
    text,
    // The same few names come again in every record.
    key: (name) => {
      let rule = known.get(name);
      if (rule === undefined) {
        const mode = extra.has(joinedName(name)) ? "secret" : modeOfKey(name);
        rule = { name: text(name), mode };
        known.set(name, rule);
      }
      return rule;
    },
  };
  return (value) => toPlain(value, rules);
}

/** Takes out what is secret by its key or by its look, at any depth. Replaces it by `[redacted:kind]`. */
export const defaultRedactor: Redactor = createRedactor({});
