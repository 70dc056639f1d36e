import type { Reading, Text } from "../interpret/index.js";
import { isKnownEvent } from "../payload/index.js";
import { isDiagnosis, type Problem } from "../problem/index.js";
import {
  actionOf,
  callAt,
  erasesPrompt,
  operationOf,
  type Action,
  type Operation,
} from "../route/index.js";
import {
  forModel,
  noColours,
  notFromHook,
  problemWords,
  repeatedProblem,
  toJsonText,
} from "../show/index.js";
import { readingOf, type ExecutionContext, type HookExecutionResult } from "./execution-result.js";
import type { MessageManager } from "./message-manager.js";

/** What became of one event's hooks, in the words of the message contract. */
export interface HookProcessingResult {
  readonly action: Action;
  readonly metadata: {
    /** Of the hook that decided; null where none ended with a code. */
    readonly exitCode: number | null;
    readonly event: string;
    readonly blocked: boolean;
    /** The first of them, where there were several. */
    readonly messageOperationUsed: Operation | "none";
  };
}

/** What the host knows about the event in addition to what hooks said. */
export interface HookOutputContext extends ExecutionContext {
  /** The tool call that the event is about. */
  readonly toolId?: string;
  /** What the call has returned, where the manager does not know. Feedback is written after it, or else next to the call. */
  readonly toolResult?: string;
  /** The exit code of the hook that decided, where a Reading is given and the host knows it. */
  readonly exitCode?: number;
  /** Problems that the user has seen in this session, and how often; the host keeps it. A repeat is then one line. */
  readonly shownProblems?: Map<string, number>;
}

/** The contract of a host's message side. */
export interface IHookOutputProcessor {
  processHookOutput(
    event: string,
    result: Reading | HookExecutionResult,
    context: HookOutputContext,
    messageManager: MessageManager,
  ): HookProcessingResult;
  shouldBlock(exitCode: number | undefined): boolean;
}

/** Whether a hook's exit code blocks. */
export function shouldBlock(exitCode: number | undefined): boolean {
  return exitCode === 2;
}

/**
 * Puts what hooks said where it belongs in the conversation, and says what the host does next. Takes what came of
 * all hooks of an event (a Reading), or how one hook ended where the host runs hooks itself. Throws on a result that
 * is neither: the host must not continue as if hooks had agreed.
 */
export function processHookOutput(
  event: string,
  result: Reading | HookExecutionResult,
  context: HookOutputContext,
  messageManager: MessageManager,
): HookProcessingResult {
  const reading = isReading(result) ? result : readingOf(event, result, context);
  const exitCode = isReading(result) ? context.exitCode : result.exitCode;
  const { outcome } = reading;
  const erases = erasesPrompt(event, outcome);
  // Before a hook's text is added that the manager takes for the user's.
  if (erases) messageManager.removeLastUserMessage();
  const used = [
    ...tellModel(reading, event, context, messageManager),
    ...tellUser(reading, context, messageManager),
    ...(erases ? (["removeLastUserMessage"] as const) : []),
  ];
  return {
    action: actionOf(reading, event),
    metadata: {
      exitCode: exitCode ?? null,
      event,
      blocked: outcome === "block" || outcome === "halt",
      messageOperationUsed: used[0] ?? "none",
    },
  };
}

/** The processor as one object, for hosts that are given one. */
export const hookOutputProcessor: IHookOutputProcessor = { processHookOutput, shouldBlock };

const outcomes: Readonly<Record<Reading["outcome"], true>> = {
  proceed: true,
  block: true,
  ask: true,
  defer: true,
  halt: true,
};

/** Throws where it looks like one and has no outcome that there is: it would pass for a yes. */
function isReading(result: Reading | HookExecutionResult): result is Reading {
  if (typeof result !== "object" || result === null || !("outcome" in result)) return false;
  const { outcome } = result;
  if (typeof outcome === "string" && Object.hasOwn(outcomes, outcome)) return true;
  throw new TypeError(
    `processHookOutput: the outcome is ${JSON.stringify(outcome)}; allowed are: ${Object.keys(outcomes).join(", ")}`,
  );
}

