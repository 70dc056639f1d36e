import { isRecord } from "../json/index.js";
import type { Arguments } from "./arguments.js";
import { UsageError } from "./usage-error.js";

/** The tool input that `--input` gives, a field or an object at a time, the last one of a name counts; null where none was given. */
export function readInputs(given: Arguments): Record<string, unknown> | null {
  const inputs = given.texts("input");
  return inputs.length === 0 ? null : Object.fromEntries(inputs.flatMap(readInput));
}

function readInput(input: string): [string, unknown][] {
  const json = parsed(input);
  if (isRecord(json)) return Object.entries(json);
  const at = input.indexOf("=");
  if (at < 1 || input.startsWith("{"))
    throw new UsageError(`--input ${input}: write it as KEY=VALUE, or as a JSON object`);
  const text = input.slice(at + 1);
  const value = parsed(text);
  return [[input.slice(0, at), value === undefined ? text : value]];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
