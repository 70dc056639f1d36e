import type { Rewrite } from "../decide/index.js";
import { changes, type ChangeName } from "../dialects/index.js";
import type { HookRun } from "../decode/index.js";

/** Of several hooks that rewrite the same the last one counts, as far as the host takes it; `whyNone`: none does. */
export function lastRewrite<Given extends { readonly run: HookRun }>(
  giving: readonly Given[],
  name: ChangeName,
  whyNone: string | null,
  take: (last: Given) => Pick<Rewrite, "applied" | "why">,
): readonly Rewrite[] {
  return giving.map((one, index) => {
    const whyNot = whyNone ?? (index < giving.length - 1 ? "a later rewrite replaces it" : null);
    const taken = whyNot === null ? take(one) : { applied: false, why: whyNot };
    return { hook: one.run.hook, what: changes[name].what, ...taken };
  });
}
