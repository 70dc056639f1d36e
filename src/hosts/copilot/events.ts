import type { Outcome, Rewrite } from "../../decide/index.js";
import type { Level } from "../../dialects/index.js";
import type { HostEvent } from "../host.js";
import { permissionDenial, toolDenial, type DenialTexts } from "./texts.js";

/** How a decision is written on an event, and how several of them become one. */
interface CopilotDecision {
  readonly field: string;
  readonly reason: string;
  readonly levels: Readonly<Record<string, Level>>;
  /**
   * Of several hooks the strictest counts, by the first that says it, or the fields of a later hook replace those of
   * an earlier one.
   */
  readonly merge: "strictest" | "later";
  /** Null where a denial without a reason is none. */
  readonly texts: DenialTexts | null;
  /** Who reads the reason of a denial. */
  readonly to: "model" | "user";
}

/** One event of Copilot CLI under one of its names. */
export interface CopilotEvent extends HostEvent {
  readonly decision: CopilotDecision | null;
  /** What exit code 2 stands for: a denial, context for the model, or a warning to the user. */
  readonly onExitTwo: "deny" | "context" | "warn";
  /** What a crash or any other code stands for. A timeout never denies. */
  readonly onFailure: "deny" | "skip";
  /** What happens where no hook decides. */
  readonly silence: Outcome;
  readonly context: boolean;
  /** Fields that rewrite something; of several hooks the last counts. */
  readonly rewrites: Readonly<Record<string, Rewrite["what"]>>;
  /** Fields that are read from `hookSpecificOutput`, and what each of them is at the top level. */
  readonly nested: Readonly<Record<string, string>>;
}

const toolDecision: CopilotDecision = {
  field: "permissionDecision",
  reason: "permissionDecisionReason",
  levels: { allow: "allow", deny: "deny", ask: "ask" },
  merge: "strictest",
  texts: toolDenial,
  to: "model",
};

const permissionDecision: CopilotDecision = {
  field: "behavior",
  reason: "message",
  levels: { allow: "allow", deny: "deny" },
  merge: "later",
  texts: permissionDenial,
  to: "model",
};

const blockDecision: CopilotDecision = {
  field: "decision",
  reason: "reason",
  levels: { allow: "allow", block: "deny" },
  merge: "later",
  texts: null,
  to: "model",
};

const observer = {
  canonical: null,
  subject: null,
  exitTwo: "a warning to the user",
  text: "ignored",
  fields: [],
  decision: null,
  onExitTwo: "warn",
  onFailure: "skip",
  silence: "proceed",
  context: false,
  rewrites: {},
  nested: {},
} as const satisfies CopilotEvent;

const beforeTool = {
  ...observer,
  canonical: "PreToolUse",
  exitTwo: "denies, as every code but 0 does; the reason is on stdout, stderr is not read",
  decision: toolDecision,
  onExitTwo: "deny",
  onFailure: "deny",
  context: true,
  rewrites: { modifiedArgs: "input" },
} as const satisfies CopilotEvent;

/** Claude's form of an answer counts on this event alone, and only under the PascalCase name. */
const nestedBeforeTool: CopilotEvent["nested"] = {
  permissionDecision: "permissionDecision",
  permissionDecisionReason: "permissionDecisionReason",
  updatedInput: "modifiedArgs",
  additionalContext: "additionalContext",
};

const stopping = { ...observer, decision: blockDecision } as const satisfies CopilotEvent;

