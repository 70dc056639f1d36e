import type { ConversationEvent, Message } from "../conversation/index.js";

/** The message to the user by the UI itself, between two messages. */
export interface Note {
  readonly kind: "info" | "error" | "caption";
  readonly text: string;
}

export type TranscriptEntry =
  | { readonly type: "message"; readonly message: Message }
  | { readonly type: "note"; readonly id: number; readonly note: Note };

/** The conversation as it is shown: what cannot change any more is printed once and for all. */
export interface Transcript {
  /** Only grows. */
  readonly printed: readonly TranscriptEntry[];
  /** What may still change or go away. */
  readonly live: readonly TranscriptEntry[];
  /** How many messages of a session that was taken up again are not shown. */
  readonly earlier: number;
  /** How many notes there were. */
  readonly notes: number;
}

export type TranscriptEvent =
  | ConversationEvent
  /** The turn is over: nothing that was said in it changes any more. */
  | { readonly type: "settled" }
  | { readonly type: "noted"; readonly note: Note };

/** Of a session that is taken up again so many messages are shown. */
const MOST_RESUMED = 200;

export function transcriptOf(messages: readonly Message[]): Transcript {
  const shown = messages.slice(-MOST_RESUMED);
  return {
    printed: shown.filter(isFilled).map(entryOf),
    live: [],
    earlier: messages.length - shown.length,
    notes: 0,
  };
}

/**
 * A prompt may be erased while its hooks run, and a tool's result may grow until hooks have seen it; both are
 * over when the model speaks again, so that settles whatever comes before. The end of a turn settles the rest.
 */
export function follow(transcript: Transcript, event: TranscriptEvent): Transcript {
  const { live } = transcript;
  switch (event.type) {
    case "message-added": {
      const settled = event.message.from === "model" ? settle(transcript) : transcript;
      return { ...settled, live: [...settled.live, entryOf(event.message)] };
    }
    case "message-changed":
      return {
        ...transcript,
        live: live.map((entry) => (isOf(entry, event.message) ? entryOf(event.message) : entry)),
      };
    case "message-removed":
      return { ...transcript, live: live.filter((entry) => !isOf(entry, event.message)) };
    case "noted": {
      const notes = transcript.notes + 1;
      const entry: TranscriptEntry = { type: "note", id: notes, note: event.note };
      return live.length === 0
        ? { ...transcript, notes, printed: [...transcript.printed, entry] }
        : { ...transcript, notes, live: [...live, entry] };
    }
    case "settled":
      return settle(transcript);
  }
}

function settle(transcript: Transcript): Transcript {
  const { printed, live } = transcript;
  if (live.length === 0) return transcript;
  const filled = live.filter((entry) => entry.type === "note" || isFilled(entry.message));
  return { ...transcript, printed: [...printed, ...filled], live: [] };
}

function entryOf(message: Message): TranscriptEntry {
  return { type: "message", message };
}

function isOf(entry: TranscriptEntry, { id }: Message): boolean {
  return entry.type === "message" && entry.message.id === id;
}

/** A turn in which the model has said nothing leaves nothing to show. */
function isFilled({ blocks }: Message): boolean {
  return blocks.length > 0;
}

export function keyOf(entry: TranscriptEntry): string {
  return entry.type === "message" ? `message ${entry.message.id}` : `note ${entry.id}`;
}
