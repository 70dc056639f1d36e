import type { ConfigProblem, ProgramSettings, Settings } from "../config/index.js";
import type { Payload } from "../payload/index.js";
import type { Ruling } from "../rules/index.js";
import type { Ledger, LedgerOptions } from "../trace/index.js";
import type { ApprovalStore, HookTrust } from "../trust/index.js";
import type { Fired } from "./fired.js";
import type { GrantStore, ToolCall } from "./grants.js";
import type { HookChoice, PlannedHook } from "./planned-hook.js";
import type { OnReview } from "./project-trust.js";
import type { Progress } from "./run-hooks.js";

/** Where the engine finds hooks, how it runs them, and which callbacks it calls. */
export interface EngineOptions {
  readonly projectDir: string;
  /** Whether all of the project's hooks run, approved or not, for as long as this engine lives. */
  readonly trustProject?: boolean;
  /** Lets someone look at hooks that are not approved as they are. Without it they are named and skipped. */
  readonly onReview?: OnReview;
  /** Settings given by code, in addition to the files; hooks in them may be functions. What is wrong with them throws. */
  readonly program?: ProgramSettings;
  /** Where the user's settings, the ledger and the stores are; by default `$SNAPHOOK_HOME` or `~/.snaphook`. */
  readonly home?: string;
  /** The user's home folder, for `.wave/settings.json`. By default the system's; where `home` is given without it, no file of Wave's is the user's. */
  readonly userHome?: string;
  /** Whether `.wave/settings.json` and `.wave/settings.local.json` are read in addition to `.snaphook`'s. By default they are. */
  readonly wave?: boolean;
  readonly managedFile?: string;
  /** Where approvals are kept; by default a file in `home`. */
  readonly approvals?: ApprovalStore;
  /** Where the user's permissions of this session are kept; by default in memory. */
  readonly grants?: GrantStore;
  /** Which hooks of the settings are there, for who tries out some of them; by default all. */
  readonly only?: HookChoice;
  /** How to read hooks; by default what the settings say. */
  readonly dialect?: string;
  /** A long-lived host runs hooks through a helper process (default); a one-shot command in place. */
  readonly keeper?: boolean;
  /**
   * Without a keeper: how many milliseconds a hook may run before a process watches over it, which would end it if this one were
   * killed. Only for a command that aborts its event on every signal that it can catch. By default a hook is watched over
   * before it starts.
   */
  readonly guardAfterMs?: number;
  /** Where everything that happens is recorded: a ledger, which stays the host's to close, or where to open one. */
  readonly ledger?: Ledger | LedgerOptions;
  /**
   * Runs the engine in a thread of its own, so that its work does not hold up the host's. Code that the host gives is
   * called on the host's thread. Default: false.
   */
  readonly thread?: boolean;
  /** The environment that hooks get a part of; by default the host's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Called when the settings on disk changed. They count only once `reload` is called: that is the user's decision. */
  readonly onSettingsChange?: (changed: Settings) => void;
  /** Called when a hook starts and ends, for a UI. */
  readonly onProgress?: (progress: Progress) => void;
}

/** What the user said to a call that needed their permission. */
export interface PermissionAnswer {
  readonly decision: "allow" | "deny";
  /** Words for the model. */
  readonly reason?: string;
  /** It holds for this input from now on. */
  readonly remember?: boolean;
  /** Who said it, where it was not the user at the screen. */
  readonly by?: string;
}

/** The hooks of one project, ready to be fired at. */
export interface Engine {
  readonly settings: Settings;
  /** What the user should know of the settings, the trust store and the rules, whatever the event. */
  readonly problems: readonly ConfigProblem[];
  /** Runs the hooks that match the event and says what follows. Aborted, its outcome is `halt`. Rejects only for a caller's mistake. */
  fire(payload: Payload, options?: { readonly signal?: AbortSignal }): Promise<Fired>;
  /** What would run, and why the rest would not, without running anything. */
  preview(payload: Payload): readonly PlannedHook[];
  /** Every hook of the project and whether it is approved, read as data. */
  review(): readonly HookTrust[];
  /** Approves hooks as they were looked at; they count once it resolves. Rejects where that cannot be stored. */
  approve(looked: readonly HookTrust[]): Promise<void>;
  /** Takes approval back, of some hooks or of all of the project. Gives back how many it was. Rejects where that cannot be stored. */
  revoke(ids?: readonly string[]): Promise<number>;
  /** What the permission rules say to a call, and which one decides. Hooks are not run. */
  judge(call: ToolCall): Ruling;
  /** The user has said yes to exactly this call; for this session its `ask` is answered. Rejects where that cannot be stored. */
  grant(call: ToolCall): Promise<void>;
  /** Records what the user answered to the question of an event, by its `eventId`. The answer is the host's: nothing follows from it here. */
  recordPermission(eventId: string, answer: PermissionAnswer): void;
  /** Whether hooks run through the helper process by now; until it is ready they run in place. */
  readonly usesKeeper: boolean;
  /** Asks the stores what they hold by now. Each event does; call it before `review` or `preview` where a store answers by a promise. */
  refresh(): Promise<void>;
  /** Reads the settings again. Nothing that changed on disk counts before this is called. */
  reload(): Settings;
  /** Resolves once no async hook runs any more. Who wants to give them time waits for it, or for some of it, before `close`. */
  drained(): Promise<void>;
  /** Ends every hook that runs, async ones too. */
  close(): void;
}
