import type { RawFinding } from "./finding.js";
import type { Flaw, ParsedScript } from "./script/syntax.js";
import type { LintScript } from "./subject.js";

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

/** What is wrong in a script whatever the host does, as findings. */
export function* flawsOf(
  script: LintScript | null,
  wanted: Flaw["kind"],
  sees: RawFinding["sees"],
): Generator<RawFinding> {
  for (const part of script === null ? [] : partsOf(script.parsed)) {
    // What is given to `node -e` has Node's modules by their names.
    if (part.language === "javascript" && part !== script?.parsed && part.file === null) continue;
    for (const { kind, at, message, fix, isUnsure } of part.flaws)
      if (kind === wanted)
        yield {
          at,
          ...(isUnsure === true && { severity: "warning" as const }),
          message,
          ...(sees !== undefined && { sees }),
          fix: { safety: "unsafe", description: fix },
        };
  }
}
