import { waveNames } from "../../payload/index.js";

/** How a host names the fields of a payload that Snaphook knows by another name. */
export interface PayloadForm {
  /** Snaphook's name to the host's. */
  readonly fields: Readonly<Record<string, string>>;
  /** The tool's input is a text that holds JSON. */
  readonly inputIsText?: true;
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
    stop_hook_active: "stopHookActive",
    agent_type: "agentName",
    agent_id: "agentId",
    notification_type: "notificationType",
    custom_instructions: "customInstructions",
  },
  inputIsText: true,
};

/** The form of a payload on one event of a host. */
export function formOf(host: string, event: string): PayloadForm {
  // Copilot: an event in camelCase has a payload in camelCase; one in PascalCase is as elsewhere.
  if (host === "copilot") return /^[a-z]/.test(event) ? camel : snake;
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
