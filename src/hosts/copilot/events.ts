import type { Outcome } from "../../decide/index.js";
import type { Level } from "../../dialects/index.js";
import type { HostEvent } from "../host.js";
import { texts } from "./texts.js";

/** How a decision is written on an event, and how several of them become one. */
interface Decision {
  readonly field: string;
  readonly reason: string;
  readonly levels: Readonly<Record<string, Level>>;
  /** Of several hooks the strictest counts, or the fields of a later hook replace those of an earlier one. */
  readonly merge: "strictest" | "later";
  /** A denial without a reason is none. */
  readonly needsReason: boolean;
  /** Stands where a denial gives no reason. */
  readonly defaultReason: string;
}

/** One event of Copilot CLI under one of its names. */
export interface CopilotEvent extends HostEvent {
  readonly decision: Decision | null;
  /** What exit code 2 stands for: a denial, context for the model, or a warning to the user. */
  readonly onExitTwo: "deny" | "context" | "warn";
  /** What a crash or any other code stands for. A timeout never denies. */
  readonly onFailure: "deny" | "skip";
  /** What happens where no hook decides. */
  readonly silence: Outcome;
  readonly context: boolean;
  /** Fields that rewrite something; of several hooks the last counts. */
  readonly rewrites: Readonly<Record<string, "input" | "prompt" | "output">>;
  /** Under its PascalCase name an event also reads `hookSpecificOutput`. */
  readonly nested: boolean;
}

const toolDecision: Decision = {
  field: "permissionDecision",
  reason: "permissionDecisionReason",
  levels: { allow: "allow", deny: "deny", ask: "ask" },
  merge: "strictest",
  needsReason: false,
  defaultReason: texts.denied,
};

const permissionDecision: Decision = {
  field: "behavior",
  reason: "message",
  levels: { allow: "allow", deny: "deny" },
  merge: "later",
  needsReason: false,
  defaultReason: texts.permissionDenied,
};

const stopDecision: Decision = {
  field: "decision",
  reason: "reason",
  levels: { allow: "allow", block: "deny" },
  merge: "strictest",
  needsReason: true,
  defaultReason: "",
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
  nested: false,
} as const satisfies CopilotEvent;

const beforeTool = {
  ...observer,
  canonical: "PreToolUse",
  exitTwo: "denies, as every code but 0 does",
  decision: toolDecision,
  onExitTwo: "deny",
  onFailure: "deny",
  rewrites: { modifiedArgs: "input", updatedInput: "input" },
} as const satisfies CopilotEvent;

const stopping = { ...observer, decision: stopDecision } as const satisfies CopilotEvent;

/** Each event by its camelCase name, the PascalCase one (null where there is none), and the subject in both payloads. */
const rows: readonly {
  name: string;
  pascal: string | null;
  subjects?: readonly [camel: string, pascal: string];
  row: CopilotEvent;
}[] = [
  {
    name: "preToolUse",
    pascal: "PreToolUse",
    subjects: ["toolName", "tool_name"],
    row: beforeTool,
  },
  { name: "preMcpToolCall", pascal: null, subjects: ["toolName", "tool_name"], row: beforeTool },
  {
    name: "permissionRequest",
    pascal: "PermissionRequest",
    subjects: ["toolName", "tool_name"],
    row: {
      ...observer,
      canonical: "PermissionRequest",
      exitTwo: "denies; the reason is `message` on stdout",
      decision: permissionDecision,
      onExitTwo: "deny",
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
    row: { ...observer, canonical: "UserPromptSubmit" },
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
  const own = [
    ...(decision === null ? [] : [decision.field, decision.reason]),
    ...(decision === permissionDecision ? ["interrupt"] : []),
    ...(context ? ["additionalContext"] : []),
    ...Object.keys(rewrites),
  ];
  return nested ? [...own, ...own.map((field) => `hookSpecificOutput.${field}`)] : own;
}

function named(row: CopilotEvent, subject: string | null, nested: boolean): CopilotEvent {
  const event = { ...row, subject, nested };
  return { ...event, fields: fieldsOf(event) };
}

/** Every event of Copilot CLI 1.0.102, under both of its names. */
export const events: Readonly<Record<string, CopilotEvent>> = Object.fromEntries(
  rows.flatMap(({ name, pascal, subjects, row }) => [
    [name, named(row, subjects?.[0] ?? null, false)] as const,
    ...(pascal === null ? [] : [[pascal, named(row, subjects?.[1] ?? null, true)] as const]),
  ]),
);
