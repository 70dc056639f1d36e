import { isRecord } from "../json/index.js";
import { isShellTool } from "./tool-names.js";

export interface Call {
  readonly tool: string;
  readonly input: unknown;
}

/** A text somewhere in the input, with the name of the field that holds it. */
export interface InputText {
  readonly field: string;
  readonly text: string;
}

/** What rules can be tested on. */
export interface InputFacts {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly isShell: boolean;
  readonly commands: readonly string[];
  readonly paths: readonly string[];
  readonly texts: readonly InputText[];
  /** Why rules with a condition cannot be tested; null where they can. */
  readonly untestable: string | null;
}

const COMMAND_FIELDS = new Set(["command", "cmd"]);

/** Names of fields that hold a path, in small letters and without separators. */
const PATH_FIELDS = new Set(
  (
    "path paths file files filepath filepaths filename targetfile target notebookpath notebook destination dest directory dir " +
    "folder source oldpath newpath absolutepath relativepath outputpath inputpath output"
  ).split(" "),
);

/** Deeper values are not looked at; no tool has them. */
const DEEPEST = 16;

export function isCommandField(field: string): boolean {
  return COMMAND_FIELDS.has(field);
}

export function isPathField(field: string): boolean {
  return PATH_FIELDS.has(field.replaceAll(/[_-]/g, "").toLowerCase());
}

export function factsOf({ tool, input }: Call): InputFacts {
  const isObject = isRecord(input);
  const fields = isObject ? input : {};
  const { texts, isComplete } = textsOf(fields);
  const textsIn = (isWanted: (field: string) => boolean): readonly string[] =>
    texts.filter(({ field }) => isWanted(field)).map(({ text }) => text);
  const commands = textsIn(isCommandField);
  const commandValues = Object.keys(fields)
    .filter(isCommandField)
    .map((field) => fields[field]);
  const isShell = isShellTool(tool) || commands.length + commandValues.length > 0;
  const whyUntestable = (): string | null => {
    if (!isObject) return "the input is not an object";
    if (!isComplete) return `the input is nested deeper than ${DEEPEST}`;
    if (commandValues.some((value) => typeof value !== "string"))
      return "the command is not a text";
    return isShell && commands.length === 0 ? "the input has no command" : null;
  };
  return {
    tool,
    input: fields,
    isShell,
    commands,
    paths: textsIn(isPathField),
    texts,
    untestable: whyUntestable(),
  };
}

/** Every text in a value; an element of an array belongs to the array's field. */
export function textsOf(value: unknown): {
  readonly texts: readonly InputText[];
  readonly isComplete: boolean;
} {
  const texts: InputText[] = [];
  let isComplete = true;
  const visit = (item: unknown, field: string, depth: number): void => {
    if (typeof item === "string") texts.push({ field, text: item });
    else if (typeof item === "number" || typeof item === "boolean" || typeof item === "bigint")
      texts.push({ field, text: String(item) });
    else if (typeof item !== "object" || item === null) return;
    else if (depth > DEEPEST) isComplete = false;
    else if (Array.isArray(item)) for (const element of item) visit(element, field, depth + 1);
    else for (const [key, inner] of Object.entries(item)) visit(inner, key, depth + 1);
  };
  visit(value, "", 0);
  return { texts, isComplete };
}

/** The value of a field, own fields only; `a.b` reaches into objects. Undefined where there is none. */
export function valueAt(input: Readonly<Record<string, unknown>>, field: string): unknown {
  if (Object.hasOwn(input, field)) return input[field];
  let value: unknown = input;
  for (const key of field.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}
