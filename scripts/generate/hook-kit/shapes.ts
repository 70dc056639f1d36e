import type { PortableAnswer } from "../../../src/bridge/index.js";
import type { AnswerPart, AnswerShape } from "../../../src/hook/shape.js";

const changes = ["input", "prompt", "output"] as const;

/** Every shape of an answer that an event can take, by what can be said there. */
export function shapesOf(says: ReadonlySet<AnswerPart>): readonly AnswerShape[] {
  const contexts = says.has("context") ? [false, true] : [false];
  const warnings = says.has("warning") ? [false, true] : [false];
  const inputs = says.has("input") ? ([null, "input", "lost-input"] as const) : [null];
  const made: AnswerShape[] = [];
  const add = (
    level: AnswerShape["level"],
    change: AnswerShape["change"],
    reason = false,
  ): void => {
    for (const context of contexts)
      for (const warning of warnings) made.push({ level, reason, change, context, warning });
  };
  if (says.has("deny") || says.has("block")) add("deny", null);
  if (says.has("halt")) add("halt", null);
  if (says.has("defer")) add("defer", null);
  if (says.has("ask")) for (const change of inputs) add("ask", change);
  if (says.has("allow"))
    for (const change of inputs) for (const reason of [false, true]) add("allow", change, reason);
  for (const change of changes) if (says.has(change)) add(null, change);
  if (says.has("input")) add(null, "lost-input");
  if (says.has("output"))
    for (const change of ["output-other", "lost-output"] as const) add(null, change);
  add(null, null);
  return made.filter(
    (one) => one.level !== null || one.change !== null || one.context || one.warning,
  );
}

/** An answer of the shape, with a mark in place of each value. */
export function markedAnswer({
  level,
  reason,
  change,
  context,
  warning,
}: AnswerShape): PortableAnswer {
  const isPermission =
    level === "defer" || level === "ask" || level === "allow" || level === "deny";
  return {
    outcome: level === null || level === "allow" ? "proceed" : level === "deny" ? "block" : level,
    permission: isPermission ? level : "none",
    ...(level === "halt" && { stopReason: "<r>" }),
    ...((reason || level === "deny" || level === "ask" || level === "defer") && { reason: "<r>" }),
    ...(change === "input" && { input: { "<i>": 1 } }),
    ...(change === "prompt" && { prompt: "<p>" }),
    ...(change === "output" && { toolOutput: "<o>" }),
    ...(change === "output-other" && { toolOutput: { "<o>": 1 } }),
    ...(context && { context: "<c>" }),
    ...(warning && { warning: "<w>" }),
  };
}
