import type { PlainValue } from "../../decode/index.js";
import { isRecord, plainValue } from "../json.js";

/** No tool has an input that is nested deeper, and a copy must not run out of stack. */
const DEEPEST = 64;

/** A copy without keys that reach a prototype; null where the value is nested too deep to be one of a tool's. */
export function plainCopy(value: unknown): { readonly value: PlainValue } | null {
  return depthIsFine(value) ? { value: plainValue(value) } : null;
}

function depthIsFine(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= DEEPEST; depth++) {
    if (level.length === 0) return true;
    level = level.flatMap((item): readonly unknown[] =>
      Array.isArray(item) ? item : isRecord(item) ? Object.values(item) : [],
    );
  }
  return level.length === 0;
}
