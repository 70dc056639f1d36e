/**
 * What hooks write to of an agent's transcript. The manager that an agent has can be one; `Conversation` is ours.
 * Without `addWarnBlock` warnings are shown as errors, without `addHookBlock` context for the model is a user message.
 */
export interface MessageManager {
  /** `from` says that a hook speaks in the user's place; a manager may leave it out. */
  addUserMessage(content: string, from?: "hook"): unknown;
  addErrorBlock(content: string): unknown;
  /** `result` takes the place of what was there. */
  updateToolBlock(update: {
    readonly toolId: string;
    readonly result: string;
    readonly success: boolean;
  }): unknown;
  /** Takes back the last thing that the user said, for good. */
  removeLastUserMessage(): unknown;
  addWarnBlock?(content: string): unknown;
  addHookBlock?(
    hookEvent: string,
    content: string,
    metadata?: Readonly<Record<string, unknown>>,
  ): unknown;
  /** What a call has returned so far, for feedback that is written behind it. */
  toolBlock?(toolId: string): { readonly result: string | null } | null;
}
