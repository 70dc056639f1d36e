import { waveFields } from "../../dialects/index.js";
import type { ProblemList } from "../../problem/index.js";
import { fieldsIn } from "../ignored.js";
import type { EventRule } from "./client.js";
import type { Json } from "./output.js";
import { inShort, topFields } from "./schema.js";

/** Names that mean something to some host or event: to have one of them ignored is worth a warning. */
const vocabulary: ReadonlySet<string> = new Set([
  ...Object.keys(topFields),
  ...Object.keys(waveFields),
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
export function reportIgnored(top: Json, rule: EventRule, problems: ProblemList): void {
  const counts = new Set(fieldsOf(rule));
  for (const { key, path, value } of fieldsIn(top, true)) {
    if (path === "terminalSequence" || counts.has(path) || isHarmless(path, value)) continue;
    const known = vocabulary.has(key);
    problems.report("host-ignores-field", () => ({
      path,
      found: inShort(value),
      ...(!known && { severity: "info" as const }),
    }));
  }
}

/** Fields that ask for what happens anyway. */
function isHarmless(path: string, value: unknown): boolean {
  return (
    path === "suppressOutput" ||
    (path === "continue" && value === true) ||
    (path === "async" && value === false)
  );
}
