import { waveFields } from "../dialects/index.js";
import type { ProblemList } from "../problem/index.js";
import { isRecord } from "./json.js";
import { show } from "./restriction.js";

/** Fields that another host or another event reads: whoever writes them wants something. */
const knownElsewhere: ReadonlySet<string> = new Set([
  ...Object.keys(waveFields),
  "additional_context",
  "agent_message",
  "behavior",
  "cancel",
  "clearContext",
  "env",
  "followup_message",
  "hookSpecificOutput",
  "llm_request",
  "llm_response",
  "interrupt",
  "message",
  "modifiedArgs",
  "modifiedPrompt",
  "modifiedResponse",
  "modifiedResult",
  "modifiedTransformedPrompt",
  "permission",
  "tailToolCallRequest",
  "toolConfig",
  "tool_input",
  "updated_input",
  "updated_mcp_tool_output",
  "user_message",
]);

/** A field without effect: a warning where anybody reads it somewhere, else a remark. */
export function reportIgnored(list: ProblemList, { key, path, value }: AnswerField): void {
  list.report("host-ignores-field", () => ({
    path,
    found: show(value),
    ...(!knownElsewhere.has(key) && { severity: "info" }),
  }));
}

/** A field as it is in an answer. */
interface AnswerField {
  readonly key: string;
  readonly path: string;
  readonly value: unknown;
}

/** The fields of an answer; `hookSpecificOutput` is one of them, or opened and then itself none. */
export function fieldsIn(
  answer: Readonly<Record<string, unknown>>,
  opensSpecific: boolean,
): readonly AnswerField[] {
  if (!opensSpecific) return fieldsOf(answer, "", null);
  return [
    ...fieldsOf(answer, "", "hookSpecificOutput"),
    ...fieldsOf(answer["hookSpecificOutput"], "hookSpecificOutput.", "hookEventName"),
  ];
}

/** The fields of one object of an answer, but for one of them. */
export function fieldsOf(
  value: unknown,
  prefix: string,
  without: string | null,
): readonly AnswerField[] {
  return Object.entries(isRecord(value) ? value : {})
    .filter(([key]) => key !== without)
    .map(([key, item]) => ({ key, path: `${prefix}${key}`, value: item }));
}
