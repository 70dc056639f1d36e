import { samplePayload } from "../payload/index.js";
import { bridgeOf } from "./bridge-of.js";
import { findBridgedHost } from "./matrix.js";

const list = (names: string): readonly string[] => names.split(" ");

/** Fields that Claude Code sends on some events, or in subagents only; Qwen Code has taken over its form. */
const claudes =
  "prompt_id effort agent_id agent_type scratchpad_dir mcp_server session_title permission_suggestions duration_ms is_interrupt last_assistant_message background_tasks session_crons agent_transcript_path custom_instructions compact_summary title model source";
const geminis =
  "mcp_context original_request_name prompt_response llm_request llm_response details stop_hook_active";

/** Fields that a host is known to send and that a sample does not have: on some events, in some versions, or in subagents only. */
const sometimes: Readonly<Record<string, readonly string[]>> = {
  "claude-code": list(claudes),
  codex: list(
    "agent_id agent_type agent_transcript_path last_assistant_message status error token_usage",
  ),
  gemini: list(geminis),
  "qwen-code": list(
    `${claudes} ${geminis} submitted_prompt crons context_usage context_limit input_tokens`,
  ),
  cursor: list("session_id cwd tool_use_id"),
  copilot: list(
    "stopReason stop_reason initialPrompt initial_prompt permissionSuggestions transformedPrompt",
  ),
};

/** Fields of a sample that hosts do not send in every case. */
const notAlways: ReadonlySet<string> = new Set([
  "tool_use_id",
  "transcript_path",
  "permission_mode",
  "model",
  "generation_id",
  "notification_type",
  "agent_id",
  "agent_type",
]);

/** What a payload of an event in a host's own form is known to hold. */
export interface PayloadFields {
  readonly always: readonly string[];
  readonly known: ReadonlySet<string>;
}

/** The fields of a host's payloads of one event, by its own name; null where nothing is known of it. */
export function payloadFields(host: string, event: string): PayloadFields | null {
  const bridge = bridgeOf(host);
  const entry = findBridgedHost(host)?.events[event];
  if (bridge === null || entry === undefined) return null;
  const { fields, toolEvents, isUnnamed } = bridge.payload(event);
  const tool = toolEvents?.[event];
  const canonical = tool?.canonical ?? entry.canonical;
  const own = Object.keys(canonical === null ? samplePayload("") : samplePayload(canonical));
  const names = own
    // Where the tool is the event, its input is in the payload itself.
    .filter((name) => tool === undefined || !/^tool_(?:name|input)$/.test(name))
    .filter((name) => isUnnamed !== true || name !== "hook_event_name")
    .map((name) => fields[name] ?? name);
  const sample = Object.keys(bridge.sample);
  const always = [...new Set([...names, ...sample, ...(tool?.fields ?? [])])];
  return {
    always: always.filter((name) => !notAlways.has(name)),
    known: new Set([...always, ...Object.values(fields), ...(sometimes[host] ?? [])]),
  };
}
