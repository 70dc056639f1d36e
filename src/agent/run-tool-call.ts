import type { MessageManager, ToolBlock } from "../conversation/index.js";
import type { Engine, Fired } from "../engine/index.js";
import type { Payload } from "../payload/index.js";
import { problemList, type Problem } from "../problem/index.js";
import { notFromHook } from "../show/index.js";
import { ToolError, type Tool, type ToolContext, type ToolResult } from "../tools/index.js";
import type { Delivery } from "./delivery.js";
import type { PermissionDecision } from "./permission-decision.js";
import type { PermissionQueue } from "./permission-queue.js";

/** What a tool call needs of its agent. */
export interface CallContext {
  readonly engine: Engine;
  readonly messages: MessageManager;
  readonly delivery: Delivery;
  readonly tools: readonly Tool[];
  readonly permissions: PermissionQueue;
  readonly toolContext: ToolContext;
  readonly signal: AbortSignal;
  fire(event: string, fields: Payload): Promise<Fired>;
  /** Tells hooks that the user is told something. Whether one of them ends the turn. */
  notify(message: string, type: string): Promise<boolean>;
  /** Waits while the agent is paused. */
  unpaused(): Promise<void>;
}

/** What the loop does after a call: go on, or end the turn. */
export type CallEnd =
  | { readonly type: "go-on" }
  | { readonly type: "halt"; readonly why: string }
  | { readonly type: "denied"; readonly toolName: string; readonly why: string };

type Reading = Fired["reading"];
type Texts = Reading["toUser"];

const goOn: CallEnd = { type: "go-on" };

/**
 * One tool call from the model's wish to its one result: hooks, permission on the final input, the tool, hooks
 * again. Whatever happens, the call has a result.
 */
export async function runToolCall(call: ToolBlock, context: CallContext): Promise<CallEnd> {
  const { messages, tools, delivery } = context;
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(", ");
    fail(call, `There is no tool ${call.name}; there are: ${names}.`, messages);
    return goOn;
  }
  const about = { tool_name: call.name, tool_use_id: call.id };
  const before = await context.fire("PreToolUse", { ...about, tool_input: call.input });
  const { outcome, input: rewritten } = before.reading;
  const input: unknown = rewritten ?? call.input;
  const fault = outcome === "halt" || outcome === "block" ? null : tool.faultOf(input);
  const refused = fault === null || rewritten === null ? [] : refusedRewrite(before, fault);
  const problems = [...before.reading.problems, ...refused];
  const { reading, held } = withoutAsks({ ...before.reading, problems });
  delivery.take("PreToolUse", reading, { toolId: call.id });
  if (outcome === "halt") return halt(call, before, messages);
  if (outcome === "block") return goOn;
  if (fault !== null) {
    tell("PreToolUse", held, reading, delivery);
    const [by] = refused;
    const told =
      by === undefined
        ? "The input is not right."
        : `The hook ${by.hook} rewrote the input of this call, and the tool refused what it wrote. The call was not made; your own input was not the reason.`;
    messages.updateToolBlock({
      toolId: call.id,
      state: "denied",
      result: notFromHook(`${told}\n${fault}`),
    });
    return goOn;
  }
  messages.updateToolBlock({ toolId: call.id, input });

  const allowed =
    before.reading.permission === "allow" ||
    (before.reading.permission === "none" && tool.onlyReads);
  if (!allowed) {
    const end = await askFor(call, input, { before: reading, held }, context);
    if (end !== null) return end;
  }
  return runAllowed(call, tool, input, context);
}

/** A rewrite that the tool's schema refuses, as the user is told of it. */
function refusedRewrite({ reading }: Fired, fault: string): readonly Problem[] {
  const by = reading.provenance.rewrites.findLast(
    ({ what, applied }) => what === "input" && applied,
  );
  const list = problemList(by?.hook ?? "");
  const lost = "the rewrite, and with it the call: it was not made";
  list.report("rewrite-refused", { path: "hookSpecificOutput.updatedInput", found: fault, lost });
  return list.problems;
}

/** The question shows why it is asked; said beside it as well, it would be said twice. */
function withoutAsks(reading: Reading): { readonly reading: Reading; readonly held: Texts } {
  const asks = reading.outcome === "ask" || reading.outcome === "defer";
  const held = reading.toUser.filter(({ kind }) => asks && kind === "reason");
  return {
    reading: { ...reading, toUser: reading.toUser.filter((text) => !held.includes(text)) },
    held,
  };
}

