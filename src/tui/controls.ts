import type { TurnEnd } from "../agent/index.js";
import type { TerminalController } from "./terminal-controller.js";
import type { Dialog } from "./dialogs.js";
import { Keyboard } from "./keyboard.js";

/** What the session may wait for. */
type WaitedFor = "idle" | Dialog["type"];

/** How a demonstration drives the UI, as someone at the keyboard would. */
export interface Controls {
  /** Sends a prompt, or a slash command. Settles when its turn is over; null for a command. */
  submit(text: string): Promise<TurnEnd | null>;
  /** Presses keys as a terminal sends them: `y`, `\r`, `\u001b[B`. Each call is one piece. */
  press(keys: string): void;
  /** Writes a text letter by letter, with a pause after each. */
  type(text: string, pauseMs: number): Promise<void>;
  /** A caption in the transcript. */
  note(text: string): void;
  /** Settles when the session waits for this, at once where it does already. */
  until(waiting: WaitedFor): Promise<void>;
  quit(): void;
}

export function controlsOf(controller: TerminalController): Controls {
  const keyboard = new Keyboard((key) => controller.press(key));
  return {
    submit: (text) => controller.submit(text),
    press: keyboard.take,
    async type(text, pauseMs) {
      for (const letter of text) {
        keyboard.take(letter);
        await new Promise((next) => setTimeout(next, pauseMs));
      }
    },
    note: (text) => controller.note(text, "caption"),
    until: (waiting) =>
      new Promise((resolve) => {
        if (waitsFor(controller) === waiting) return resolve();
        const stop = controller.store.follow(() => {
          if (waitsFor(controller) !== waiting) return;
          stop();
          resolve();
        });
      }),
    quit: () => controller.quit(),
  };
}

function waitsFor(controller: TerminalController): WaitedFor | null {
  const { dialogs, activity } = controller.store.get();
  return dialogs[0]?.type ?? (activity.isBusy ? null : "idle");
}
