import { eventsOf, findBridgedHost } from "../../hosts/index.js";
import { waveNames } from "../../payload/index.js";

/** How a host names the fields of a payload that Snaphook knows by another name. */
export interface PayloadForm {
  /** Snaphook's name to the host's. */
  readonly fields: Readonly<Record<string, string>>;
  /** Some versions of the host write the tool's input as a text that holds JSON. */
  readonly inputMayBeText?: true;
  /** The host does not say in it which event it is. */
  readonly isUnnamed?: true;
  /** On these events the tool is the event, and its input stands in the payload itself. */
  readonly toolEvents?: Readonly<Record<string, ToolEvent>>;
}

/** An event that is about one tool. */
interface ToolEvent {
  readonly canonical: "PreToolUse" | "PostToolUse";
  readonly operation: "shell" | "read";
  readonly fields: readonly string[];
}

const snake: PayloadForm = { fields: {} };
const camel: PayloadForm = {
  fields: {
    hook_event_name: "hookEventName",
    session_id: "sessionId",
    transcript_path: "transcriptPath",
    tool_name: "toolName",
    tool_input: "toolArgs",
    tool_use_id: "toolUseId",
    tool_response: "toolResult",
    agent_type: "agentName",
    agent_id: "agentId",
    custom_instructions: "customInstructions",
  },
  inputMayBeText: true,
  isUnnamed: true,
};
const permissionRequest: PayloadForm = {
  fields: { ...camel.fields, hook_event_name: "hookName", tool_input: "toolInput" },
};
const pascal: PayloadForm = { fields: { tool_response: "tool_result" } };

/** The form of a payload on one event of a host. */
export function formOf(host: string, event: string): PayloadForm {
  if (host === "copilot") {
    if (event.toLowerCase() === "permissionrequest") return permissionRequest;
    return /^[a-z]/.test(event) ? camel : pascal;
  }
  if (host === "wave") return { fields: waveNames };
  return host === "cursor" ? cursor : snake;
}

const cursor: PayloadForm = {
  fields: {},
  toolEvents: {
    beforeShellExecution: { canonical: "PreToolUse", operation: "shell", fields: ["command"] },
    afterShellExecution: { canonical: "PostToolUse", operation: "shell", fields: ["command"] },
    beforeReadFile: { canonical: "PreToolUse", operation: "read", fields: ["file_path"] },
    beforeTabFileRead: { canonical: "PreToolUse", operation: "read", fields: ["file_path"] },
  },
};

/** A host's name for an event of Snaphook's under which the payload says which event it is; null where there is none. */
export function namedEvent(host: string, canonical: string): string | null {
  const table = findBridgedHost(host);
  const known = table === null ? [] : eventsOf(table, canonical);
  return known.find(({ name }) => formOf(host, name).isUnnamed !== true)?.name ?? null;
}
