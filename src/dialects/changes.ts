import { specific, type FieldSpec } from "./fields.js";

/** One thing that hooks can put in place of another. */
interface Change {
  /** Its field in an answer, in Snaphook's own dialects. */
  readonly field: string;
  readonly spec: FieldSpec & { readonly type: "object" | "text" | "any" };
  /** What the field holds, for the schemas of answers. */
  readonly about: string;
  /** The payload field that it replaces, for the hooks that run after. */
  readonly payload: string;
  /** What the provenance calls it. */
  readonly what: string;
  /** What a reader of `explain` is shown it as. */
  readonly title: string;
  /** What a host does that takes it; the verb first. */
  readonly does: string;
  /** Its operation has happened already: it counts whatever is decided. */
  readonly isAfter: boolean;
}

/**
 * Everything that hooks can change, by its key in a Reading. The fields of the dialects, how answers are decoded and
 * decided, the bridge and all texts follow from these rows; `docs/adding-a-host.md` tells what a new one needs.
 */
export const changes = {
  input: {
    field: "updatedInput",
    spec: specific("object", ["PreToolUse"]),
    about: "The tool's input as it shall be, complete.",
    payload: "tool_input",
    what: "input",
    title: "tool input",
    does: "rewrite the input",
    isAfter: false,
  },
  toolOutput: {
    field: "updatedToolOutput",
    spec: specific("any", ["PostToolUse"]),
    about: "What the model reads instead of the tool's result.",
    payload: "tool_response",
    what: "output",
    title: "tool output",
    does: "replace the tool's output",
    isAfter: true,
  },
  prompt: {
    field: "updatedPrompt",
    spec: specific("text", ["UserPromptSubmit"]),
    about: "The prompt as it shall be.",
    payload: "prompt",
    what: "prompt",
    title: "prompt",
    does: "rewrite the prompt",
    isAfter: false,
  },
} as const satisfies Readonly<Record<string, Change>>;

type ChangeTable = typeof changes;

/** The key of a change in a Reading. */
export type ChangeName = keyof ChangeTable;

export const changeNames = Object.keys(changes) as readonly ChangeName[];

type ChangeFields = {
  readonly [Name in ChangeName as ChangeTable[Name]["field"]]: ChangeTable[Name]["spec"];
};

/** The rows of a dialect's table of fields. */
export const changeFields = Object.fromEntries(
  Object.values(changes).map(({ field, spec }) => [field, spec]),
) as ChangeFields;
