/** Everything that an answer can say. On one event a refusal is a deny, on another a block. */
const answerParts = [
  "deny",
  "block",
  "halt",
  "defer",
  "ask",
  "allow",
  "input",
  "prompt",
  "output",
  "context",
  "warning",
] as const;

/** One of `answerParts`. */
export type AnswerPart = (typeof answerParts)[number];

/** What an answer decides. */
type AnswerLevel = "deny" | "halt" | "defer" | "ask" | "allow";

/** What is known of an answer without its texts: the key of its form in a host's table. */
export interface AnswerShape {
  readonly level: AnswerLevel | null;
  /** Only with `allow`: what restricts always has one. */
  readonly reason: boolean;
  /** `other`: a new output that is no text. `lost-…`: the host would not apply it as it is. */
  readonly change:
    | "input"
    | "prompt"
    | "output"
    | "output-other"
    | "lost-input"
    | "lost-output"
    | null;
  readonly context: boolean;
  readonly warning: boolean;
}

const levels = { deny: "d", halt: "h", defer: "f", ask: "q", allow: "a" } as const;
const changes = {
  input: "i",
  prompt: "p",
  output: "o",
  "output-other": "O",
  "lost-input": "x",
  "lost-output": "X",
} as const;

/** Letters, in a fixed order. */
export function shapeKey({ level, reason, change, context, warning }: AnswerShape): string {
  return [
    level === null ? "" : levels[level],
    reason ? "r" : "",
    change === null ? "" : changes[change],
    context ? "c" : "",
    warning ? "w" : "",
  ].join("");
}
