import type { HookFunction } from "../../config/index.js";
import type { Approvals } from "../../trust/index.js";
import type { EngineOptions } from "../engine.js";
import { LocalFunctions } from "../function-calls.js";
import type { HostCall, Question, Result } from "./messages.js";
import { plainData } from "./plain-data.js";
import type { FunctionNumbers, HookWire } from "./wire-hook.js";

/** The host's own functions, as hooks call them. */
export class HostFunctions implements FunctionNumbers {
  private readonly functions: HookFunction[] = [];

  numberOf(run: HookFunction): number {
    const known = this.functions.indexOf(run);
    return known >= 0 ? known : this.functions.push(run) - 1;
  }

  functionAt(number: number): HookFunction {
    const run = this.functions[number];
    if (run === undefined) throw new RangeError(`there is no function ${number}`);
    return run;
  }
}

/** Answers one thread's calls to the host's code. */
export class HostCode {
  private readonly runner = new LocalFunctions();
  private readonly ends = new Map<number, AbortController>();

  constructor(
    private readonly options: EngineOptions,
    private readonly wire: HookWire,
    private readonly functions: FunctionNumbers,
    private readonly ask: (question: Question) => unknown,
  ) {}

  /** Never rejects: what the host's code throws is sent as well. */
  async call(id: number, call: HostCall): Promise<Result> {
    try {
      return { ok: true, value: await this.perform(id, call) };
    } catch (error) {
      return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
    } finally {
      this.ends.delete(id);
    }
  }

  /** Nobody waits for a function any more. */
  cancel(id: number): void {
    this.ends.get(id)?.abort();
  }

  /** Functions that run get an abort; none is called any more. */
  close(): void {
    this.runner.close();
  }

  private perform(id: number, call: HostCall): unknown {
    const { approvals, grants } = this.options;
    switch (call.method) {
      case "review":
        return this.review(call.hooks);
      case "function":
        return this.runFunction(id, call);
      case "approvals.read":
        return Promise.resolve(approvals?.read(call.project)).then(plainData);
      case "approvals.change": {
        const alter = (before: Approvals): Approvals =>
          this.ask({ method: "alter", alter: call.alter, before: plainData(before) }) as Approvals;
        return approvals?.change(call.project, alter, call.texts);
      }
      case "approvals.text":
        return approvals?.text(call.sha256);
      case "grants.has":
        return grants?.has(call.call);
      case "grants.add":
        // Whatever it gives back means nothing.
        return Promise.resolve(grants?.add(call.call)).then(() => null);
    }
  }

  private async review(hooks: Extract<HostCall, { method: "review" }>["hooks"]): Promise<unknown> {
    const given =
      (await this.options.onReview?.(hooks.map((hook) => this.wire.trustFrom(hook)))) ?? [];
    return given.map((hook) => this.wire.trustTo(hook));
  }

  private async runFunction(
    id: number,
    { number, method: _, ...call }: Extract<HostCall, { method: "function" }>,
  ): Promise<unknown> {
    const end = new AbortController();
    this.ends.set(id, end);
    const run = this.functions.functionAt(number);
    const result = await this.runner.call({ ...call, run }, end.signal);
    // Alone in their memory: what is around them would be copied too.
    return { ...result, stdout: result.stdout.slice(), stderr: result.stderr.slice() };
  }
}
