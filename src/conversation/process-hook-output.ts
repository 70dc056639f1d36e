import type { Reading, Text } from "../interpret/index.js";
import { isDiagnosis, type Problem } from "../problem/index.js";
import type { Action, Operation } from "../route/index.js";
import {
  forModel,
  noColours,
  notFromHook,
  problemText,
  repeatedProblem,
  toJsonText,
} from "../show/index.js";
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
  /** Problems that the user has seen in this session, and how often; the host keeps it. A repeat is then one line. */
  readonly shownProblems?: Map<string, number>;
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
  replaceResult(reading, context, messages);
  for (const text of reading.toModel) used.push(tellModel(text, event, reading, context, messages));
  for (const text of reading.toUser) used.push(tellUser(text, messages));
  for (const problem of problemTexts(reading, context)) messages.addWarnBlock(problem);
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

/** `updatedToolOutput` replaces what the tool returned; a warning tells the user. */
function replaceResult(
  { toolOutput, provenance }: Reading,
  { toolId }: HookOutputContext,
  messages: MessageManager,
): void {
  if (toolOutput === undefined || toolId === undefined) return;
  const text = typeof toolOutput === "string" ? toolOutput : toJsonText(toolOutput);
  messages.updateToolBlock({ toolId, result: notFromHook(text) });
  const by = provenance.rewrites.findLast(({ applied }) => applied)?.hook ?? "a hook";
  messages.addWarnBlock(`${by} replaced the result of this tool call.`);
}

/** What the user should know of the answers themselves: in full once, after that in one line with the count. */
function problemTexts(
  { problems }: Reading,
  { shownProblems = new Map<string, number>() }: HookOutputContext,
): string[] {
  const counted = new Map<string, { readonly problem: Problem; readonly count: number }>();
  for (const problem of problems.filter(isDiagnosis)) {
    const text = problemText(problem, noColours);
    counted.set(text, { problem, count: (counted.get(text)?.count ?? 0) + 1 });
  }
  return [...counted].map(([text, { problem, count }]) => {
    const before = shownProblems.get(text) ?? 0;
    shownProblems.set(text, before + count);
    if (before > 0) return repeatedProblem(problem, before + count);
    return count === 1 ? text : `${text}\n  (${count} times)`;
  });
}

function tellModel(
  text: Text,
  event: string,
  { outcome }: Reading,
  { toolId }: HookOutputContext,
  messages: MessageManager,
): "updateToolBlock" | "addUserMessage" | "addHookBlock" {
  const content = forModel(text, event);
  // The result of a call that is yet to run will take the place of whatever is written there.
  const isInResult = !guardsCall.has(event) || outcome === "block" || outcome === "halt";
  if (text.kind !== "context" && toolId !== undefined && toolEvents.has(event) && isInResult) {
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
