import { basename } from "node:path";
import { comparedInput, type QuestionWatch } from "../../questions/index.js";
import { forTerminal } from "../../show/index.js";
import type { ShownQuestion } from "../protocol.js";

/** All questions that wait, as the page shows them. */
export function shownQuestions(watch: QuestionWatch | null): readonly ShownQuestion[] {
  return (watch?.questions ?? []).map(
    ({ agent, id, hash, session, workspace, toolName, input, original, reasons }) => ({
      agent,
      id,
      hash,
      session,
      project: basename(workspace),
      toolName,
      ...comparedInput(original, input, forTerminal),
      reasons,
    }),
  );
}
