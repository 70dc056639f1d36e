import type { HookReport } from "../engine/index.js";

/** Hooks of the project should have run, and nobody has approved them. */
export class NotApproved extends Error {
  override readonly name = "NotApproved";

  constructor(readonly hooks: readonly HookReport[]) {
    const names = hooks.map(({ name }) => name).join(", ");
    super(
      `Hooks of this project did not run, because nobody has approved them as they are: ${names}. Look at them with snaphook trust review.`,
    );
  }
}
