import type { ParsedScript } from "./script/syntax.js";

/** A script, and every file whose code it takes in or starts, and code of other languages inside of them. */
export function partsOf(script: ParsedScript): readonly ParsedScript[] {
  const parts = new Set<ParsedScript>();
  const pending = [script];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (parts.has(part)) continue;
    parts.add(part);
    pending.push(...part.nested.values(), ...part.included.values());
  }
  return [...parts];
}
