import type { AgentSession } from "../session/index.js";
import type { Key } from "./keys.js";
import type { Look } from "./look.js";
import type { Scrolled } from "./text-layout.js";
import type { Guard } from "./too-soon.js";

/** What is known of every open dialog. */
export interface OpenDialog {
  readonly type: string;
  /** The first row of what scrolls in it. */
  readonly scroll: number;
}

/** A dialog after a key, and the answer that the key has given, if it has. */
export interface Pressed<Dialog, Answer> {
  readonly dialog: Dialog;
  readonly answer: Answer | null;
}

/** One kind of dialog: when it is open, what keys do to it, where its answer goes, how it is drawn. */
export interface DialogKind<Dialog extends OpenDialog, Answer> {
  readonly type: Dialog["type"];
  /** What the status line says while it is shown. */
  readonly status: string;
  /** Opens, changes and closes the dialog as the session asks for it, until what it gives back is called. */
  readonly follow: (
    session: AgentSession,
    change: (next: (open: Dialog | null) => Dialog | null) => void,
    now: () => number,
  ) => () => void;
  readonly press: (dialog: Dialog, key: Key, guard: Guard) => Pressed<Dialog, Answer>;
  readonly answer: (session: AgentSession, dialog: Dialog, answer: Answer) => void;
  /** In at most so many rows. What can be done is always among them. */
  readonly lines: (dialog: Dialog, room: number, look: Look) => Scrolled;
}
