import { strictest } from "../../dialects/index.js";
import { joinedText, type JoinedText } from "../texts.js";
import type { CursorAnswer } from "./answer.js";
import { BETWEEN_HOOKS } from "./texts.js";

type CursorPermission = "deny" | "ask" | "allow";

/** All answers as one. */
export interface CursorMerge {
  readonly permission: CursorPermission | null;
  readonly continues: boolean;
  readonly userMessage: JoinedText | null;
  readonly agentMessage: JoinedText | null;
  readonly context: JoinedText | null;
  readonly followup: JoinedText | null;
}

/** The strictest permission, `continue` of all, messages joined; of follow-ups the last one counts. */
export function merge(answers: readonly CursorAnswer[]): CursorMerge {
  const permissions = answers.flatMap(({ fields: { permission } }) =>
    permission === undefined ? [] : [permission as CursorPermission],
  );
  const followup = answers.findLast(({ fields }) => Object.hasOwn(fields, "followup_message"));
  return {
    permission: strictest(permissions) as CursorPermission | null,
    continues: answers.every(({ fields }) => fields["continue"] !== false),
    userMessage: joined(answers, "user_message"),
    agentMessage: joined(answers, "agent_message"),
    context: joined(answers, "additional_context"),
    followup: followup === undefined ? null : joined([followup], "followup_message"),
  };
}

function joined(answers: readonly CursorAnswer[], field: string): JoinedText | null {
  const saying = answers.filter(({ fields }) => (fields[field] ?? "") !== "");
  return joinedText(saying, field, BETWEEN_HOOKS);
}
