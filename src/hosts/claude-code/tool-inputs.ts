import type { PlainObject, PlainValue } from "../../decode/index.js";
import type { InputFields } from "../bridge.js";
import { isRecord, own } from "../json.js";

type InputKind = "text" | "number" | "boolean";

interface ToolInput {
  readonly required: Readonly<Record<string, InputKind>>;
  readonly optional: Readonly<Record<string, InputKind>>;
}

const file = { file_path: "text" } as const;

/** Inputs of the client's own tools, from its published types. What is not here is taken as it comes. */
const toolInputs: Readonly<Record<string, ToolInput>> = {
  Bash: {
    required: { command: "text" },
    optional: {
      timeout: "number",
      description: "text",
      run_in_background: "boolean",
      dangerouslyDisableSandbox: "boolean",
    },
  },
  Read: { required: file, optional: { offset: "number", limit: "number", pages: "text" } },
  Write: { required: { ...file, content: "text" }, optional: {} },
  Edit: {
    required: { ...file, old_string: "text", new_string: "text" },
    optional: { replace_all: "boolean" },
  },
  Glob: { required: { pattern: "text" }, optional: { path: "text" } },
};

/** Tools that earlier clients had and that are still in many matchers, and those whose inputs are not looked into. */
const otherInputs: Readonly<Record<string, InputFields>> = {
  MultiEdit: { required: ["file_path", "edits"], optional: [] },
  NotebookEdit: {
    required: ["notebook_path"],
    optional: ["new_source", "cell_id", "cell_type", "edit_mode"],
  },
};

/** The fields of a tool's input; undefined for a tool that is not known. */
export function inputFields(tool: string): InputFields | undefined {
  const spec = own(toolInputs, tool);
  if (spec === undefined) return own(otherInputs, tool);
  return { required: Object.keys(spec.required), optional: Object.keys(spec.optional) };
}

/** Every key that an input of these tools may have. */
export const inputKeys: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(toolInputs).map(([tool, { required, optional }]) => [
    tool,
    Object.keys({ ...required, ...optional }),
  ]),
);

/** A rewritten input as the tool gets it, or why the tool refuses it. */
export type Fitted =
  | { readonly input: PlainObject; readonly dropped: readonly string[] }
  | { readonly fault: string };

/** Fits a rewritten input to its tool: unknown keys are dropped, a missing or wrong field is a fault. */
export function fitInput(tool: unknown, input: PlainObject): Fitted {
  const spec = typeof tool === "string" ? own(toolInputs, tool) : undefined;
  if (spec === undefined) return { input, dropped: [] };
  const fields = { ...spec.required, ...spec.optional };
  for (const [name, kind] of Object.entries(fields)) {
    const given = Object.hasOwn(input, name);
    if (!given && Object.hasOwn(spec.required, name)) return { fault: `${name} is missing` };
    if (given && kindOf(input[name]) !== kind) return { fault: `${name} is not a ${kind}` };
  }
  const entries = Object.entries(input);
  const known = entries.filter(([name]) => Object.hasOwn(fields, name));
  const dropped = entries.map(([name]) => name).filter((name) => !Object.hasOwn(fields, name));
  return { input: Object.fromEntries(known), dropped };
}

function kindOf(value: PlainValue | undefined): string {
  return typeof value === "string" ? "text" : typeof value;
}

/** Whether a new output has the shape of the one that the tool gave, as far as that shows it. */
export function fitsOutput(output: PlainValue, response: unknown): boolean {
  if (output === null) return false;
  if (response === undefined) return true;
  if (!isRecord(response)) return shapeOf(output) === shapeOf(response);
  return (
    isRecord(output) &&
    Object.entries(output).every(
      ([key, value]) => !Object.hasOwn(response, key) || shapeOf(value) === shapeOf(response[key]),
    )
  );
}

function shapeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}
