import type { HookReport } from "../engine/index.js";

/** Hooks of the project should have run, and nobody has approved them. */
export class NotApproved extends Error {
  override readonly name = "NotApproved";

  constructor(readonly hooks: readonly HookReport[]) {
    const names = hooks.map(({ name }) => name).join(", ");
    super(
      `Hooks of this project did not run, because they are not approved: ${names}. Review them with snaphook trust review.`,
    );
  }
}
