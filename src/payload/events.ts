/** What one event is about. The set is data; a dialect may read an event differently or add its own. */
export interface EventSpec {
  readonly name: string;
  /** When the event fires. */
  readonly fires: string;
  /** The operation that the event guards. */
  readonly operation: string;
  /** What *block* does to that operation; null where there is nothing to block. */
  readonly onBlock: string | null;
  /** A permission is at stake: `ask`, `defer` and `allow` mean something here. */
  readonly decidesPermission: boolean;
  /** What happens where no hook says anything. */
  readonly silence: "proceed" | "ask";
  /** Context belongs to the operation: where that does not happen, the model does not get it either. */
  readonly contextNeedsOperation: boolean;
  /** The payload field that a matcher is tested against; null where the event has no matcher. */
  readonly subject: string | null;
}

const observer = {
  onBlock: null,
  decidesPermission: false,
  silence: "proceed",
  contextNeedsOperation: false,
  subject: null,
} as const;

const registry = [
  {
    ...observer,
    name: "SessionStart",
    fires: "a session begins, is resumed, cleared or compacted",
    operation: "the session starts",
    subject: "source",
  },
  {
    ...observer,
    name: "UserPromptSubmit",
    fires: "the user has submitted a prompt, before the model sees it",
    operation: "the prompt is processed",
    onBlock: "the prompt is erased from the conversation; the reason goes to the user only",
    contextNeedsOperation: true,
  },
  {
    ...observer,
    name: "PreToolUse",
    fires: "the model has asked for a tool, before it runs",
    operation: "the tool runs",
    onBlock: "the tool does not run; the model gets the reason as the tool's result",
    decidesPermission: true,
    subject: "tool_name",
  },
  {
    ...observer,
    name: "PermissionRequest",
    fires: "the user is about to be asked for a permission",
    operation: "the call proceeds without asking the user",
    onBlock: "the call is denied for the user; the model gets the reason",
    decidesPermission: true,
    silence: "ask",
    subject: "tool_name",
  },
  {
    ...observer,
    name: "PostToolUse",
    fires: "a tool has run",
    operation: "the model reads the result",
    onBlock: "the result is kept, and the model is prompted with the reason as well",
    subject: "tool_name",
  },
  {
    ...observer,
    name: "PostToolUseFailure",
    fires: "a tool has failed",
    operation: "the model reads the result",
    onBlock: "the result is kept, and the model is prompted with the reason as well",
    subject: "tool_name",
  },
  {
    ...observer,
    name: "Notification",
    fires: "the agent notifies the user",
    operation: "the notification is shown",
    subject: "notification_type",
  },
  {
    ...observer,
    name: "SubagentStart",
    fires: "a subagent begins",
    operation: "the subagent starts",
    subject: "agent_type",
  },
  {
    ...observer,
    name: "SubagentStop",
    fires: "a subagent wants to stop",
    operation: "the subagent stops",
    onBlock: "it does not stop, and continues with the reason",
    subject: "agent_type",
  },
  {
    ...observer,
    name: "Stop",
    fires: "the agent wants to stop",
    operation: "the agent stops",
    onBlock: "it does not stop, and continues with the reason",
  },
  {
    ...observer,
    name: "PreCompact",
    fires: "the context is about to be compacted",
    operation: "the context is compacted",
    onBlock: "compaction is skipped; the reason goes to the user",
    subject: "trigger",
  },
  {
    ...observer,
    name: "PostCompact",
    fires: "the context has been compacted",
    operation: "the session continues",
    subject: "trigger",
  },
  {
    ...observer,
    name: "SessionEnd",
    fires: "a session ends",
    operation: "the session ends",
    subject: "reason",
  },
] as const satisfies readonly EventSpec[];

/** The name of an event that Snaphook's own dialects know. */
export type HookEventName = (typeof registry)[number]["name"];

/** Every event that Snaphook's own dialects know, in the order in which a session meets them. */
export const events: readonly EventSpec[] = registry;

const byName = new Map(events.map((event) => [event.name, event]));

/** The entry of a known event, or a generic one on which nothing can be blocked. */
export function eventSpec(name: string): EventSpec {
  return (
    byName.get(name) ?? { ...observer, name, fires: "unknown", operation: "the session continues" }
  );
}

/** Whether the event is in the registry; others are let through as they are. */
export function isKnownEvent(name: string): name is HookEventName {
  return byName.has(name);
}

/** Whether a hook can keep what the event announces from happening. */
export function isBlockable(event: EventSpec): boolean {
  return event.onBlock !== null;
}
