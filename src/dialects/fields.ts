import type { FieldSpec } from "./dialect.js";

/** A field of the answer itself, on every event. */
export const common = (type: FieldSpec["type"]): FieldSpec => ({
  places: ["top"],
  type,
  events: "all",
});

/** A field of `hookSpecificOutput` on the events named. */
export const specific = (type: FieldSpec["type"], events: readonly string[]): FieldSpec => ({
  places: ["specific"],
  type,
  events,
});

/** A field that is read at both levels, on the events named. */
export const either = (type: FieldSpec["type"], events: readonly string[]): FieldSpec => ({
  places: ["top", "specific"],
  type,
  events,
});
