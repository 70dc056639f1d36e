import type { HookToInstall, HostNames, HostTools, McpNames, PayloadForm } from "./bridge.js";

/** Snaphook's own tools, which have the names that Claude Code began with. */
export const ownTools = {
  shell: { name: "Bash" },
  write: { name: "Write" },
  edit: { name: "Edit" },
  read: { name: "Read" },
  fetch: { name: "WebFetch" },
  search: { name: "Grep" },
  find: { name: "Glob" },
  task: { name: "Task" },
} as const satisfies HostTools;

/** `mcp__server__tool`, as most hosts write it. */
export const usualMcp: McpNames = { prefix: "mcp__", separator: "__" };

const sameFields: PayloadForm = { fields: {} };

/** A payload with Snaphook's own names. */
export const ownPayload = (): PayloadForm => sameFields;

/** The names between those of two hosts. */
export const ownNames: HostNames = { payload: ownPayload, tools: ownTools, mcp: usualMcp };

/** An entry as Claude Code has it and as others have taken it over; `more` is what else the hook has. */
export const groupedEntry = (
  { command, matcher, seconds }: HookToInstall,
  more: Readonly<Record<string, unknown>> = {},
): unknown => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: "command", command, timeout: seconds, ...more }],
});
