import { toJsonText } from "../show/index.js";

/** The one field that says most, or all of them, on one line; not yet made safe or cut. */
export function shortInput(input: unknown): string {
  if (typeof input !== "object" || input === null) return toJsonText(input, 0);
  for (const key of ["command", "file_path", "pattern", "prompt", "path"]) {
    const value = Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : undefined;
    if (typeof value === "string") return value;
  }
  return toJsonText(input, 0);
}
