import type { HookEventName } from "../payload/index.js";

/** The two objects in which a field can be: the answer itself, or its `hookSpecificOutput`. */
export type FieldPlace = "top" | "specific";

/** Where a field is, on which events it counts, and what it must hold. */
export interface FieldSpec {
  readonly places: readonly FieldPlace[];
  readonly type: "boolean" | "text" | "object" | "any" | "decision";
  readonly events: "all" | readonly string[];
}

type DialectFieldType = FieldSpec["type"];
type Events = readonly HookEventName[];

/** What is given is kept in the type, so that the types of answers follow from the tables. */
export interface TypedField<Places extends FieldSpec["places"], Type, On> {
  readonly places: Places;
  readonly type: NoInfer<Type>;
  readonly events: NoInfer<On>;
}

/** A field of the answer itself, on every event. */
export const common = <const Type extends DialectFieldType>(
  type: Type,
): TypedField<readonly ["top"], Type, "all"> => ({ places: ["top"], type, events: "all" });

/** A field of `hookSpecificOutput` on the events named. */
export const specific = <const Type extends DialectFieldType, const On extends Events>(
  type: Type,
  events: On,
): TypedField<readonly ["specific"], Type, On> => ({ places: ["specific"], type, events });

/** A field that is read at both levels, on the events named. */
export const either = <const Type extends DialectFieldType, const On extends Events>(
  type: Type,
  events: On,
): TypedField<readonly ["top", "specific"], Type, On> => ({
  places: ["top", "specific"],
  type,
  events,
});
