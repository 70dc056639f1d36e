import type { Arguments } from "./arguments.js";
import { UsageError } from "./usage-error.js";

/** The tool input that `--input KEY=VALUE` gives, field by field; null where none was given. */
export function readInputs(given: Arguments): Record<string, unknown> | null {
  const pairs = given.texts("input");
  return pairs.length === 0 ? null : Object.fromEntries(pairs.map(readInput));
}

/** JSON where it is JSON, else text. */
function readInput(pair: string): [string, unknown] {
  const at = pair.indexOf("=");
  if (at < 1) throw new UsageError(`--input ${pair}: write it as KEY=VALUE`);
  const text = pair.slice(at + 1);
  try {
    return [pair.slice(0, at), JSON.parse(text)];
  } catch {
    return [pair.slice(0, at), text];
  }
}
