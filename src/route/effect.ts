import type { Outcome, Permission } from "../decide/index.js";
import type { PlainObject, PlainValue } from "../decode/index.js";
import type { Lane } from "../dialects/index.js";

/** What a text is for. */
export type TextKind = "context" | "feedback" | "reason" | "warning" | "error" | "stop-reason";

/** A text on its way to someone. Always as the hook wrote it: renderers make it safe to show. */
export interface TextEffect {
  readonly type: "text";
  readonly to: Lane;
  readonly kind: TextKind;
  readonly text: string;
  readonly hook: string;
}

/** What the agent's loop must do. */
export type LoopEffect =
  | {
      readonly type: "decide";
      readonly to: "loop";
      readonly outcome: Outcome;
      readonly permission: Permission;
    }
  | { readonly type: "rewrite-input"; readonly to: "loop"; readonly input: PlainObject }
  | { readonly type: "rewrite-prompt"; readonly to: "loop"; readonly prompt: string }
  | { readonly type: "replace-output"; readonly to: "loop"; readonly output: PlainValue };

/** What the host does because of hooks: with its loop, or with a text. */
export type Effect = LoopEffect | TextEffect;

export function isText(effect: Effect): effect is TextEffect {
  return effect.type === "text";
}
