import type { MessagePort } from "node:worker_threads";
import type { Payload } from "../../payload/index.js";
import type { Reading } from "../../route/index.js";
import type { LedgerOptions, LedgerTrouble, PlainRecord } from "../../trace/index.js";
import type { Approvals } from "../../trust/index.js";
import type { EngineOptions, PermissionAnswer } from "../engine.js";
import type { EngineMemory, ReadSettings } from "../engine-memory.js";
import type { ToolCall } from "../grants.js";
import type { Fired } from "../fired.js";
import type { Progress } from "../run-hooks.js";
import type { WireHook, WireSettings, WireTrust } from "./wire-hook.js";
import type { WireRuling } from "./wire-ruling.js";
import type { WireProgram } from "./wire-program.js";

/** How a call ended on the other side. */
export type Result =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: unknown };

/** What the host waits for by a promise. */
export type Call =
  | { readonly method: "approve"; readonly looked: readonly WireTrust[] }
  | { readonly method: "revoke"; readonly ids: readonly string[] | undefined }
  | { readonly method: "grant"; readonly call: ToolCall }
  | {
      readonly method: "recordPermission";
      readonly eventId: string;
      readonly answer: PermissionAnswer;
    }
  | { readonly method: "refresh" | "drained" };

/** What became of an event. The problems are looked up where someone asks. */
export interface WireFired extends Omit<Fired, "ruling" | "problems"> {
  readonly ruling: WireRuling | null;
}

/** What the host stands still for. Nothing of it needs the host's own thread. */
export type Question =
  | { readonly method: "preview"; readonly payload: Payload }
  | { readonly method: "judge"; readonly call: ToolCall }
  | { readonly method: "reload"; readonly program: WireProgram | null }
  /** Changes what the host's store holds, as the one asked for that has this number. */
  | { readonly method: "alter"; readonly alter: number; readonly before: Approvals }
  | { readonly method: "review" | "problems" | "usesKeeper" | "start" | "close" };

export type ToThread =
  | {
      readonly type: "fire";
      readonly id: number;
      readonly eventId: string;
      readonly payload: Payload;
      readonly isAborted: boolean;
    }
  | { readonly type: "abort"; readonly id: number }
  | { readonly type: "call"; readonly id: number; readonly call: Call }
  | { readonly type: "ask"; readonly question: Question }
  | { readonly type: "answer"; readonly id: number; readonly result: Result }
  | { readonly type: "lost"; readonly event: LostEvent }
  | { readonly type: "ping" };

/** What only the host's own code can do. */
export type HostCall =
  | { readonly method: "review"; readonly hooks: readonly WireTrust[] }
  | {
      readonly method: "function";
      readonly number: number;
      readonly event: string;
      readonly timeoutMs: number;
      readonly outputBytes: number;
    }
  | { readonly method: "approvals.read"; readonly project: string }
  | {
      readonly method: "approvals.change";
      readonly project: string;
      readonly alter: number;
      readonly texts: ReadonlyMap<string, string>;
    }
  | { readonly method: "approvals.text"; readonly sha256: string }
  | { readonly method: "grants.has" | "grants.add"; readonly call: string };

/** What the host's listeners get. */
export type News =
  | { readonly type: "progress"; readonly progress: WireProgress }
  | { readonly type: "settings-change"; readonly settings: WireSettings }
  | { readonly type: "record"; readonly record: PlainRecord }
  | { readonly type: "trouble"; readonly trouble: LedgerTrouble };

type WireProgress = Progress extends infer One
  ? One extends Progress
    ? Omit<One, "hook"> & { readonly hook: WireHook }
    : never
  : never;

/** What the host does something about when it has its turn. */
export type ThreadMessage =
  | { readonly type: "done"; readonly id: number; readonly result: Result }
  /** The event has an outcome that cannot be sent. */
  | { readonly type: "undelivered"; readonly id: number; readonly why: string }
  | { readonly type: "host"; readonly id: number; readonly call: HostCall }
  /** Nobody waits for that call any more. */
  | { readonly type: "cancel"; readonly id: number }
  | { readonly type: "news"; readonly news: News };

export type FromThread =
  | ThreadMessage
  | { readonly type: "memory"; readonly memory: Partial<WireMemory> }
  | { readonly type: "asked"; readonly result: Result }
  | { readonly type: "pong" };

/** An engine's memory, as the host keeps it for the next thread. */
export interface WireMemory extends Omit<EngineMemory, "read" | "usableApprovals"> {
  readonly usableApprovals: Approvals | null;
  readonly read: (Omit<ReadSettings, "settings"> & { readonly settings: WireSettings }) | null;
}

/** What was halted because its thread was lost, to be recorded by the next one. */
export interface LostEvent {
  readonly eventId: string;
  readonly reading: Reading;
}

/** Options whose values cross as they are. */
type PlainOption =
  | "projectDir"
  | "trustProject"
  | "home"
  | "userHome"
  | "wave"
  | "managedFile"
  | "dialect"
  | "keeper"
  | "environment";

/** Code that a host can give; the thread knows which it has, and asks for it by message. */
export type HostPart =
  | "onReview"
  | "onProgress"
  | "onSettingsChange"
  | "approvals"
  | "grants"
  | "onRecord"
  | "onTrouble";

export interface WireOptions extends Pick<EngineOptions, PlainOption> {
  readonly program: WireProgram | null;
  readonly ledger: Pick<LedgerOptions, "file" | "sync"> | null;
  readonly has: Readonly<Record<HostPart, boolean>>;
}

/** What a thread begins with. */
export interface ThreadStart {
  readonly options: WireOptions;
  /** Null for the first one of a session. */
  readonly memory: WireMemory | null;
}

/** The same with what both sides share. */
export interface ThreadData extends ThreadStart {
  readonly port: MessagePort;
  /** See `Flag`. */
  readonly flags: Int32Array;
}

/** Numbers that both sides can see at any time. */
export const Flag = {
  /** How many questions were answered. */
  answered: 0,
  /** The system's number of the thread; 0 where it is not known. */
  threadId: 1,
} as const;
