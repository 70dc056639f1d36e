import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import type { Payload } from "../payload/index.js";
import type { Ledger, LedgerRecord } from "../trace/index.js";
import type { Approvals, ApprovalStore } from "../trust/index.js";
import type { EngineOptions } from "./engine.js";
import { newMemory } from "./engine-memory.js";
import { ProjectEngine } from "./project-engine.js";
import { programSettings } from "./settings.test-support.js";

type AppendOptions = Parameters<Ledger["append"]>[1];
type Parts = ConstructorParameters<typeof ProjectEngine>[1];

/** A call of a tool. */
export const bash: Payload = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};

/** A PreToolUse answer. */
export const specific = (fields: object): object => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", ...fields },
});
export const denying = specific({ permissionDecision: "deny", permissionDecisionReason: "no" });
export const guard = { name: "guard", type: "json", json: denying };
export const passes = { name: "passes", type: "json", json: {} };
export const rewrite = {
  name: "rewrite",
  type: "json",
  json: specific({ permissionDecision: "allow", updatedInput: { command: "rm x" } }),
};
export const calling = (
  run: (event: Payload, context: { readonly signal: AbortSignal }) => unknown,
): { readonly name: string; readonly type: string; readonly run: typeof run } => ({
  name: "function",
  type: "function",
  run,
});

/** Lets everything happen that needs no time. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next));
}

/** Engines of one project, in this process, and hooks that are no processes. */
export class Session {
  readonly root = temporaryFolder();
  readonly project = join(this.root, "project");
  readonly home = join(this.root, "user/.snaphook");
  readonly managedFile = join(this.root, "managed.json");
  /** What the host's ledger gets. */
  readonly records: LedgerRecord[] = [];
  readonly gates: AppendOptions[] = [];
  /** Whether the ledger can be written. */
  isWritable = true;

  constructor() {
    mkdirSync(this.project);
  }

  readonly ledger: Ledger = {
    path: "/l",
    append: (record, options) => this.take([record], options),
    appendAll: (records, options) => this.take(records, options),
    appendOnce: (_key, record) => this.take([record], undefined),
    close: () => this.records.push({ type: "closed by the engine", eventId: "" }),
  };

  private take(records: readonly LedgerRecord[], options: AppendOptions): boolean {
    this.records.push(...records);
    this.gates.push(options);
    return this.isWritable;
  }

  /** Types of what was recorded, in order. */
  get reported(): string[] {
    return this.records.map(({ type }) => type);
  }

  write(path: string, content: object | string): string {
    const place = resolve(this.project, path);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(place, text, { mode: 0o600 });
    return place;
  }

  /** Hooks of one event in a settings file. */
  hooks(path: string, event: string, ...hooks: readonly object[]): string {
    return this.write(path, { hooks: { [event]: [{ hooks }] } });
  }

  /** An engine with these hooks, where nobody waits for those whose names begin with `late`. By code only commands can be such hooks. */
  background(groups: object, options: Partial<EngineOptions> = {}): ProjectEngine {
    const settings = programSettings({ hooks: groups });
    const hooks = settings.hooks.map((hook) =>
      hook.name.startsWith("late") ? { ...hook, async: true as const } : hook,
    );
    const read = { settings: { ...settings, hooks }, announced: [], isPartial: false };
    return this.open(options, { memory: { ...newMemory(), read } });
  }

  open(options: Partial<EngineOptions> = {}, parts?: Parts): ProjectEngine {
    const { project: projectDir, home, managedFile, ledger } = this;
    const places = { projectDir, home, managedFile, keeper: false, ledger };
    const engine = new ProjectEngine({ ...places, ...options }, parts);
    onTestFinished(() => engine.close());
    return engine;
  }

  /** An engine with these hooks of one event. */
  with(event: string, ...hooks: readonly object[]): ProjectEngine {
    return this.open({ program: { hooks: { [event]: [{ hooks }] } } as object });
  }
}

/** Approvals of every project in memory, and faults when a test wants them. */
export class MemoryApprovals implements ApprovalStore {
  held: Approvals = { hooks: null, seen: {} };
  readFault: Error | null = null;
  changeFault: Error | null = null;

  read(): Approvals {
    if (this.readFault !== null) throw this.readFault;
    return this.held;
  }

  change(_project: string, alter: (before: Approvals) => Approvals): void {
    if (this.changeFault !== null) throw this.changeFault;
    this.held = alter(this.held);
  }

  text(): null {
    return null;
  }
}
