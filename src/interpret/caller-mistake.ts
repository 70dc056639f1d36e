import { events } from "../payload/index.js";

/** What an exit code may be, in words. */
export const exitCodes = "an integer from 0 to 255";

export function isExitCode(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}

/** The events that there are, in words. */
export const eventNames = (): string => `one of ${events.map(({ name }) => name).join(", ")}`;

/** The error for a value that a caller must not give: which field, what was found, what is allowed. */
export function misfit(field: string, found: unknown, allowed: string): TypeError {
  return new TypeError(`${field} is ${shown(found)}; allowed is ${allowed}`);
}

const LONGEST = 80;

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return JSON.stringify(value.slice(0, LONGEST));
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint")
    return String(value);
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
