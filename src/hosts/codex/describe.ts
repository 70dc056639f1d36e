import type { HostEvent } from "../host.js";
import type { EventRules } from "./rules.js";

/** The row of an event for readers, made from its rules, so that the two cannot differ. */
export function describeEvent(rules: EventRules): HostEvent {
  const { canonical, subject } = rules;
  return {
    canonical,
    subject,
    exitTwo: exitTwoOf(rules),
    text: textOf(rules),
    fields: fieldsOf(rules),
  };
}

function exitTwoOf({ exitTwo, reasons, replacesResult, failsWithStderr }: EventRules): string {
  if (exitTwo === null)
    return `failure, continues${failsWithStderr ? "; stderr to the user" : "; stderr is dropped"}`;
  const does = replacesResult
    ? "stderr replaces the result"
    : reasons === "none"
      ? "blocks, stderr to the user"
      : "blocks, stderr to the model";
  return `${does}; with blank stderr: failure, continues`;
}

function textOf({ text }: EventRules): string {
  if (text === "ignored") return "ignored";
  return text === "context" ? "context, unless it begins with { or [" : "failure, continues";
}

function fieldsOf({ shape, stop, context, rewrite, forms }: EventRules): readonly string[] {
  if (shape === null) return [];
  const decisions = forms.flatMap(({ decisions: rules }) =>
    rules.flatMap(({ path, reason }) => [path, reason]),
  );
  const fields = [
    "systemMessage",
    ...(stop === null ? [] : ["continue", "stopReason"]),
    ...decisions,
    context ?? "",
    rewrite ?? "",
  ];
  return [...new Set(fields)].filter((path) => path !== "");
}
