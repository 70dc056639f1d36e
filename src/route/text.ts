import type { Lane } from "../dialects/index.js";

/** What a text is for. */
export type TextKind = "context" | "feedback" | "reason" | "warning" | "error" | "stop-reason";

/** A text that was delivered, as the hook wrote it: renderers make it safe to show. */
export interface Text {
  readonly kind: TextKind;
  readonly text: string;
  readonly hook: string;
}

/** A text and who gets it. */
export interface RoutedText extends Text {
  readonly to: Lane;
}
