import type { Reading, Text } from "../interpret/index.js";
import type { Action, Operation } from "../route/index.js";
import { forModel } from "../show/index.js";
import type { MessageManager } from "./message-manager.js";

/** What became of one event's hooks, in the words of the message contract. */
export interface HookProcessingResult {
  readonly action: Action;
  readonly metadata: {
    readonly exitCode: number | null;
    readonly event: string;
    readonly blocked: boolean;
    readonly messageOperationUsed: Operation | "addHookBlock" | "none";
  };
}

/** What the host knows about the event beside what hooks said. */
export interface HookOutputContext {
  /** The tool call that the event is about. */
  readonly toolId?: string;
  /** The exit code of the hook that decided, where one did. */
  readonly exitCode?: number;
}

/** Whether a hook's exit code blocks. */
export function shouldBlock(exitCode: number | undefined): boolean {
  return exitCode === 2;
}

const toolEvents = new Set([
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
]);
/** A call that was kept from running is blocked; the result of one that has run stands. */
const guardsCall = new Set(["PreToolUse", "PermissionRequest"]);
const blockActions: Readonly<Record<string, Action>> = {
  UserPromptSubmit: "block-prompt",
  PreToolUse: "block-tool",
  PermissionRequest: "block-tool",
  Stop: "block-stop",
  SubagentStop: "block-stop",
};

/** Puts what hooks said where it belongs in the conversation, and tells what the host does next. */
export function processHookOutput(
  event: string,
  reading: Reading,
  context: HookOutputContext,
  messages: MessageManager,
): HookProcessingResult {
  const used: HookProcessingResult["metadata"]["messageOperationUsed"][] = [];
  for (const text of reading.toModel) used.push(tellModel(text, event, reading, context, messages));
  for (const text of reading.toUser) used.push(tellUser(text, messages));
  const blocked = reading.outcome === "block" || reading.outcome === "halt";
  if (event === "UserPromptSubmit" && blocked) {
    messages.removeLastUserMessage();
    used.push("removeLastUserMessage");
  }
  return {
    action: actionOf(event, reading),
    metadata: {
      exitCode: context.exitCode ?? null,
      event,
      blocked,
      messageOperationUsed: used[0] ?? "none",
    },
  };
}

function tellModel(
  text: Text,
  event: string,
  { outcome }: Reading,
  { toolId }: HookOutputContext,
  messages: MessageManager,
): "updateToolBlock" | "addUserMessage" | "addHookBlock" {
  const content = forModel(text, event);
  if (text.kind !== "context" && toolId !== undefined && toolEvents.has(event)) {
    messages.updateToolBlock({
      toolId,
      append: content,
      ...(outcome === "block" && guardsCall.has(event) && { state: "blocked" }),
    });
    return "updateToolBlock";
  }
  if (text.kind !== "context" && (event === "Stop" || event === "SubagentStop")) {
    messages.addUserMessage(content, "hook");
    return "addUserMessage";
  }
  messages.addHookBlock(event, content, { hook: text.hook, kind: text.kind });
  return "addHookBlock";
}

function tellUser(text: Text, messages: MessageManager): "addWarnBlock" | "addErrorBlock" {
  const content = text.hook === "" ? text.text : `${text.hook}: ${text.text}`;
  if (text.kind === "warning" || text.kind === "reason" || text.kind === "context") {
    messages.addWarnBlock(content);
    return "addWarnBlock";
  }
  messages.addErrorBlock(content);
  return "addErrorBlock";
}

function actionOf(event: string, { outcome, toModel, toUser }: Reading): Action {
  switch (outcome) {
    case "halt":
      return "halt";
    case "ask":
    case "defer":
      return "ask";
    case "block":
      return blockActions[event] ?? "error-displayed";
    case "proceed":
      if (toUser.length > 0) return "error-displayed";
      return toModel.length > 0 ? "context-injected" : "continue";
  }
}