/** The reasons of a question that nobody is asked. */
function tell(event: string, held: Texts, reading: Reading, delivery: Delivery): void {
  delivery.take(event, { ...reading, toModel: [], toUser: held, problems: [] });
}

/** Asks hooks and then the user. Null: the call may be made. */
async function askFor(
  call: ToolBlock,
  input: unknown,
  { before, held }: { readonly before: Reading; readonly held: Texts },
  context: CallContext,
): Promise<CallEnd | null> {
  const { messages, permissions, delivery, engine, signal } = context;
  const about = { tool_name: call.name, tool_input: input, tool_use_id: call.id };
  const asked = await context.fire("PermissionRequest", about);
  const { reading, held: heldNow } = withoutAsks(asked.reading);
  delivery.take("PermissionRequest", reading, { toolId: call.id });
  const { outcome, permission } = reading;
  const isDecided =
    outcome === "halt" ||
    outcome === "block" ||
    (permission === "allow" && before.permission !== "ask");
  if (isDecided || !permissions.isOpen) {
    tell("PreToolUse", held, before, delivery);
    tell("PermissionRequest", heldNow, reading, delivery);
  }
  if (outcome === "halt") return halt(call, asked, messages);
  if (outcome === "block") {
    messages.updateToolBlock({ toolId: call.id, state: "denied" });
    return goOn;
  }
  if (isDecided) return null;
  const reasons = [...held, ...heldNow].map(({ hook, text }) => ({ from: hook, text }));
  const halted = new AbortController();
  if (permissions.isOpen)
    void context
      .notify(`Snaphook needs your permission to use ${call.name}`, "permission_prompt")
      .then((halts) => {
        if (halts) halted.abort();
      });
  const decision = await permissions.ask(
    { toolName: call.name, toolId: call.id, input, original: call.input, reasons },
    AbortSignal.any([signal, halted.signal]),
  );
  if (decision.decision === "deny") return deny(call, decision, messages);
  if (decision.remember === true) engine.grant({ tool: call.name, input });
  return null;
}

async function runAllowed(
  call: ToolBlock,
  tool: Tool,
  input: unknown,
  context: CallContext,
): Promise<CallEnd> {
  const { messages, signal } = context;
  await context.unpaused();
  messages.updateToolBlock({ toolId: call.id, state: "running" });
  const result = await runTool(tool, input, context.toolContext);
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
  context.delivery.take(event, after.reading, { toolId: call.id });
  return after.reading.outcome === "halt" ? { type: "halt", why: whyOf(after) } : goOn;
}

/** A tool's failure is a result; only a mistake of ours is thrown on. */
async function runTool(tool: Tool, input: unknown, context: ToolContext): Promise<ToolResult> {
  try {
    return await tool.run(input, context);
  } catch (error) {
    if (error instanceof ToolError) return { text: error.message, failed: true };
    if (context.signal.aborted) return { text: "The call was interrupted.", failed: true };
    throw error;
  }
}

function halt(call: ToolBlock, fired: Fired, messages: MessageManager): CallEnd {
  const why = whyOf(fired);
  messages.updateToolBlock({
    toolId: call.id,
    state: "blocked",
    append: `A hook stopped the agent: ${why}`,
  });
  return { type: "halt", why };
}

function deny(call: ToolBlock, decision: PermissionDecision, messages: MessageManager): CallEnd {
  const why = decision.reason ?? "The user said no.";
  messages.updateToolBlock({ toolId: call.id, state: "denied", append: `Denied: ${why}` });
  return decision.shouldContinueRecursion ? goOn : { type: "denied", toolName: call.name, why };
}

function fail(call: ToolBlock, text: string, messages: MessageManager): void {
  messages.updateToolBlock({ toolId: call.id, state: "failed", result: text });
}

export function whyOf({ reading }: Fired): string {
  const texts = [...reading.toUser, ...reading.toModel].filter(({ kind }) => kind !== "context");
  const text =
    texts.find(({ kind }) => kind === "stop-reason") ??
    texts.find(({ kind }) => kind !== "warning") ??
    texts[0];
  return text?.text ?? "no reason was given";
}
