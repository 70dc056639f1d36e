import type { Verdict } from "../decide/index.js";
import type { EventSpec } from "../payload/index.js";
import type { TextEffect } from "./effect.js";

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

/** Events on which a text to the model becomes part of a tool's result. */
const toolEvents = new Set([
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
]);

/** The one word for what the host does next. */
export function actionOf(verdict: Verdict, event: EventSpec, texts: readonly TextEffect[]): Action {
  switch (verdict.outcome) {
    case "halt":
      return "halt";
    case "ask":
    case "defer":
      return "ask";
    case "block":
      return blockActions.get(event.name) ?? "error-displayed";
    case "proceed":
      if (texts.some((text) => text.to === "user")) return "error-displayed";
      return texts.some((text) => text.to === "model") ? "context-injected" : "continue";
  }
}

/** The calls on a transcript that a verdict and its texts lead to, in order. */
export function operationsOf(
  verdict: Verdict,
  event: EventSpec,
  texts: readonly TextEffect[],
): Operation[] {
  const operations = texts.flatMap((text): Operation[] => {
    switch (text.to) {
      case "model":
        return [
          text.kind !== "context" && toolEvents.has(event.name)
            ? "updateToolBlock"
            : "addUserMessage",
        ];
      case "user":
        return [text.kind === "warning" ? "addWarnBlock" : "addErrorBlock"];
      case "log":
        return [];
    }
  });
  const erases = event.name === "UserPromptSubmit" && verdict.outcome === "block";
  return erases ? [...operations, "removeLastUserMessage"] : operations;
}
