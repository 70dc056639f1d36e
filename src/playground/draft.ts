import type { OnFailure } from "../decode/index.js";
import type { WireRun } from "../interpret/index.js";
import { isRecord, parseJson } from "../json/index.js";
import { sampleInput, samplePayload, type Payload } from "../payload/index.js";

/** How a hook on the page ends. */
export const endings = ["exit", "timed-out", "killed"] as const;
export type DraftEnding = (typeof endings)[number];

/** One hook as it is typed. */
export interface HookDraft {
  readonly ending: DraftEnding;
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly onFailure: OnFailure;
}

/** All that is typed. */
export interface Draft {
  readonly event: string;
  /** Empty: the sample's. */
  readonly tool: string;
  /** JSON, in place of the sample; null: the sample. */
  readonly payload: string | null;
  readonly hooks: readonly HookDraft[];
}

export const LARGEST_EXIT = 255;
export const MOST_HOOKS = 9;

export const emptyHook: HookDraft = {
  ending: "exit",
  exit: 0,
  stdout: "",
  stderr: "",
  onFailure: "continue",
};

/** What a hook is called in readings and problems. */
export function hookName(index: number): string {
  return `hook ${index + 1}`;
}

export function runOf({ ending, exit, ...texts }: HookDraft, index: number): WireRun {
  const ended = { exit: { exit }, "timed-out": { timedOut: true }, killed: { signal: "SIGKILL" } };
  return { hook: hookName(index), ...ended[ending], ...texts };
}

/** The sample payload of the event, with the tool that was typed. */
export function sampleOf({ event, tool }: Pick<Draft, "event" | "tool">): Payload {
  const sample = samplePayload(event);
  if (tool === "" || !hasTool(event)) return sample;
  return { ...sample, tool_name: tool, tool_input: sampleInput(tool) };
}

/** Whether the event is about a tool. */
export function hasTool(event: string): boolean {
  return samplePayload(event)["tool_name"] !== undefined;
}

/** The payload as typed; null where it is not a JSON object. */
export function payloadOf(draft: Draft): Payload | null {
  if (draft.payload === null) return sampleOf(draft);
  const value = parseJson(draft.payload);
  return isRecord(value) ? value : null;
}
