import { own } from "../json.js";
import { oneProblem, problemList, type Problem } from "../../problem/index.js";
import { inReading } from "../../route/index.js";
import type { Undiagnosed, HostRequest } from "../host.js";
import { inOrder } from "../ending.js";
import { silent, type ClaudeAnswer } from "./answer.js";
import type { Client, EventRule } from "./client.js";
import { deliver } from "./deliver.js";
import type { ClaudeContext } from "./read-context.js";
import { merge, type ClaudeMerge } from "./merge.js";
import { quiet } from "./quiet.js";
import { readRun } from "./read-run.js";
import { rewrite } from "./rewrites.js";

/** What the client does after all hooks of an event have ended. */
export function readEvent(request: HostRequest, client: Client): Undiagnosed {
  const { event, payload, runs, finish } = request;
  const known = own(client.events, event);
  const rule = known === undefined ? unknownRule : exempted(known, payload);
  const context: ClaudeContext = { event, rule, client, payload };
  const answers = runs.map((run) => {
    const answer = readRun(run, context);
    // Hooks of an event that the client does not have are not run at all.
    return known === undefined ? { ...silent(run.hook), problems: answer.problems } : answer;
  });
  const ended = inOrder(answers, finish);
  const first = merge(ended, rule);
  const rewritten = rewrite(first, rule, payload);
  const { refusal } = rewritten;
  const merged =
    refusal === null ? first : merge([...ended.map(heardAs(first)), refused(refusal)], rule);
  const texts = deliver(ended, merged, rule);
  return {
    outcome: merged.outcome,
    permission: merged.permission,
    ...inReading(rewritten.changes),
    ...texts,
    failed: (rule.several === "first-ends" ? first.counted : answers).some(({ failed }) => failed),
    problems: [
      ...(known === undefined ? unknownEvent(event, client) : notRun(rule, answers)),
      ...answers.flatMap((answer) => answer.problems),
      ...orderProblems(first, rule),
      ...rewritten.problems,
    ],
    provenance: { voices: merged.voices, rewrites: rewritten.rewrites },
  };
}

const unknownRule: EventRule = {
  ...quiet,
  unblocked: "the host has no such event, and runs no hook of it",
};

/** Where the payload says that nothing can be blocked, nothing is. */
function exempted(rule: EventRule, payload: HostRequest["payload"]): EventRule {
  if (rule.exempt === null || payload[rule.exempt.field] !== rule.exempt.value) return rule;
  return { ...rule, codeTwo: "ignored", heedsOnFailure: false, decision: {} };
}

/** A call that the tool refuses is denied, whatever a hook has permitted. */
function refused({
  hook,
  reason,
}: {
  readonly hook: string;
  readonly reason: string;
}): ClaudeAnswer {
  return { ...silent(hook), says: [{ level: "deny", by: "json", reason }] };
}

function heardAs({ late }: ClaudeMerge): (answer: ClaudeAnswer) => ClaudeAnswer {
  return (answer) => (late.includes(answer) ? { ...answer, says: [] } : answer);
}

function unknownEvent(event: string, client: Client): readonly Problem[] {
  return oneProblem("", "host-ignores-field", {
    path: "event",
    found: event,
    allowed: Object.keys(client.events),
    lost: unknownRule.unblocked,
  });
}

function notRun(
  { notRun: where }: EventRule,
  answers: readonly ClaudeAnswer[],
): readonly Problem[] {
  if (where === null || answers.length === 0) return [];
  return oneProblem("", "host-fails-open", {
    path: "event",
    found: where,
    lost: "no hook of it runs there",
  });
}

/** Where another order of completion would have given another decision, or another reason. */
function orderProblems({ counted, late }: ClaudeMerge, rule: EventRule): readonly Problem[] {
  const decisive = counted.flatMap((answer) => answer.says.map((say) => ({ ...say, answer })));
  if (rule.several === "last-reason") {
    const denials = decisive.filter(({ level }) => level === "deny");
    const last = denials.at(-1);
    if (last === undefined || new Set(denials.map(({ reason }) => reason)).size < 2) return [];
    return inOrderOf(
      last.answer.hook,
      denials.map(({ answer }) => answer.hook),
    );
  }
  if (rule.several !== "first-decides") return [];
  const winner = decisive.at(-1);
  if (winner === undefined) return [];
  return late.flatMap(({ hook, says }) =>
    says.flatMap(({ level }) => {
      if (level === winner.level) return [];
      const problems = problemList(hook);
      if (level === "deny")
        problems.report("host-deny-lost", {
          path: "hookSpecificOutput.decision.behavior",
          found: level,
          lost: `deny: ${winner.answer.hook} ended first and said ${winner.level}`,
        });
      return [...inOrderOf(winner.answer.hook, [winner.answer.hook, hook]), ...problems.problems];
    }),
  );
}

function inOrderOf(hook: string, hooks: readonly string[]): readonly Problem[] {
  return oneProblem(hook, "host-order-decides", { path: "decision", found: hooks.join(", ") });
}
