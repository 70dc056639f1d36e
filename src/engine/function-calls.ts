import type { HookFunction } from "../config/index.js";
import type { Payload } from "../payload/index.js";
import { functionContext, FunctionRunner, type ProcessResult } from "../run/index.js";

/** One call of a hook that is a function. */
export interface FunctionCall {
  readonly run: HookFunction;
  /** The payload as hooks read it. */
  readonly event: string;
  readonly timeoutMs: number;
  readonly outputBytes: number;
}

/** Calls hooks that are functions of the host's code. Never rejects. */
export interface FunctionCalls {
  call(call: FunctionCall, signal: AbortSignal): Promise<ProcessResult>;
  /** Functions that work on an event get an abort; none is called any more. */
  close(): void;
}

/** Calls them where it is itself. */
export class LocalFunctions implements FunctionCalls {
  private readonly runner = new FunctionRunner();

  call({ run, event, ...bounds }: FunctionCall, signal: AbortSignal): Promise<ProcessResult> {
    // Its own copy: what it changes is seen by nobody else.
    const own = JSON.parse(event) as Payload & { readonly hook_event_name: string };
    const call = (ends: AbortSignal): unknown => run(own, functionContext(own, ends));
    return this.runner.run({ call, ...bounds }, signal);
  }

  close(): void {
    this.runner.close();
  }
}
