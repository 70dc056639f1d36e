import type { PermissionDecision } from "./permission-decision.js";
import type { PendingPermission } from "./permission-queue.js";

/** Somebody who may answer questions in addition to the user at the screen: a page, a colleague. The first answer counts. */
export interface Answerer {
  /**
   * Called for each question. Gives the decision, or null where there is none. The signal is aborted once the question
   * is answered, by whomever. What it throws, and what is no valid decision, is no answer: nobody is held up by it.
   */
  answer(question: PendingPermission, signal: AbortSignal): Promise<PermissionDecision | null>;
}