/** Texts for the model, those about a call in its one result. `updatedToolOutput` takes the place of that. */
function tellModel(
  reading: Reading,
  event: string,
  { toolId, toolResult }: HookOutputContext,
  manager: MessageManager,
): Operation[] {
  const { outcome, toModel, toolOutput } = reading;
  const byExitCode = reading.operations !== undefined;
  const call = toolId === undefined ? null : callAt(event, outcome, byExitCode);
  const known = toolResult ?? resultOf(toolId, manager);
  const result = toolOutput === undefined ? known : replacement(toolOutput);
  // Feedback alone would take the place of a result that is not known here.
  const hasPlace = call !== null && (!call.hasRun || result !== undefined);
  const inResult: string[] = [];
  const used = toModel.map((text) => {
    const operation = operationOf({ ...text, to: "model" }, event, outcome, byExitCode);
    const content = forModel(text, event);
    if (operation === "updateToolBlock" && hasPlace) {
      inResult.push(content);
      return operation;
    }
    if (operation !== "addUserMessage" && manager.addHookBlock && isKnownEvent(event)) {
      manager.addHookBlock(event, content, { hook: text.hook, kind: text.kind });
      return "addHookBlock";
    }
    manager.addUserMessage(content, "hook");
    return "addUserMessage";
  });
  if (call === null || toolId === undefined) return used;
  const isBlocked = !call.hasRun && outcome === "block";
  if (isBlocked && inResult.length === 0) inResult.push("A hook blocked this call.");
  if (inResult.length > 0 || toolOutput !== undefined) {
    const parts = [call.hasRun ? (result ?? "") : "", ...inResult].filter((part) => part !== "");
    manager.updateToolBlock({ toolId, result: parts.join("\n\n"), success: call.success });
  }
  if (toolOutput !== undefined) {
    const by = reading.provenance.rewrites.findLast(({ applied }) => applied)?.hook ?? "a hook";
    warn(`${by} replaced the result of this tool call.`, manager);
  }
  return used;
}

function resultOf(toolId: string | undefined, manager: MessageManager): string | undefined {
  if (toolId === undefined) return undefined;
  return manager.toolBlock?.(toolId)?.result ?? undefined;
}

function replacement(toolOutput: Exclude<Reading["toolOutput"], undefined>): string {
  return notFromHook(typeof toolOutput === "string" ? toolOutput : toJsonText(toolOutput));
}

/** Texts for the user, and what the user should know of the answers themselves. */
function tellUser(
  reading: Reading,
  context: HookOutputContext,
  manager: MessageManager,
): Operation[] {
  const problems = problemTexts(reading, context);
  const shown = reading.toUser.map((text) => {
    const words = text.hook === "" ? text.text : `${text.hook}: ${text.text}`;
    if (operationOf({ ...text, to: "user" }, "", "proceed", false) === "addWarnBlock")
      return warn(words, manager);
    // How a hook failed is shown together with what it said about it.
    const index = problems.findIndex(({ problem }) => isFailure(problem, text));
    const [failure] = index === -1 ? [] : problems.splice(index, 1);
    if (failure === undefined) manager.addErrorBlock(words);
    else if (failure.text.includes(text.text) && failure.problem.found === text.text)
      manager.addErrorBlock(failure.text);
    else manager.addErrorBlock(`${words}\n${failure.text}`);
    return "addErrorBlock";
  });
  for (const { text } of problems) warn(text, manager);
  return shown;
}

/** What was wrong with the answers: in full once, after that in one line with the count. */
function problemTexts(
  { problems }: Reading,
  { shownProblems = new Map<string, number>() }: HookOutputContext,
): { readonly problem: Problem; readonly text: string }[] {
  const counted = new Map<string, { readonly problem: Problem; readonly count: number }>();
  for (const problem of problems.filter(isDiagnosis)) {
    const text = problemWords(problem, noColours);
    counted.set(text, { problem, count: (counted.get(text)?.count ?? 0) + 1 });
  }
  return [...counted].map(([text, { problem, count }]) => {
    const before = shownProblems.get(text) ?? 0;
    shownProblems.set(text, before + count);
    if (before > 0) return { problem, text: repeatedProblem(problem, before + count) };
    return { problem, text: count === 1 ? text : `${text}\n  (${count} times)` };
  });
}

function isFailure({ hook, path }: Problem, text: Text): boolean {
  const tellsFailure = text.kind === "error" || text.kind === "stop-reason";
  return tellsFailure && path === "exit" && hook === text.hook;
}

function warn(content: string, manager: MessageManager): Operation {
  if (manager.addWarnBlock) {
    manager.addWarnBlock(content);
    return "addWarnBlock";
  }
  manager.addErrorBlock(content);
  return "addErrorBlock";
}
