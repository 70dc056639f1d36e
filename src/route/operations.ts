import type { Outcome } from "../decide/index.js";
import type { RoutedText } from "./text.js";

/** What the host side did about a hook's result, in the words of its message contract. */
export type Action =
  | "continue"
  | "block-tool"
  | "block-prompt"
  | "block-stop"
  | "context-injected"
  | "error-displayed"
  | "halt"
  | "ask";

/** A call on a transcript. */
export type Operation =
  | "addUserMessage"
  | "addErrorBlock"
  | "addWarnBlock"
  | "addHookBlock"
  | "updateToolBlock"
  | "removeLastUserMessage";

/** What a block is called on each event; on the others it only shows an error. */
const blockActions: ReadonlyMap<string, Action> = new Map([
  ["UserPromptSubmit", "block-prompt"],
  ["PreToolUse", "block-tool"],
  ["PermissionRequest", "block-tool"],
  ["Stop", "block-stop"],
  ["SubagentStop", "block-stop"],
]);

/** Events about a tool call: they come before it runs, or when it has run. */
const callStages: ReadonlyMap<string, "before" | "after"> = new Map([
  ["PreToolUse", "before"],
  ["PermissionRequest", "before"],
  ["PostToolUse", "after"],
  ["PostToolUseFailure", "after"],
]);

const forWarnBlock: ReadonlySet<RoutedText["kind"]> = new Set(["warning", "reason", "context"]);

/** The one word for what the host does next. */
export function actionOf(
  {
    outcome,
    toModel,
    toUser,
  }: {
    readonly outcome: Outcome;
    readonly toModel: readonly unknown[];
    readonly toUser: readonly unknown[];
  },
  event: string,
): Action {
  switch (outcome) {
    case "halt":
      return "halt";
    case "ask":
    case "defer":
      return "ask";
    case "block":
      return blockActions.get(event) ?? "error-displayed";
    case "proceed":
      if (toUser.length > 0) return "error-displayed";
      return toModel.length > 0 ? "context-injected" : "continue";
  }
}

/** Where a text goes in the transcript. In the exit-code contract (`byExitCode`) there are no hook blocks. */
export function operationOf(
  { to, kind }: Pick<RoutedText, "to" | "kind">,
  event: string,
  outcome: Outcome,
  byExitCode: boolean,
): Operation | null {
  if (to === "log") return null;
  if (to === "user") return forWarnBlock.has(kind) ? "addWarnBlock" : "addErrorBlock";
  if (kind !== "context") {
    // The result of a call that is yet to run will take the place of whatever is written there.
    const stage = callStages.get(event);
    if (stage === "after" || (stage === "before" && isKept(outcome))) return "updateToolBlock";
    if (blockActions.get(event) === "block-stop") return "addUserMessage";
  }
  return byExitCode ? "addUserMessage" : "addHookBlock";
}

/** What an event says about a tool call: whether it has run, and whether it counts as a success; null where it is about none. */
export function callAt(
  event: string,
  outcome: Outcome,
  byExitCode: boolean,
): { readonly hasRun: boolean; readonly success: boolean } | null {
  const stage = callStages.get(event);
  if (stage === undefined) return null;
  const success = event === "PostToolUse" && !(byExitCode && outcome === "block");
  return { hasRun: stage === "after", success };
}

/** Whether the prompt is taken out of the transcript. */
export function erasesPrompt(event: string, outcome: Outcome): boolean {
  return event === "UserPromptSubmit" && isKept(outcome);
}

/** The calls on a transcript that an outcome and its texts lead to by the exit-code contract, in order. */
export function operationsOf(
  outcome: Outcome,
  event: string,
  texts: readonly RoutedText[],
): Operation[] {
  const operations = texts.flatMap((text) => operationOf(text, event, outcome, true) ?? []);
  return erasesPrompt(event, outcome) ? [...operations, "removeLastUserMessage"] : operations;
}

/** Whether what the event is about is kept from happening. */
function isKept(outcome: Outcome): boolean {
  return outcome === "block" || outcome === "halt";
}
