import type { PlainValue } from "./plain-value.js";

/** How a hook ended. Only `exited` has a code: a timeout or a signal is never exit code 0. */
export type Ending =
  | { readonly type: "exited"; readonly code: number }
  | { readonly type: "signalled"; readonly signal: string }
  | { readonly type: "timed-out" }
  | { readonly type: "not-started"; readonly error: string }
  /** A file that it names was written while it ran: nobody knows which bytes have answered. Code 2 blocks all the same. */
  | { readonly type: "changed"; readonly file: string; readonly code: number | null }
  | { readonly type: "cancelled" };

/** What follows where a hook gives no usable answer. */
export type OnFailure = "continue" | "ask" | "block";

/** One of the two streams of a hook, as far as it was kept. */
export interface Captured {
  readonly text: string;
  /** More was printed than is kept here. */
  readonly cut: boolean;
  /** False where the bytes were not UTF-8; the text then holds replacement characters. */
  readonly faithful: boolean;
  /** In words, what is wrong with how it came; it then may only tighten. */
  readonly garbled?: string;
}

/** What is known of one hook's run: all that decoding needs. Every hook type ends in one of these. */
export interface HookRun {
  readonly hook: string;
  readonly ending: Ending;
  readonly stdout: Captured;
  readonly stderr: Captured;
  /** The answer of a hook of type `json`, which prints nothing; undefined for all others. */
  readonly json: PlainValue | undefined;
  readonly onFailure: OnFailure;
  /** Whether a rewrite is merged into the input instead of replacing it. */
  readonly merge: boolean;
  /** Nobody waited for it: in Snaphook's own dialects it has no vote. */
  readonly isAsync: boolean;
  /** It ran after all rewrites, on the input that will be used, and may only restrict. */
  readonly final: boolean;
  /** It is recorded with what it would have done, and has no effect. */
  readonly observe: boolean;
  /** The hook's deadline in seconds, where known. */
  readonly timeout: number | null;
}

const nothing: Captured = { text: "", cut: false, faithful: true };

/** A run that printed nothing, of a hook of which nothing else is known. */
export function silentRun(hook: string, ending: Ending): HookRun {
  return {
    hook,
    ending,
    stdout: nothing,
    stderr: nothing,
    json: undefined,
    onFailure: "continue",
    merge: false,
    isAsync: false,
    final: false,
    observe: false,
    timeout: null,
  };
}
