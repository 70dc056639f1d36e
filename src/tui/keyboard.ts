import { decodeKeys, endOfSequence, nothingDecoded, type Key } from "./keys.js";

/** So long after an escape nothing must come for it to be the key. */
const ESCAPE_MS = 50;

/** What a keyboard is read from: a terminal, or something that plays one. */
export interface KeyStream {
  setRawMode?(isRaw: boolean): unknown;
  setEncoding(encoding: "utf8"): unknown;
  on(event: string, listener: (data: string) => void): unknown;
  off(event: string, listener: (data: string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Turns pieces of text into keys; an escape that stays alone becomes one after a moment. */
export class Keyboard {
  private state = nothingDecoded;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly onKey: (key: Key) => void) {}

  readonly take = (chunk: string): void => {
    this.stop();
    const { state, keys } = decodeKeys(this.state, chunk);
    this.state = state;
    if (state.rest !== "" && state.pasted === null)
      this.timer = setTimeout(() => {
        const ended = endOfSequence(this.state);
        this.state = ended.state;
        for (const key of ended.keys) this.onKey(key);
      }, ESCAPE_MS);
    for (const key of keys) this.onKey(key);
  };

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}

/** Reads keys until what it gives back is called. `onClosed` is called once the other end is gone. */
export function readKeyboard(
  stream: KeyStream,
  onKey: (key: Key) => void,
  onClosed: () => void,
): () => void {
  const keyboard = new Keyboard(onKey);
  const closed = ["end", "close", "error"];
  stream.setRawMode?.(true);
  stream.setEncoding("utf8");
  stream.on("data", keyboard.take);
  for (const event of closed) stream.on(event, onClosed);
  stream.resume();
  return () => {
    keyboard.stop();
    stream.off("data", keyboard.take);
    // `error` stays: a terminal that goes away while it is left must not bring the process down.
    for (const event of closed.slice(0, 2)) stream.off(event, onClosed);
    try {
      stream.setRawMode?.(false);
    } catch {
      // The terminal is gone, and its mode with it.
    }
    stream.pause();
  };
}
