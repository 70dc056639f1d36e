import {
  reduceHookEvents,
  type HookEventAction,
  type HookEventStore,
  type TurnEnd,
} from "../agent/index.js";
import type { AgentSession } from "../session/index.js";
import {
  helpText,
  hooksText,
  permissionsText,
  readCommand,
  traceText,
  type Command,
} from "./commands.js";
import { kindOf, withDialog, type Dialog } from "./dialogs.js";
import { pressInterrupt } from "./interrupt.js";
import type { Key } from "./keys.js";
import { promptKey, promptTaken } from "./prompt.js";
import { feed } from "./session-feed.js";
import { Store } from "./store.js";
import type { Note } from "./transcript.js";
import { counted } from "./text-layout.js";
import { noted, viewOf, type View } from "./view.js";

/** Why the UI has ended: the user quit, Ctrl-C did, the terminal is gone, or a hook refused the session. */
export type ExitReason = "quit" | "interrupted" | "terminal-closed" | "refused";

export interface DeskOptions {
  readonly now: () => number;
  readonly guardMs: number;
}

/** So often hooks that ran long ago are forgotten. */
const AGING_MS = 60_000;

/** Takes keys, keeps what is shown, and drives the session. Knows nothing of a screen. */
export class TerminalController {
  readonly store: Store<View>;
  /** Settles when the UI is to end. */
  readonly ended: Promise<ExitReason>;
  /** Settles when the user does not want to wait for the end either. */
  readonly left: Promise<void>;
  private readonly stopFeed: () => void;
  private readonly aging: NodeJS.Timeout;
  private end: (reason: ExitReason) => void = () => {};
  private leave: () => void = () => {};

  constructor(
    readonly session: AgentSession,
    private readonly options: DeskOptions,
  ) {
    this.store = new Store(viewOf(session));
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
    this.left = new Promise((resolve) => {
      this.leave = resolve;
    });
    this.stopFeed = feed(session, this.store, options.now);
    this.aging = setInterval(
      () => this.changeHookEvents({ type: "aged", now: options.now() }),
      AGING_MS,
    ).unref();
  }

  private get view(): View {
    return this.store.get();
  }

  /** Fires SessionStart; a session that its hooks end is over. */
  async start(): Promise<void> {
    const end = await this.session.start();
    if (end === null) return;
    this.note(end.type === "hook" ? `A hook refused the session: ${end.why}` : end.type, "error");
    this.quit("refused");
  }

  press(key: Key): void {
    const { dialogs, phase } = this.view;
    if (key.type === "key" && key.name === "ctrl-c") return this.interrupt();
    if (phase !== "open") return;
    this.set({ hint: null });
    const [dialog] = dialogs;
    if (dialog === undefined) this.pressPrompt(key);
    else this.pressDialog(dialog, key);
  }

  /** Sends a prompt, or does what a slash command says. Null where it is a command. */
  submit(text: string): Promise<TurnEnd | null> {
    const command = readCommand(text);
    if (command === null) return this.send(text);
    this.obey(command);
    return Promise.resolve(null);
  }

  /** Shows the user a note in the transcript. */
  note(text: string, kind: Note["kind"] = "info"): void {
    if (text.trim() === "") return;
    this.store.update((view) => noted(view, { kind, text }));
  }

  /** The screen shows the dialog from this row on: it cannot be scrolled further. */
  scrolledTo(scroll: number): void {
    const [dialog] = this.view.dialogs;
    if (dialog !== undefined && dialog.scroll > scroll) this.change({ ...dialog, scroll });
  }

  private changeHookEvents(action: HookEventAction): void {
    this.store.update((view) => ({
      ...view,
      hookEvents: reduceHookEvents(view.hookEvents, action),
    }));
  }

  /** The hooks and questions of the session, for components. */
  readonly hookEvents: HookEventStore = {
    get: () => this.view.hookEvents,
    follow: (listener) => this.store.follow(listener),
    aiManagerCallbacks: {
      pause: () => {
        this.session.pause();
        this.set({ isPaused: true });
      },
      resume: () => {
        this.set({ isPaused: false });
        this.session.resume();
      },
      abort: () => this.session.abort(),
    },
    addPendingPermission: (asked, signal) => this.session.permissions.ask(asked, signal),
    resolvePendingPermission: (id, decision) => this.session.permissions.resolve(id, decision),
    clearHookHistory: () => this.changeHookEvents({ type: "history-cleared" }),
    updateUserPreferences: (preferences) =>
      this.changeHookEvents({ type: "preferred", preferences }),
  };

  quit(reason: ExitReason = "quit"): void {
    this.end(reason);
  }

