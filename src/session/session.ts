import { setTimeout as sleep } from "node:timers/promises";
import {
  ReviewQueue,
  type AnsweredElsewhere,
  type PermissionQueue,
  type TurnEnd,
} from "../agent/index.js";
import type { Message, Conversation } from "../conversation/index.js";
import {
  createEngine,
  type Engine,
  type Ledger,
  type LedgerOptions,
  type ProgramSettings,
  type Progress,
} from "../engine/index.js";
import type { Model } from "../models/index.js";
import { createRunner, withoutSecrets, type Runner } from "../run/index.js";
import { CodingAgent, type CodingAgentEvent } from "./coding-agent.js";
import type { CompactionEnd } from "./compaction.js";
import { shellCommand } from "./shell-command.js";
import { SESSION_VERSION, SessionFile, type SessionHead } from "./session-file.js";

/** How long hooks that nobody waits for may still run when the session ends: time to write a line, not to run tests. */
const ASYNC_GRACE_MS = 2000;

/** What a session reports to its listener, in addition to the changes of its conversation. */
export type SessionEvent =
  | CodingAgentEvent
  /** A hook has started, or has ended. */
  | { readonly type: "progress"; readonly progress: Progress }
  /** Something of the session itself went wrong; it continues. */
  | { readonly type: "trouble"; readonly why: string }
  /** A question was answered, and not at the screen. */
  | ({ readonly type: "answered" } & AnsweredElsewhere)
  /** A turn has begun (true), or the session waits for the user (false). */
  | { readonly type: "busy"; readonly busy: boolean };

export interface SessionOptions {
  /** Canonical. */
  readonly workspace: string;
  readonly model: Model;
  /** Snaphook's own folder. */
  readonly home: string;
  /** The user's home folder, for settings of Wave. Without it there are none of the user's. */
  readonly userHome?: string;
  /** Whether the conversation is written down in the home, to be taken up again. */
  readonly saves?: boolean;
  readonly ledger?: Ledger | LedgerOptions;
  /** Whether hooks are dealt with in a thread of their own. */
  readonly thread?: boolean;
  readonly dialect?: string;
  readonly trustProject?: boolean;
  /** Settings given by code. */
  readonly program?: ProgramSettings;
  readonly managedFile?: string;
  /** Why nobody can be asked, where nobody can. A turn that meets hooks nobody has approved ends then. */
  readonly nobodyToAsk?: string;
  /** Questions wait all the same: somebody answers them elsewhere. */
  readonly waitsForOthers?: boolean;
  /** A session that is taken up again. */
  readonly resumed?: { readonly id: string; readonly messages: readonly Message[] };
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** One session of the agent with all that it needs, as a UI sees it. */
export class AgentSession {
  readonly workspace: string;
  readonly modelName: string;
  readonly engine: Engine;
  readonly reviews = new ReviewQueue();
  private readonly agent: CodingAgent;
  private readonly runner: Runner;
  private readonly listeners = new Set<(event: SessionEvent) => void>();
  private turn: AbortController | null = null;
  /** Settles when the last turn has ended, however it ended. */
  private lastTurn: Promise<void> = Promise.resolve();
  private closing: Promise<void> | null = null;
  private readonly file: SessionFile | null;
  /** What went wrong before anybody listened. */
  private readonly troubles: string[] = [];

  constructor(private readonly options: SessionOptions) {
    const { workspace, model, nobodyToAsk, resumed, environment = process.env } = options;
    this.workspace = workspace;
    this.modelName = model.name;
    this.runner = createRunner({ keeper: false, base: withoutSecrets(environment) });
    this.engine = createEngine({
      projectDir: workspace,
      environment,
      onProgress: (progress) => this.notify({ type: "progress", progress }),
      ...(nobodyToAsk === undefined && { onReview: (hooks) => this.reviews.ask(hooks) }),
      ...given(options, [
        "home",
        "userHome",
        "ledger",
        "thread",
        "dialect",
        "trustProject",
        "program",
        "managedFile",
      ]),
    });
    this.agent = new CodingAgent({
      workspace,
      model,
      engine: this.engine,
      runCommand: shellCommand(this.runner, workspace),
      onEvent: (event) => {
        if (event.type === "compacting") this.file?.archive();
        this.notify(event);
      },
      writeTranscript: () => this.file?.writeTranscript() ?? null,
      needsTrust: nobodyToAsk !== undefined,
      ...(resumed !== undefined && { sessionId: resumed.id, messages: resumed.messages }),
    });
    this.agent.permissions.followElsewhere((answered) =>
      this.notify({ type: "answered", ...answered }),
    );
    if (nobodyToAsk !== undefined && options.waitsForOthers !== true)
      this.agent.permissions.close(nobodyToAsk);
    this.file = options.saves === true ? this.saveTo(options.home) : null;
  }

