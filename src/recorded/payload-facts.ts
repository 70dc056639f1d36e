import { isRecord } from "../json/index.js";

/** What a payload says of the call that an event is about; empty where it says nothing. */
export interface PayloadFacts {
  readonly session: string;
  readonly tool: string;
  /** The folder that the agent works in. */
  readonly project: string;
}

/** How hosts write them, Snaphook's own name first. */
const names = {
  session: ["session_id", "sessionId", "conversation_id"],
  tool: ["tool_name", "toolName"],
  project: ["cwd"],
  input: ["tool_input", "toolArgs", "toolInput"],
} as const;

function firstAt(payload: Fields, keys: readonly string[]): unknown {
  const key = keys.find((name) => payload[name] !== undefined);
  return key === undefined ? undefined : payload[key];
}

type Fields = Readonly<Record<string, unknown>>;

export function payloadFacts(payload: unknown): PayloadFacts {
  const fields = isRecord(payload) ? payload : {};
  const text = (keys: readonly string[]): string => {
    const value = firstAt(fields, keys);
    return typeof value === "string" ? value : "";
  };
  return { session: text(names.session), tool: text(names.tool), project: text(names.project) };
}

/** What a person recognises a call by: the most telling field of its input. The first that is there counts. */
const telling = [
  "command",
  "file_path",
  "path",
  "notebook_path",
  "pattern",
  "url",
  "query",
  "description",
  "prompt",
  "message",
  "source",
  "reason",
  "trigger",
  "agent_type",
] as const;

const LONGEST = 200;

/** The input of a call, or what else the event is about, in a few words; as it was written, so not safe to show yet. */
export function shortInput(payload: unknown): string {
  if (!isRecord(payload)) return "";
  const input = firstAt(payload, names.input);
  if (typeof input === "string") return cut(input);
  const fields = isRecord(input) ? input : payload;
  const key = telling.find((name) => typeof fields[name] === "string" && fields[name] !== "");
  if (key !== undefined) return cut(String(fields[key]));
  return isRecord(input) && Object.keys(input).length > 0 ? cut(jsonOf(input)) : "";
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === "bigint" ? item.toString() : item,
  );
}

function cut(text: string): string {
  const line = text.trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`;
}