  /** Closes the session, and waits for its hooks unless the user does not. */
  async close(reason: ExitReason): Promise<void> {
    this.set({ phase: "closing", isPaused: false, hint: null });
    const closed = this.session.close(reason).catch((error: unknown) => {
      this.note(`The session did not close as it should: ${String(error)}`, "error");
    });
    await Promise.race([closed, this.left]);
    this.stopFeed();
    clearInterval(this.aging);
    this.store.update((view) => ({ ...view, phase: "closed" }));
  }

  private interrupt(): void {
    const { activity, interrupt, phase } = this.view;
    const { state, does } = pressInterrupt(interrupt, {
      now: this.options.now(),
      turn: activity.isBusy ? activity.turn : null,
      isClosing: phase !== "open",
    });
    this.set({ interrupt: state });
    switch (does) {
      case "abort":
        this.set({ hint: "ending the turn; Ctrl-C again quits" });
        return this.session.abort();
      case "hint":
        return this.set({ hint: "press Ctrl-C again to quit" });
      case "quit":
        return this.quit("interrupted");
      case "leave":
        return this.leave();
    }
  }

  private pressDialog(dialog: Dialog, key: Key): void {
    const { now, guardMs } = this.options;
    const kind = kindOf(dialog);
    const next = kind.press(dialog, key, { now: now(), guardMs });
    this.change(next.dialog);
    if (next.answer !== null) kind.answer(this.session, next.dialog, next.answer);
  }

  private change(dialog: Dialog): void {
    this.set({ dialogs: withDialog(this.view.dialogs, dialog.type, () => dialog) });
  }

  private pressPrompt(key: Key): void {
    if (key.type === "key" && key.name === "ctrl-o") return this.toggleWhole();
    const { prompt, submitted } = promptKey(this.view.prompt, key);
    this.set({ prompt });
    if (submitted === null) return;
    if (readCommand(submitted) === null && this.session.isBusy)
      return this.set({ hint: "a turn is running; Ctrl-C ends it" });
    this.set({ prompt: promptTaken(prompt, submitted) });
    void this.submit(submitted);
  }

  private toggleWhole(): void {
    const { showWholeTexts } = this.view.hookEvents.userPreferences;
    this.changeHookEvents({ type: "preferred", preferences: { showWholeTexts: !showWholeTexts } });
    this.set({
      hint: showWholeTexts ? "long texts are folded" : "texts are shown whole from now on",
    });
  }

  private async send(text: string): Promise<TurnEnd | null> {
    try {
      const end = await this.session.submit(text);
      if (end.type === "aborted") this.note("The turn was ended.");
      return end;
    } catch (error) {
      // An internal error: shown rather than thrown, the user may still want to read.
      this.note(String(error), "error");
      return null;
    }
  }

  private async compact(instructions: string): Promise<void> {
    if (this.session.isBusy) return this.set({ hint: "a turn is running; Ctrl-C ends it" });
    try {
      const end = await this.session.compact(instructions);
      if (end.type === "compacted") this.note("The conversation was summed up.");
      else this.note(`The conversation was not summed up: ${end.why}`);
    } catch (error) {
      this.note(`The conversation was not summed up: ${(error as Error).message}`, "error");
    }
  }

  /** Shows the hooks that do not run because nobody has approved them, also those that were refused before. */
  private async reviewAgain(): Promise<void> {
    const { engine, reviews } = this.session;
    try {
      await engine.refresh();
      const open = engine.review().filter(({ runs }) => !runs);
      if (open.length === 0) return this.note("Every hook of this project is approved.");
      if (reviews.pending !== null) return;
      const approved = await reviews.ask(open);
      await engine.approve(approved);
      if (approved.length > 0) this.note(`${counted(approved.length, "hook")} approved.`);
    } catch (error) {
      this.note(`Nothing was approved: ${(error as Error).message}`, "error");
    }
  }

  private obey(command: Command): void {
    switch (command.name) {
      case "hooks": {
        const { hookExecutionHistory } = this.view.hookEvents;
        if (command.what === "list")
          return this.note(hooksText(this.session.engine, hookExecutionHistory));
        if (command.what === "clear") return this.changeHookEvents({ type: "history-cleared" });
        const { showHookPanel } = this.view.hookEvents.userPreferences;
        const preferences = { showHookPanel: !showHookPanel };
        return this.changeHookEvents({ type: "preferred", preferences });
      }
      case "trust":
        return void this.reviewAgain();
      case "trace":
        return this.note(traceText(this.view.activity.traced, command.number));
      case "permissions":
        return this.note(permissionsText(this.session.engine, command.call));
      case "compact":
        return void this.compact(command.instructions);
      case "help":
        return this.note(helpText());
      case "quit":
        return this.quit();
      case "wrong":
        return this.note(command.why, "error");
    }
  }

  private set(changes: Partial<View>): void {
    this.store.update((view) => ({ ...view, ...changes }));
  }
}
