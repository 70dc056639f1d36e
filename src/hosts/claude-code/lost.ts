import type { HookRun } from "../../decode/index.js";
import { isStricter, strictest } from "../../dialects/index.js";
import type { ProblemList } from "../../problem/index.js";
import { exitCode } from "../ending.js";
import { parseJson } from "../json.js";
import { restrictionsRead, type Restriction } from "../restriction.js";
import type { ClaudeAnswer } from "./answer.js";
import type { EventRule } from "./client.js";

/** Names every restriction that a run wrote down and the client did not count. */
export function reportLost(
  run: HookRun,
  answer: ClaudeAnswer,
  rule: EventRule,
  problems: ProblemList,
): void {
  const levels = answer.says.map(({ level }) => level);
  const kept = strictest(levels);
  for (const { level, path, found } of restrictionsOf(run)) {
    const asksAnyway = level === "ask" && rule.silence === "ask";
    // Reported where the denial is read.
    const interrupts = kept === "deny" && path === "hookSpecificOutput.decision.interrupt";
    if (isStricter(level, kept) && !asksAnyway && !interrupts)
      problems.report("host-deny-lost", {
        path,
        found,
        lost: `${level}: ${rule.unblocked}`,
        ...(path === "exit" && denials(rule)),
      });
  }
  if (!levels.includes("halt") || rule.haltLeaves === null) return;
  const wasDenied = levels.includes("deny");
  const wantsErased =
    rule.several === "first-ends" && restrictionsOf(run).some((one) => one.level === "deny");
  if (rule.several === "first-ends" ? wantsErased : !wasDenied)
    problems.report("host-deny-lost", {
      path: "continue",
      found: "false",
      lost: rule.haltLeaves,
    });
}

/** What denies where exit code 2 does not: the event's own field. */
function denials({ ruling, codeTwo }: EventRule): { readonly allowed?: readonly string[] } {
  if (ruling === null || codeTwo === "blocks") return {};
  const path = ["hookSpecificOutput", ...ruling.path].join(".");
  const words = Object.entries(ruling.words).filter(([, level]) => level === "deny");
  return { allowed: words.map(([word]) => `${path}: ${JSON.stringify(word)}`) };
}

/** Everything that a run wanted to restrict. Generous on purpose: what the client counts is taken off elsewhere. */
function restrictionsOf(run: HookRun): readonly Restriction[] {
  const { text } = run.stdout;
  return [
    ...(exitCode(run) === 2 ? [{ level: "deny", path: "exit", found: "2" } as const] : []),
    ...restrictionsRead(run.json ?? parseJson(text.trim()), text, "stdout"),
  ];
}