  /** Where the conversation is written down, or null. */
  get savedIn(): string | null {
    return this.file?.path ?? null;
  }

  get id(): string {
    return this.agent.sessionId;
  }

  get messages(): Conversation {
    return this.agent.messages;
  }

  get permissions(): PermissionQueue {
    return this.agent.permissions;
  }

  get isBusy(): boolean {
    return this.turn !== null;
  }

  /** Reports everything but the conversation, until what it gives back is called. */
  follow(listener: (event: SessionEvent) => void): () => void {
    this.listeners.add(listener);
    for (const why of this.troubles.splice(0)) listener({ type: "trouble", why });
    return () => this.listeners.delete(listener);
  }

  /** Fires SessionStart. Gives the end of the session where hooks end it. */
  start(): Promise<TurnEnd | null> {
    const source = this.options.resumed === undefined ? "startup" : "resume";
    return this.during((signal) => this.agent.start(source, signal));
  }

  /** Has a prompt answered. One at a time. */
  submit(prompt: string): Promise<TurnEnd> {
    return this.during((signal) => this.agent.submit(prompt, signal));
  }

  /** Puts a summary in the place of all that was said. One at a time with prompts. */
  compact(instructions = ""): Promise<CompactionEnd> {
    return this.during((signal) => this.agent.compact("manual", signal, instructions));
  }

  /** Reports something that went wrong around the session; it continues. */
  note(why: string): void {
    if (this.listeners.size === 0) this.troubles.push(why);
    this.notify({ type: "trouble", why });
  }

  /** Holds the agent before its next step. A model or a tool that runs is not stopped by it. */
  pause(): void {
    this.agent.pausing.pause();
  }

  resume(): void {
    this.agent.pausing.resume();
  }

  /** Ends the turn that runs: tools, hooks and questions with it. */
  abort(): void {
    // A review has no signal; nothing is approved by it.
    this.reviews.resolve([]);
    this.turn?.abort();
  }

  /** Ends the turn that runs, fires SessionEnd and leaves nothing running. Once is enough. */
  close(reason: string): Promise<void> {
    this.closing ??= this.end(reason);
    return this.closing;
  }

  private async end(reason: string): Promise<void> {
    this.abort();
    this.resume();
    this.permissions.close("The session is over.");
    this.reviews.close();
    await this.lastTurn;
    await this.agent.end(reason);
    this.file?.close();
    await Promise.race([this.engine.drained(), sleep(ASYNC_GRACE_MS, undefined, { ref: false })]);
    this.engine.close();
    this.runner.close();
  }

  private async during<End>(work: (signal: AbortSignal) => Promise<End>): Promise<End> {
    if (this.closing !== null) throw new Error("the session is over");
    if (this.turn !== null) throw new Error("a turn is running already");
    this.turn = new AbortController();
    let ended!: () => void;
    this.lastTurn = new Promise((resolve) => {
      ended = resolve;
    });
    this.notify({ type: "busy", busy: true });
    try {
      return await work(this.turn.signal);
    } finally {
      this.file?.flush();
      this.turn = null;
      ended();
      this.notify({ type: "busy", busy: false });
    }
  }

  private saveTo(home: string): SessionFile {
    const { id, workspace, modelName } = this;
    const head: SessionHead = {
      type: "session",
      version: SESSION_VERSION,
      id,
      workspace,
      model: modelName,
      startedAt: Date.now(),
    };
    return new SessionFile(home, head, this.messages, (why) => this.note(why));
  }

  private notify(event: SessionEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** Those of the options that were given. */
function given<Options extends object, Key extends keyof Options>(
  options: Options,
  keys: readonly Key[],
): { [K in Key]?: Exclude<Options[K], undefined> } {
  const entries = keys.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]]));
  return Object.fromEntries(entries) as { [K in Key]?: Exclude<Options[K], undefined> };
}
