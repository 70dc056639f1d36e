import type { Conversation, ToolBlock } from "../conversation/index.js";
import type { Engine, Fired } from "../engine/index.js";
import type { Payload } from "../payload/index.js";
import { problemList, type Problem } from "../problem/index.js";
import { notFromHook, toJsonText } from "../show/index.js";
import type { Delivery } from "./delivery.js";
import { NotApproved } from "./not-approved.js";
import { ToolError, type Tool, type ToolResult } from "./tool.js";
import type { PermissionDecision } from "./permission-decision.js";
import type { PermissionQueue } from "./permission-queue.js";

/** What a tool call needs of its agent. */
export interface CallContext<Context> {
  readonly engine: Engine;
  readonly messages: Conversation;
  readonly delivery: Delivery;
  readonly tools: readonly Tool<Context>[];
  readonly permissions: PermissionQueue;
  /** What a tool gets in addition to its input, by its name. */
  readonly toolContext: (tool: string) => Context;
  readonly signal: AbortSignal;
  /** Aborted once the turn is over, by its signal or because a hook has ended it: no call begins any more. */
  readonly over: AbortSignal;
  fire(event: string, fields: Payload): Promise<Fired>;
  /** Fires Notification: the user is notified of something. */
  notify(message: string, type: string): Promise<unknown>;
  /** Waits while the agent is paused. */
  unpaused(): Promise<void>;
}

/** What the loop does after a call: continue, or end the turn. */
export type CallEnd =
  | { readonly type: "continue" }
  | { readonly type: "halt"; readonly why: string }
  | { readonly type: "denied"; readonly toolName: string; readonly why: string };

type UserTexts = Fired["reading"]["toUser"];

const continues: CallEnd = { type: "continue" };

/**
 * One tool call from the model's request to its one result: hooks, permission on the final input, the tool, hooks
 * again. A call that has not begun when the turn is over stays open.
 */
export async function runToolCall<Context>(
  call: ToolBlock,
  context: CallContext<Context>,
): Promise<CallEnd> {
  const { messages, tools, delivery } = context;
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(", ");
    fail(call, `There is no tool ${call.name}; there are: ${names}.`, messages);
    return continues;
  }
  const about = { tool_name: call.name, tool_use_id: call.id };
  const before = await context.fire("PreToolUse", { ...about, tool_input: call.input });
  const { outcome, input: rewritten } = before.reading;
  const input: unknown = rewritten ?? call.input;
  const fault = outcome === "halt" || outcome === "block" ? null : tool.faultOf(input);
  const refused = fault === null || rewritten === null ? [] : refusedRewrite(before, fault);
  const problems = [...before.reading.problems, ...refused];
  const { fired, held } = withoutAsks({ ...before, reading: { ...before.reading, problems } });
  delivery.take(fired, call.id);
  if (outcome === "halt") return halt(call, before, messages);
  if (outcome === "block") return continues;
  if (fault !== null) {
    showToUser(held, before, delivery);
    const [by] = refused;
    const explanation =
      by === undefined
        ? "The input is not right."
        : `The hook ${by.hook} rewrote the input of this call, and the tool refused what it wrote. The call was not made; your own input was not the reason.`;
    messages.updateToolBlock({
      toolId: call.id,
      state: "denied",
      result: notFromHook(`${explanation}\n${fault}`),
    });
    return continues;
  }
  messages.updateToolBlock({ toolId: call.id, input });
  if (rewritten !== null)
    messages.addWarnBlock(
      `${inputRewriter(before) ?? "A hook"} rewrote the input of this call; the model had written: ${toJsonText(call.input, 0)}`,
    );
  if (context.over.aborted) {
    showToUser(held, before, delivery);
    return continues;
  }
  const allowed =
    before.reading.permission === "allow" ||
    (before.reading.permission === "none" && tool.onlyReads);
  if (!allowed) {
    const end = await askFor(call, input, { before, held }, context);
    if (end !== null) return end;
  }
  return runAllowed(call, tool, input, context);
}

/** A rewrite that the tool's schema refuses, as the user sees it. */
function refusedRewrite(fired: Fired, fault: string): readonly Problem[] {
  const list = problemList(inputRewriter(fired) ?? "");
  const lost = "the rewrite, and with it the call: it was not made";
  list.report("rewrite-refused", { path: "hookSpecificOutput.updatedInput", found: fault, lost });
  return list.problems;
}

/** The hook whose input is used. */
function inputRewriter({ reading }: Fired): string | undefined {
  const { rewrites } = reading.provenance;
  return rewrites.findLast(({ what, applied }) => what === "input" && applied)?.hook;
}

/** The question shows why it is asked; a text of its own would say it twice. */
function withoutAsks(fired: Fired): { readonly fired: Fired; readonly held: UserTexts } {
  const { reading } = fired;
  const asks = reading.outcome === "ask" || reading.outcome === "defer";
  const held = reading.toUser.filter(({ kind }) => asks && kind === "reason");
  const toUser = reading.toUser.filter((text) => !held.includes(text));
  return { fired: { ...fired, reading: { ...reading, toUser } }, held };
}

