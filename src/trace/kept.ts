/** At the end of a text or a name of which only the beginning is there. Of two names that became one by it, the second has a number. */
const cutText = /…\[cut: \d+ characters(?:, sha256 [0-9a-f]{64})?\](?: \(\d+\))?$/;
/** What stands for a value, or at the end of a list or an object for the rest of it. */
const cutValue =
  /^\[(?:cut: \d+ (?:items|fields|characters of JSON, sha256 [0-9a-f]{64})|too deep|too many values|cycle|unreadable|(?:bytes|number|date): [\w-]+)\]$/;
const redacted = /\[redacted:[\w-]+\]/;

/** How much of a value the ledger has kept. */
export type Kept = "whole" | "redacted" | "cut";

/**
 * Whether the ledger has all of a value: something may have been cut or left out, or taken out because it looks like a
 * secret. Of both, that something was cut is said.
 */
export function keptOf(value: unknown): Kept {
  if (typeof value === "string")
    return cutText.test(value) || cutValue.test(value)
      ? "cut"
      : redacted.test(value)
        ? "redacted"
        : "whole";
  if (typeof value !== "object" || value === null) return "whole";
  let kept: Kept = "whole";
  for (const [key, item] of Object.entries(value)) {
    const parts = [keptOf(key), keptOf(item)];
    if (parts.includes("cut")) return "cut";
    if (parts.includes("redacted")) kept = "redacted";
  }
  return kept;
}
