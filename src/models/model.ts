import type { ApiMessage } from "../conversation/index.js";

/** A tool as it is described to a model. */
interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ApiMessage[];
  readonly tools: readonly ToolSpec[];
  readonly signal: AbortSignal;
}

/** What a model says, as it says it. A turn ends with `end` or by an error that is thrown. */
export type ModelEvent =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool-call";
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly type: "end"; readonly reason: "stop" | "tool-calls" | "length" };

/** Something that answers a conversation. */
export interface Model {
  readonly name: string;
  /** How much it can take in, where that is known; a longer conversation is shortened first. */
  readonly contextTokens?: number;
  answer(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** What went wrong on the way to a model, and whether it may pass by itself. */
export class ModelError extends Error {
  override readonly name = "ModelError";

  constructor(
    message: string,
    readonly kind:
      | "no-model"
      | "no-key"
      | "refused"
      | "rate-limit"
      | "overloaded"
      | "cut"
      | "malformed"
      | "network",
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  get isPassing(): boolean {
    return this.kind === "rate-limit" || this.kind === "overloaded" || this.kind === "network";
  }
}
