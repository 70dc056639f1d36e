import type { ScriptedCall } from "./model-plan.js";

/** A place where the agent fires an event: in the main agent or in a subagent, and what leads there. */
export interface Site {
  readonly event: string;
  readonly inside: "main" | "subagent";
  /** Keeps the hook to this one place. */
  readonly matcher?: string;
  /** The call that the model makes there. */
  readonly call?: ScriptedCall;
  /** No rule allows the call: somebody is asked. */
  readonly asks?: true;
  /** The conversation grows too long and is compacted. */
  readonly compacts?: true;
  /** Nobody is told anything without somebody to ask: not with `agent -p`. */
  readonly needsUser?: true;
}

const write: ScriptedCall = { tool: "Write", input: { file_path: "made.txt", content: "made" } };
const readNothing: ScriptedCall = { tool: "Read", input: { file_path: "missing.txt" } };

/** Events of one tool call, and of a compaction: both agents have them. */
const inBoth: readonly Omit<Site, "inside">[] = [
  { event: "PreToolUse", matcher: "Write", call: write },
  { event: "PermissionRequest", matcher: "Write", call: write, asks: true },
  { event: "Notification", call: write, asks: true, needsUser: true },
  { event: "PostToolUse", matcher: "Write", call: write },
  { event: "PostToolUseFailure", matcher: "Read", call: readNothing },
  { event: "PreCompact", compacts: true },
  { event: "PostCompact", compacts: true },
  { event: "SessionStart", matcher: "compact", compacts: true },
];

/** Every place where the agent fires an event. */
export const sites: readonly Site[] = [
  { event: "SessionStart", inside: "main", matcher: "startup" },
  { event: "UserPromptSubmit", inside: "main" },
  { event: "SubagentStart", inside: "subagent" },
  { event: "SubagentStop", inside: "subagent" },
  { event: "Stop", inside: "main" },
  { event: "SessionEnd", inside: "main" },
  ...inBoth.flatMap((site) => [
    { ...site, inside: "main" as const },
    { ...site, inside: "subagent" as const },
  ]),
];

export function nameOf({ event, inside, matcher }: Site): string {
  const source = event === "SessionStart" ? ` (${matcher})` : "";
  return `${event}${source}${inside === "subagent" ? " in a subagent" : ""}`;
}
