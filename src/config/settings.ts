import type { Layer } from "../layer/index.js";
import type { Problem } from "../problem/index.js";
import type { HookFunction } from "./hook-function.js";

/** Where a hook is configured. Both are null for a hook given by code. */
interface HookSource {
  readonly layer: Layer;
  readonly file: string | null;
  /** From 1: the line on which the hook's entry begins. */
  readonly line: number | null;
  /** The host whose settings file it is, and whose names and matchers the hook expects; absent for Snaphook's own. */
  readonly host?: string;
  /** The hash of the signed bundle that it is in; absent where it is in none. */
  readonly bundle?: string;
}

/** A program that is started for each event, or one that stays and gets them line by line: a line for a shell, or a program with its arguments. */
export type ProgramAction = { readonly type: "command" | "worker"; readonly command: string } & (
  | { readonly form: "shell"; readonly shell: string }
  | { readonly form: "exec"; readonly args: readonly string[] }
);

/** What a hook does. */
export type HookAction =
  | ProgramAction
  /** An answer that is in the settings. */
  | { readonly type: "json"; readonly json: unknown; readonly exitcode: number }
  /** An ES module that stays loaded in a thread. */
  | { readonly type: "module"; readonly module: string; readonly memoryMb: number }
  | {
      readonly type: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Names of variables that may be in headers. */
      readonly allowedEnvVars: readonly string[];
    }
  /** A function of the host's own code. */
  | { readonly type: "function"; readonly run: HookFunction };

/** One hook on one event as its file says it, checked and with its defaults filled in. */
export interface HookEntry {
  /** `layer:event:group.hook`, of Wave's files `layer/wave:…`; counted by place in the file, so that a bad neighbour does not change it. */
  readonly id: string;
  /** Its `name`; else its script or short command, with its id where that repeats on the event. */
  readonly name: string;
  /** What approvals know it by, where it has no `name`: whatever it is called, an approval stays. */
  readonly approvedAs?: string;
  readonly event: string;
  /** As written, also where it cannot be read: matching then says so and counts it as fitting. */
  readonly matcher: string | undefined;
  readonly if: Readonly<Record<string, string>> | undefined;
  readonly action: HookAction;
  /** Seconds. */
  readonly timeout: number;
  readonly onFailure: "continue" | "ask" | "block";
  readonly env: Readonly<Record<string, string>>;
  /** Names of host variables that look like credentials but may be passed on. */
  readonly passEnv: readonly string[];
  /** Relative to the project; null is the project folder. */
  readonly cwd: string | null;
  readonly merge: boolean;
  readonly sequential: boolean;
  /** It runs after all rewrites, on the input that will be used, and may only restrict. */
  readonly on?: "final";
  /** It is recorded with what it would have done, and has no effect. */
  readonly observe?: true;
  /** It is started and recorded, nobody waits for it, and it has no vote. */
  readonly async?: true;
  readonly disabled: boolean;
  readonly source: HookSource;
}

/**
 * A hook as it counts: its `onFailure` is never weaker than the floor in the managed file, and a
 * `disableAllHooks` that reaches it has turned it off.
 */
export interface Hook extends HookEntry {
  /** The hook as its file says it: what is approved. */
  readonly entry: HookEntry;
}

/** A permission rule with its file and line. */
export interface PermissionText {
  readonly layer: Layer;
  readonly list: "allow" | "ask" | "deny";
  readonly text: string;
  readonly file: string | null;
  readonly line: number | null;
}

/** A Problem with the place in a settings file; both are null for settings given by code. Its fix is in the catalogue. */
export interface ConfigProblem extends Problem {
  readonly file: string | null;
  readonly line: number | null;
}

/** What became of one file. An `untrusted` one was not opened. Files of Wave's that are missing are not listed. */
export interface SettingsFile {
  readonly layer: Layer;
  readonly path: string;
  readonly state: "read" | "missing" | "untrusted" | "unreadable" | "invalid";
  /** The host that the file belongs to; absent for Snaphook's own. */
  readonly host?: "wave";
  /** It is in a signed bundle. */
  readonly isPolicy?: true;
  /** How many hooks were taken from it. */
  readonly hooks: number;
}

/** Where and how records are exported. */
interface TelemetrySettings {
  readonly endpoint: string;
  /** `$NAME` in a value is a variable of the environment. */
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Whether texts are exported too: prompts, inputs, what hooks print. */
  readonly content: boolean;
}

/** Where and how a team answers questions of its agents. */
export interface FleetSettings {
  /** `$NAME` in it is a variable of the environment. */
  readonly url: string;
  /** Names of who may answer, and their public keys. */
  readonly answerers: Readonly<Record<string, string>>;
  /** How long a question waits. */
  readonly waitSeconds: number;
  /** How often a connection that waits is checked. */
  readonly checkSeconds: number;
  /** Hosts under which the direct command asks the fleet. */
  readonly hosts: readonly string[];
  /** Rules for calls that two persons must allow. */
  readonly twoPersons: readonly string[];
  /** Rules for calls on protected targets, and the name that must be typed to allow them. */
  readonly protectedNames: Readonly<Record<string, string>>;
  /** Who is notified of each new question. */
  readonly webhook: WebhookSettings | null;
}

/** Where new questions are announced. */
export interface WebhookSettings {
  readonly url: string;
  /** The variable of the environment with the secret that signs them. */
  readonly secretVariable: string;
}

/** Who may sign the policy of this machine, and where it is kept. */
export interface PolicySettings {
  readonly keys: readonly string[];
  readonly folder: string;
}

/** A signed bundle, by its number and its hash. */
interface PolicyRevision {
  readonly revision: number;
  readonly address: string;
}

/** The policy of this machine as it was when the settings were read. */
export interface PolicyState extends PolicySettings {
  /** The one in force; null where there is none, or where it does not hold. */
  readonly enforced: PolicyRevision | null;
  /** One whose hooks only observe. */
  readonly observed: PolicyRevision | null;
  /** Why there is none that holds. Nothing may run then. */
  readonly fault: string | null;
}

/** All layers in one. */
export interface Settings {
  readonly dialect: string;
  /** In the order of the layers, so that a managed rewrite is the last word; within a file in its order. */
  readonly hooks: readonly Hook[];
  readonly limits: Readonly<
    Record<"outputBytes" | "modelChars" | "stopBlocks" | "parallel", number>
  >;
  readonly allowUpdatedPrompt: boolean;
  /** How surely a decision is recorded before it counts; the strictest of the layers. */
  readonly ledger: "written" | "synced" | "required";
  /** Whether the ledger keeps whole payloads. */
  readonly record: boolean;
  /** Every hook of every layer is turned off. A switch that reaches only some shows as `disabled` on those. */
  readonly disableAllHooks: boolean;
  /** Names of hooks without which a session must not start. */
  readonly requireHooks: readonly string[];
  /** Rules of all layers, as given. */
  readonly permissions: readonly PermissionText[];
  /** Hosts that hooks of type `http` may reach; no other is. */
  readonly httpHosts: readonly string[];
  /** Variables that a project's hooks may send to those. */
  readonly httpVariables: readonly string[];
  /** Where records are sent, or null: nowhere. */
  readonly telemetry: TelemetrySettings | null;
  /** Who else answers questions, or null: only the user. */
  readonly fleet: FleetSettings | null;
  /** The signed hooks and rules of this machine, or null: it needs none. */
  readonly policy: PolicyState | null;
  /** After how long without an event the resident engine ends. */
  readonly serveIdleMinutes: number;
  readonly files: readonly SettingsFile[];
  readonly problems: readonly ConfigProblem[];
}
