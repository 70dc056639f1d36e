import type { Conversation, ToolBlock } from "../conversation/index.js";
import type { Engine, Fired } from "../engine/index.js";
import type { Payload } from "../payload/index.js";
import { notFromHook } from "../show/index.js";
import { ToolError, type Tool, type ToolResult } from "./tool.js";
import type { PermissionDecision } from "./permission-decision.js";
import type { PermissionQueue } from "./permission-queue.js";
import { processFired } from "./process-fired.js";

/** What a tool call needs of its agent. */
export interface CallContext<Context> {
  readonly engine: Engine;
  readonly messages: Conversation;
  readonly tools: readonly Tool<Context>[];
  readonly permissions: PermissionQueue;
  /** What a tool gets beside its input, by its name. */
  readonly toolContext: (tool: string) => Context;
  readonly signal: AbortSignal;
  fire(event: string, fields: Payload): Promise<Fired>;
  /** Tells hooks that the user is told something, without waiting for them. */
  notify(message: string, type: string): void;
  /** Waits while the agent is paused. */
  unpaused(): Promise<void>;
}

/** What the loop does after a call: go on, or end the turn. */
export type CallEnd =
  | { readonly type: "go-on" }
  | { readonly type: "halt"; readonly why: string }
  | { readonly type: "denied"; readonly toolName: string; readonly why: string };

const goOn: CallEnd = { type: "go-on" };

/**
 * One tool call from the model's wish to its one result: hooks, permission on the final input, the tool, hooks
 * again. Whatever happens, the call has a result.
 */
export async function runToolCall<Context>(
  call: ToolBlock,
  context: CallContext<Context>,
): Promise<CallEnd> {
  const { messages, tools } = context;
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(", ");
    fail(call, `There is no tool ${call.name}; there are: ${names}.`, messages);
    return goOn;
  }
  const about = { tool_name: call.name, tool_use_id: call.id };
  const before = await context.fire("PreToolUse", { ...about, tool_input: call.input });
  const { action } = processFired(before, messages, call.id);
  if (action === "halt") return halt(call, before, messages);
  if (before.reading.outcome === "block") return goOn;

  const input: unknown = before.reading.input ?? call.input;
  const fault = tool.faultOf(input);
  if (fault !== null) {
    const who = before.reading.input === null ? "The input" : "A hook rewrote the input, and it";
    messages.updateToolBlock({
      toolId: call.id,
      state: "denied",
      result: `${who} is not right.\n${fault}`,
    });
    return goOn;
  }
  messages.updateToolBlock({ toolId: call.id, input });

  const allowed =
    before.reading.permission === "allow" ||
    (before.reading.permission === "none" && tool.onlyReads);
  if (!allowed) {
    const refused = await askFor(call, input, before, context);
    if (refused !== null) return refused;
  }
  return runAllowed(call, tool, input, context);
}

/** Asks hooks and then the user. Null: the call may be made. */
async function askFor(
  call: ToolBlock,
  input: unknown,
  before: Fired,
  context: CallContext<unknown>,
): Promise<CallEnd | null> {
  const { messages, permissions, engine, signal } = context;
  const about = { tool_name: call.name, tool_input: input, tool_use_id: call.id };
  const asked = await context.fire("PermissionRequest", about);
  processFired(asked, messages, call.id);
  if (asked.reading.outcome === "halt") return halt(call, asked, messages);
  if (asked.reading.outcome === "block") {
    messages.updateToolBlock({ toolId: call.id, state: "denied" });
    return goOn;
  }
  if (asked.reading.permission === "allow" && before.reading.permission !== "ask") return null;
  const reasons = [...before.reading.toUser, ...asked.reading.toUser]
    .filter(({ kind }) => kind === "reason")
    .map(({ hook, text }) => ({ from: hook, text }));
  if (permissions.isOpen)
    context.notify(`Snaphook needs your permission to use ${call.name}`, "permission_prompt");
  const decision = await permissions.ask(
    { toolName: call.name, toolId: call.id, input, original: call.input, reasons },
    signal,
  );
  if (decision.decision === "deny") return deny(call, decision, messages);
  if (decision.remember === true) engine.grant({ tool: call.name, input });
  return null;
}

async function runAllowed<Context>(
  call: ToolBlock,
  tool: Tool<Context>,
  input: unknown,
  context: CallContext<Context>,
): Promise<CallEnd> {
  const { messages, signal } = context;
  await context.unpaused();
  messages.updateToolBlock({ toolId: call.id, state: "running" });
  const result = await runTool(tool, input, context);
  const state = signal.aborted ? "interrupted" : result.failed === true ? "failed" : "done";
  messages.updateToolBlock({ toolId: call.id, state, result: notFromHook(result.text) });
  const event = state === "done" ? "PostToolUse" : "PostToolUseFailure";
  const outcome =
    state === "done" ? { tool_response: { text: result.text } } : { error: result.text };
  const after = await context.fire(event, {
    tool_name: call.name,
    tool_use_id: call.id,
    tool_input: input,
    ...outcome,
  });
  processFired(after, messages, call.id);
  return after.reading.outcome === "halt" ? { type: "halt", why: whyOf(after) } : goOn;
}

/** A tool's failure is a result; only a mistake of ours is thrown on. */
async function runTool<Context>(
  tool: Tool<Context>,
  input: unknown,
  { toolContext, signal }: CallContext<Context>,
): Promise<ToolResult> {
  try {
    return await tool.run(input, toolContext(tool.name));
  } catch (error) {
    if (error instanceof ToolError) return { text: error.message, failed: true };
    if (signal.aborted) return { text: "The call was interrupted.", failed: true };
    throw error;
  }
}

function halt(call: ToolBlock, fired: Fired, messages: Conversation): CallEnd {
  const why = whyOf(fired);
  messages.updateToolBlock({
    toolId: call.id,
    state: "blocked",
    append: `A hook stopped the agent: ${why}`,
  });
  return { type: "halt", why };
}

function deny(call: ToolBlock, decision: PermissionDecision, messages: Conversation): CallEnd {
  const why = decision.reason ?? "The user said no.";
  messages.updateToolBlock({ toolId: call.id, state: "denied", append: `Denied: ${why}` });
  return decision.shouldContinueRecursion ? goOn : { type: "denied", toolName: call.name, why };
}

function fail(call: ToolBlock, text: string, messages: Conversation): void {
  messages.updateToolBlock({ toolId: call.id, state: "failed", result: text });
}

export function whyOf({ reading }: Fired): string {
  const text = [...reading.toUser, ...reading.toModel].find(({ kind }) => kind !== "context");
  return text?.text ?? "no reason was given";
}