/** The reasons of a question that nobody is asked. */
function showToUser(held: UserTexts, fired: Fired, delivery: Delivery): void {
  delivery.take({
    ...fired,
    reading: { ...fired.reading, toModel: [], toUser: held, problems: [] },
  });
}

/** Asks hooks and then the user. Null: the call may be made. */
async function askFor(
  call: ToolBlock,
  input: unknown,
  { before, held }: { readonly before: Fired; readonly held: UserTexts },
  context: CallContext<unknown>,
): Promise<CallEnd | null> {
  const { messages, permissions, delivery, engine, over } = context;
  const about = { tool_name: call.name, tool_input: input, tool_use_id: call.id };
  const asked = await context.fire("PermissionRequest", about);
  const { fired, held: heldNow } = withoutAsks(asked);
  delivery.take(fired, call.id);
  const { outcome, permission } = asked.reading;
  const isDecided =
    outcome === "halt" ||
    outcome === "block" ||
    (permission === "allow" && before.reading.permission === "none");
  if (isDecided || over.aborted || !permissions.isOpen) {
    showToUser(held, before, delivery);
    showToUser(heldNow, asked, delivery);
  }
  if (outcome === "halt") return halt(call, asked, messages);
  if (outcome === "block") {
    messages.updateToolBlock({ toolId: call.id, state: "denied" });
    return continues;
  }
  if (isDecided) return null;
  if (over.aborted) return continues;
  const reasons = [...held, ...heldNow].map(({ hook, text }) => ({ from: hook, text }));
  if (permissions.isOpen)
    void context.notify(`Snaphook needs your permission to use ${call.name}`, "permission_prompt");
  const decision = await permissions.ask(
    { toolName: call.name, toolId: call.id, input, original: call.input, reasons },
    over,
  );
  engine.recordPermission(asked.eventId, decision);
  const { by } = decision;
  if (by !== undefined)
    messages.addWarnBlock(
      `${by} ${decision.decision === "allow" ? "allowed" : "denied"} this call.`,
    );
  if (decision.decision === "deny") return deny(call, decision, messages);
  if (decision.remember === true)
    await engine.grant({ tool: call.name, input }).catch((error: unknown) => {
      messages.addWarnBlock(
        `The permission could not be remembered, and holds for this call only: ${String(error)}`,
      );
    });
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
  if (context.over.aborted) return continues;
  messages.updateToolBlock({ toolId: call.id, state: "running" });
  const result = await runTool(tool, input, context);
  const state = signal.aborted ? "interrupted" : result.failed === true ? "failed" : "done";
  const event = state === "done" ? "PostToolUse" : "PostToolUseFailure";
  const outcome =
    state === "done" ? { tool_response: { text: result.text } } : { error: result.text };
  const after = await context.fire(event, {
    tool_name: call.name,
    tool_use_id: call.id,
    tool_input: input,
    ...outcome,
  });
  // Not before hooks have seen it: one that a hook replaces is nowhere written as it was.
  const isReplaced = after.reading.toolOutput !== undefined;
  const text = isReplaced ? {} : { result: notFromHook(result.text) };
  messages.updateToolBlock({ toolId: call.id, state, ...text });
  context.delivery.take(after, call.id);
  return after.reading.outcome === "halt" ? { type: "halt", why: whyOf(after) } : continues;
}

/** A tool's failure is a result, whatever it threw. That it was no `ToolError` is a bug in the tool: the user sees an error. */
async function runTool<Context>(
  tool: Tool<Context>,
  input: unknown,
  { toolContext, signal, messages }: CallContext<Context>,
): Promise<ToolResult> {
  try {
    const result: Partial<ToolResult> | null | undefined = await untilAborted(
      tool.run(input, toolContext(tool.name)),
      signal,
    );
    if (typeof result?.text !== "string") throw new TypeError("its result has no text");
    return result as ToolResult;
  } catch (error) {
    // From within a subagent: it ends the turn of all.
    if (error instanceof NotApproved) throw error;
    if (error instanceof ToolError) return { text: error.message, failed: true };
    if (signal.aborted) return { text: "The call was interrupted.", failed: true };
    const text = `The tool ${tool.name} failed: ${error instanceof Error ? error.message : String(error)}`;
    messages.addErrorBlock(text);
    return { text, failed: true };
  }
}

/** So long may a tool take to end in its own way, with a result, where the user has interrupted it. */
const PATIENCE_MS = 5000;

/** Rejects where a tool still works long after the abort: nobody waits for it any more. */
function untilAborted<Value>(working: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      timer = setTimeout(() => reject(new Error("it was interrupted")), PATIENCE_MS);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    void working.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    });
  });
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
  return decision.shouldContinueRecursion
    ? continues
    : { type: "denied", toolName: call.name, why };
}

function fail(call: ToolBlock, text: string, messages: Conversation): void {
  messages.updateToolBlock({ toolId: call.id, state: "failed", result: text });
}

/** The reason that hooks gave for a block or a halt. */
export function whyOf({ reading }: Fired): string {
  const texts = [...reading.toUser, ...reading.toModel].filter(({ kind }) => kind !== "context");
  const text =
    texts.find(({ kind }) => kind === "stop-reason") ??
    texts.find(({ kind }) => kind !== "warning") ??
    texts[0];
  return text?.text ?? "no reason was given";
}
