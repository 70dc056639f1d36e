import type { Payload } from "../payload/index.js";
import type { FunctionContext } from "../run/index.js";

/**
 * A hook in code. It gets a payload of its own and gives back what a module does: nothing, an answer (an object), a text
 * or what `exit` makes; or a promise of it. To throw is a failure.
 */
export type HookFunction = (
  event: Payload & { readonly hook_event_name: string },
  context: FunctionContext,
) => unknown;
