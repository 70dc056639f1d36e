import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createEngine,
  openLedger,
  type Engine,
  type Fired,
  type ProgramHook,
  type ProgramSettings,
} from "../engine/index.js";
import { samplePayload, type Payload } from "../payload/index.js";
import type { TestHook } from "./hooks.js";

/** How the engine of a test differs from the usual one. */
export interface TestEngineOptions {
  /** By default `PreToolUse`. */
  readonly event?: string;
  /** Whether hooks run through the helper process, as in a long-lived host. By default in place. */
  readonly keeper?: boolean;
  /** Further settings, such as `limits`. */
  readonly settings?: ProgramSettings;
}

/** A process that outlived its hook. */
export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/** An engine of its own folder that sees no settings of the user or the machine. */
export interface TestEngine {
  readonly engine: Engine;
  /** The project's folder, empty at first. */
  readonly folder: string;
  readonly ledgerFile: string;
  /** Fires a sample of the event; `fields` replace the sample's. */
  fire(fields?: Payload): Promise<Fired>;
  /** Processes that hooks have started and that still run. Only where there is a /proc. */
  leftProcesses(): LeftProcess[];
  /** Ends the engine and what its hooks have left running, and removes its folder. */
  close(): void;
}

/** Opens an engine whose hooks are given by a test. Real processes are started, nothing is played. */
export function openTestEngine(
  hooks: readonly TestHook[],
  { event = "PreToolUse", keeper = false, settings = {} }: TestEngineOptions = {},
): TestEngine {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-test-"));
  const project = join(folder, "project");
  const ledgerFile = join(folder, "home", "ledger.jsonl");
  const ledger = openLedger({ file: ledgerFile });
  const mark = `test-${crypto.randomUUID()}`;
  const groups = hooks.map(({ matcher, ...hook }) => ({
    ...(matcher !== undefined && { matcher }),
    hooks: [withMark(hook, mark)],
  }));
  mkdirSync(project);
  const engine = createEngine({
    projectDir: project,
    home: join(folder, "home"),
    managedFile: join(folder, "managed.json"),
    program: { ...settings, hooks: { [event]: groups } },
    keeper,
    ledger,
  });
  return {
    engine,
    folder: project,
    ledgerFile,
    fire: (fields = {}) => engine.fire(samplePayload(event, { cwd: project, ...fields })),
    leftProcesses: () => processesWith(mark),
    close() {
      engine.close();
      ledger.close();
      for (const { pid } of processesWith(mark)) killIfThere(pid);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Only a process has variables. */
function withMark(hook: ProgramHook, mark: string): ProgramHook {
  switch (hook.type) {
    case "json":
    case "http":
    case "function":
      return hook;
    case undefined:
    case "command":
    case "worker":
    case "module":
      break;
  }
  return { ...hook, env: { ...hook.env, SNAPHOOK_TEST: mark } };
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function processesWith(mark: string): LeftProcess[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const marked = readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
        const line = readFileSync(`/proc/${pid}/cmdline`, "latin1");
        return marked ? [{ pid: Number(pid), command: line.replaceAll("\0", " ").trim() }] : [];
      } catch {
        return []; // gone, or a zombie
      }
    });
}
