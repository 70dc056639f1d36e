import type { ProcessResult } from "../../run/index.js";
import type { Approvals, ApprovalStore } from "../../trust/index.js";
import type { EngineOptions } from "../engine.js";
import type { FunctionCall, FunctionCalls } from "../function-calls.js";
import type { GrantStore } from "../grants.js";
import type { HostCalls } from "./host-calls.js";
import type { FromThread, WireOptions } from "./messages.js";
import { HookWire, type FunctionNumbers, type WireTrust } from "./wire-hook.js";
import { programFrom, type WireProgram } from "./wire-program.js";

type Alter = (before: Approvals) => Approvals;

/** What the host's code is for the engine in the thread: each part sends what it is called with, and waits. */
export class HostParts implements FunctionCalls {
  readonly wire: HookWire;
  /** Changes of approvals that the host's store is to make. */
  private readonly alters = new Map<number, Alter>();
  private count = 0;
  /** Ends a call of a function. */
  private readonly running = new Set<() => void>();
  private isClosed = false;

  constructor(
    private readonly host: HostCalls,
    private readonly post: (message: FromThread) => void,
  ) {
    this.wire = new HookWire(threadFunctions);
  }

  /** The engine's options, as the host's were. */
  optionsOf({ program, ledger, has, ...plain }: WireOptions): EngineOptions {
    const { wire } = this;
    const tell = (news: Extract<FromThread, { type: "news" }>["news"]): void =>
      this.post({ type: "news", news });
    return {
      ...plain,
      ...(program !== null && { program: this.programOf(program) }),
      ...(has.approvals && { approvals: this.approvals() }),
      ...(has.grants && { grants: this.grants() }),
      ...(has.onReview && {
        onReview: async (hooks) => {
          const sent = hooks.map((hook) => wire.trustTo(hook));
          const given = await this.host.call({ method: "review", hooks: sent });
          return (given as readonly WireTrust[]).map((hook) => wire.trustFrom(hook));
        },
      }),
      ...(has.onProgress && {
        onProgress: (progress) =>
          tell({ type: "progress", progress: { ...progress, hook: wire.hookTo(progress.hook) } }),
      }),
      ...(has.onSettingsChange && {
        onSettingsChange: (settings) =>
          tell({ type: "settings-change", settings: wire.settingsTo(settings) }),
      }),
      ...(ledger !== null && {
        ledger: {
          ...ledger,
          ...(has.onRecord && { onRecord: (record) => tell({ type: "record", record }) }),
          ...(has.onTrouble && { onTrouble: (trouble) => tell({ type: "trouble", trouble }) }),
        },
      }),
    };
  }

  programOf(program: WireProgram): NonNullable<EngineOptions["program"]> {
    return programFrom(program, threadFunctions) as NonNullable<EngineOptions["program"]>;
  }

  call({ run, ...call }: FunctionCall, signal: AbortSignal): Promise<ProcessResult> {
    if (this.isClosed || signal.aborted) return Promise.resolve(cancelled);
    const number = threadFunctions.numberOf(run);
    const ends = new AbortController();
    const end = (): void => ends.abort();
    signal.addEventListener("abort", end);
    this.running.add(end);
    const called = this.host.call({ method: "function", number, ...call }, ends.signal);
    return (called as Promise<ProcessResult>).finally(() => {
      signal.removeEventListener("abort", end);
      this.running.delete(end);
    });
  }

  close(): void {
    this.isClosed = true;
    for (const end of this.running) end();
  }

  /** What the host's store holds after a change that was asked for. */
  altered(number: number, before: Approvals): Approvals {
    const alter = this.alters.get(number);
    if (alter === undefined) throw new Error("this change is not wanted any more");
    return alter(before);
  }

  private approvals(): ApprovalStore {
    const { host } = this;
    return {
      read: (project) => host.call({ method: "approvals.read", project }) as Promise<Approvals>,
      change: async (project, change, texts) => {
        const alter = this.count++;
        this.alters.set(alter, change);
        try {
          await host.call({ method: "approvals.change", project, alter, texts });
        } finally {
          this.alters.delete(alter);
        }
      },
      text: (sha256) => host.call({ method: "approvals.text", sha256 }) as Promise<string | null>,
    };
  }

  private grants(): GrantStore {
    const { host } = this;
    return {
      has: (call) => host.call({ method: "grants.has", call }) as Promise<boolean>,
      add: (call) => host.call({ method: "grants.add", call }),
    };
  }
}

const silence = { stdout: new Uint8Array(), stderr: new Uint8Array() };
const cancelled: ProcessResult = {
  ending: { type: "cancelled" },
  ...silence,
  cut: false,
  stderrCut: false,
  ms: 0,
};

/** Here a function of the host's only says its number: settings bind it, so that it could not be found by what it is. */
const threadFunctions: FunctionNumbers = {
  functionAt: (number) => () => number,
  numberOf: (run) => (run as () => unknown)() as number,
};
