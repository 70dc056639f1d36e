import type { ProblemList } from "../../problem/index.js";
import type { EventRule } from "./client.js";
import type { Json } from "./output.js";
import { inShort, topFields } from "./schema.js";

/** Names that mean something to some host or event: to have one of them ignored is worth a warning. */
const vocabulary: ReadonlySet<string> = new Set([
  ...Object.keys(topFields),
  "additionalContext",
  "permissionDecision",
  "permissionDecisionReason",
  "updatedInput",
  "updatedPrompt",
  "updatedToolOutput",
  "updatedMCPToolOutput",
  "displayContent",
  "message",
  "async",
]);

/** Paths of all fields that count on an event. */
export function fieldsOf(rule: EventRule): readonly string[] {
  const specific = Object.keys(rule.specific ?? {}).filter((name) => !rule.inert.includes(name));
  const decides = Object.keys(rule.decision).length > 0;
  const standsIn = rule.ruling?.reason?.[0] === "permissionDecisionReason";
  return [
    ...(rule.halts ? ["continue", "stopReason"] : []),
    ...(rule.warning === "dropped" ? [] : ["systemMessage"]),
    ...(decides ? ["decision"] : []),
    ...(decides || standsIn ? ["reason"] : []),
    ...specific.map((name) => `hookSpecificOutput.${name}`),
  ];
}

/** Names every field of a valid answer that does nothing on this event. `stopReason` and `reason` follow what they explain. */
export function reportIgnored(
  { top, specific }: { readonly top: Json; readonly specific: Json },
  rule: EventRule,
  problems: ProblemList,
): void {
  const counts = new Set(fieldsOf(rule));
  const report = (name: string, path: string, value: unknown): void => {
    const known = vocabulary.has(name);
    problems.report("host-ignores-field", () => ({
      path,
      found: inShort(value),
      ...(!known && { severity: "info" as const }),
    }));
  };
  for (const [name, value] of Object.entries(top)) {
    if (name === "hookSpecificOutput" || name === "terminalSequence" || counts.has(name)) continue;
    if (isHarmless(name, value)) continue;
    report(name, name, value);
  }
  for (const [name, value] of Object.entries(specific)) {
    const path = `hookSpecificOutput.${name}`;
    if (name !== "hookEventName" && !counts.has(path)) report(name, path, value);
  }
}

/** Fields that ask for what happens anyway. */
function isHarmless(name: string, value: unknown): boolean {
  return (
    name === "suppressOutput" ||
    (name === "continue" && value === true) ||
    (name === "async" && value === false)
  );
}
