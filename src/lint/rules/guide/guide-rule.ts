import type { ProblemCode } from "../../../problem/index.js";
import type { Sees } from "../../finding.js";
import type { TextFate } from "../../hook-runs.js";
import type { Example, Rule } from "../../rule.js";
import type { Subject } from "../../subject.js";
import { quoted } from "../../wording.js";
import { kindOfText, type TextKind } from "./kind-of-text.js";

/** `loud` is put before the user, `quiet` is context for the model. */
const fields = {
  loud: /(?:^|\.)(?:systemMessage|user_message)$/,
  quiet: /(?:^|\.)additional_?[cC]ontext$/,
  any: /(?:^|\.)(?:systemMessage|user_message|additional_?[cC]ontext)$/,
} as const;

interface Scenario {
  readonly code: ProblemCode;
  readonly kinds: readonly TextKind[];
  readonly field: keyof typeof fields;
  /** Events for which it does not hold, by their names in Snaphook. */
  readonly except?: readonly string[];
  readonly only?: readonly string[];
  /** Whether the text is misplaced, by who gets it. */
  readonly when?: (fate: TextFate, subject: Subject) => boolean;
  /** What follows, after the quoted text. */
  readonly says: string;
  readonly fix: string;
  readonly after: Sees;
  readonly severity?: Rule["severity"];
  readonly bad: readonly Example[];
  readonly good: readonly Example[];
}

/** A row of the decision guide as a rule: a text of some kind in a field that is for others. */
export function guideRule(scenario: Scenario): Rule {
  const { code, kinds, field, except = [], only, when, says, fix, after, bad, good } = scenario;
  const { severity = "info" } = scenario;
  return {
    code,
    group: "guide",
    severity,
    confidence: "words",
    fix: "none",
    *check(subject) {
      const event = subject.canonical ?? "";
      if (except.includes(event) || only?.includes(event) === false) return;
      for (const fate of subject.fates) {
        const { text, user, model, ways } = fate;
        if (!fields[field].test(text.path)) continue;
        const kind = kindOfText(text.text);
        if (kind === null || !kinds.includes(kind)) continue;
        // What nobody gets is broken in another way; what comes with a block is noticed anyway.
        if ((!user && !model) || ways.some(({ reading }) => reading.outcome !== "proceed"))
          continue;
        if (when?.(fate, subject) === false) continue;
        yield {
          at: text.write.at,
          message: `${quoted(text.text)} ${says}`,
          sees: { user: user ? "the text" : "nothing", model: model ? "the text" : "nothing" },
          after,
          fix: { safety: "unsafe", description: fix },
        };
      }
    },
    bad,
    good,
  };
}

/** Whether the same answer also has a text in such a field. */
export function hasOther(
  { text }: TextFate,
  { fates }: Subject,
  field: keyof typeof fields,
): boolean {
  return fates.some(
    (other) => other.text.write.id === text.write.id && fields[field].test(other.text.path),
  );
}

/** A script that prints one answer. */
export function printing(answer: object): string {
  return `#!/usr/bin/env python3
import json
print(json.dumps(${JSON.stringify(answer)}))
`;
}

/** An answer with context for the model on PostToolUse. */
export function context(additionalContext: string, more: object = {}): string {
  return printing({
    ...more,
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext },
  });
}
