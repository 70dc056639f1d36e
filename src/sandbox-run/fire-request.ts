import type { Reading } from "../interpret/index.js";
import type { HostHookReport } from "../host-run/index.js";
import type { Payload } from "../payload/index.js";
import type { Problem } from "../problem/index.js";

/** An event to fire at the hooks of a project in a sandbox. */
export interface SandboxEvent {
  /** `snaphook`, or a host with or without its version: whose hooks run, and who reads their answers. */
  readonly host: string;
  readonly payload: Payload;
  /** The host whose form the payload has, and its name of the event; absent for Snaphook's own. */
  readonly from?: { readonly host: string; readonly event: string };
  /** Names or ids of the hooks that are there; absent for all of the project. */
  readonly hooks?: readonly string[];
  /** The user has said yes to this call. */
  readonly isGranted?: boolean;
}

/** What came of one event in one configuration. Hosts may fire several where Snaphook fires one. */
export interface SandboxFired {
  readonly host: string;
  readonly dialect: string;
  readonly event: string;
  readonly payload: Payload;
  readonly reading: Reading;
  readonly hooks: readonly HostHookReport[];
  readonly problems: readonly Problem[];
}

/** What came of one event, or why it was not fired. */
export type FireResult = { readonly fired: readonly SandboxFired[] } | { readonly fault: string };

/** What the program in the sandbox is given on standard input. */
export interface FireRequest {
  readonly projectDir: string;
  /** Whether hooks of the user and the administrator run too. */
  readonly includesUser: boolean;
  /** Ids of the project's hooks that may run; null for all, where the user has said so for other settings than the project's. */
  readonly approved: readonly string[] | null;
  /** Variables in addition to those of the sandbox. */
  readonly env: Readonly<Record<string, string>>;
  /** How Snaphook's own hooks are read, where not as the settings say. */
  readonly dialect?: string;
  readonly events: readonly SandboxEvent[];
}

/** The file in the folder for temporary files to which it writes a line with the result of each event. */
export const RESULTS = "snaphook-results.jsonl";