/** Each event by its camelCase name, the PascalCase one (null where there is none), and the subject in both payloads. */
const rows: readonly {
  name: string;
  pascal: string | null;
  subjects?: readonly [camel: string, pascal: string];
  nested?: CopilotEvent["nested"];
  row: CopilotEvent;
}[] = [
  {
    name: "preToolUse",
    pascal: "PreToolUse",
    subjects: ["toolName", "tool_name"],
    nested: nestedBeforeTool,
    row: beforeTool,
  },
  { name: "preMcpToolCall", pascal: null, subjects: ["toolName", "tool_name"], row: beforeTool },
  {
    name: "permissionRequest",
    pascal: "PermissionRequest",
    // Its payload is in camelCase under both names.
    subjects: ["toolName", "toolName"],
    row: {
      ...observer,
      canonical: "PermissionRequest",
      exitTwo: "denies, as every code but 0 does; the reason is `message` on stdout",
      decision: permissionDecision,
      onExitTwo: "deny",
      onFailure: "deny",
      silence: "ask",
    },
  },
  {
    name: "postToolUse",
    pascal: "PostToolUse",
    subjects: ["toolName", "tool_name"],
    row: {
      ...observer,
      canonical: "PostToolUse",
      decision: blockDecision,
      context: true,
      rewrites: { modifiedResult: "output" },
    },
  },
  {
    name: "postToolUseFailure",
    pascal: "PostToolUseFailure",
    row: {
      ...observer,
      canonical: "PostToolUseFailure",
      exitTwo: "stdout goes to the model",
      onExitTwo: "context",
      context: true,
    },
  },
  { name: "agentStop", pascal: "Stop", row: { ...stopping, canonical: "Stop" } },
  {
    name: "subagentStop",
    pascal: "SubagentStop",
    row: { ...stopping, canonical: "SubagentStop", rewrites: { modifiedResponse: "output" } },
  },
  {
    name: "subagentStart",
    pascal: null,
    subjects: ["agentName", "agent_name"],
    row: { ...observer, canonical: "SubagentStart", context: true },
  },
  {
    name: "sessionStart",
    pascal: "SessionStart",
    row: { ...observer, canonical: "SessionStart", context: true },
  },
  { name: "sessionEnd", pascal: "SessionEnd", row: { ...observer, canonical: "SessionEnd" } },
  {
    name: "userPromptSubmitted",
    pascal: "UserPromptSubmit",
    row: {
      ...observer,
      canonical: "UserPromptSubmit",
      decision: { ...blockDecision, to: "user" },
      context: true,
      rewrites: { modifiedPrompt: "prompt" },
    },
  },
  {
    name: "userPromptTransformed",
    pascal: null,
    row: { ...observer, rewrites: { modifiedTransformedPrompt: "prompt" } },
  },
  {
    name: "preCompact",
    pascal: "PreCompact",
    subjects: ["trigger", "trigger"],
    row: { ...observer, canonical: "PreCompact" },
  },
  {
    name: "notification",
    pascal: null,
    subjects: ["notification_type", "notification_type"],
    row: { ...observer, canonical: "Notification", context: true },
  },
  { name: "errorOccurred", pascal: "ErrorOccurred", row: observer },
];

function fieldsOf({ decision, context, rewrites, nested }: CopilotEvent): readonly string[] {
  return [
    ...(decision === null ? [] : [decision.field, decision.reason]),
    ...(decision === permissionDecision ? ["interrupt"] : []),
    ...(context ? ["additionalContext"] : []),
    ...Object.keys(rewrites),
    ...Object.keys(nested).map((field) => `hookSpecificOutput.${field}`),
  ];
}

function named(
  row: CopilotEvent,
  subject: string | null,
  nested: CopilotEvent["nested"] = {},
): CopilotEvent {
  const event = { ...row, subject, nested };
  return { ...event, fields: fieldsOf(event) };
}

/** Every event of Copilot CLI 1.0.102, under both of its names. */
export const events: Readonly<Record<string, CopilotEvent>> = Object.fromEntries(
  rows.flatMap(({ name, pascal, subjects, nested, row }) => [
    [name, named(row, subjects?.[0] ?? null)] as const,
    ...(pascal === null ? [] : [[pascal, named(row, subjects?.[1] ?? null, nested)] as const]),
  ]),
);
