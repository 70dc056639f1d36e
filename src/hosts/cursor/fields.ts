import { isRecord } from "../json.js";

/** What a field of an answer must hold; anything else, `null` too, makes the whole answer invalid. */
export type FieldType = keyof typeof checks;

const verdicts: ReadonlySet<unknown> = new Set(["allow", "deny", "ask"]);

const checks = {
  text: (value: unknown) => typeof value === "string",
  flag: (value: unknown) => typeof value === "boolean",
  object: (value: unknown) => isRecord(value),
  anything: () => true,
  verdict: (value: unknown) => verdicts.has(value),
  /** Where nobody can be asked. */
  hardVerdict: (value: unknown) => value !== "ask" && verdicts.has(value),
  variables: (value: unknown) =>
    isRecord(value) && Object.values(value).every((item) => typeof item === "string"),
  paths: (value: unknown) =>
    Array.isArray(value) && value.every((item) => typeof item === "string" && item !== ""),
};

/** The first field that does not match; null where all do. A field that is not in the schema is not looked at. */
export function misfitOf(
  answer: Readonly<Record<string, unknown>>,
  schema: Readonly<Record<string, FieldType>>,
): string | null {
  const misfit = Object.entries(schema).find(
    ([field, type]) => Object.hasOwn(answer, field) && !checks[type](answer[field]),
  );
  return misfit?.[0] ?? null;
}
