import { writeSync } from "node:fs";
import { codeOf } from "../../io/index.js";

/** Whose turn it is to write to the host: the number of a thread, or 0. All threads of the process share it. */
export type Turn = Int32Array<SharedArrayBuffer>;

/** Nobody is woken where a thread is ended in the middle of its line; the others look again. */
const LOOK_MS = 20;
const MAIN = -1;

export function newTurn(): Turn {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Writes a line of a thread, whole: a long one goes out in parts, between which no other line may come. */
export function writeInTurn(line: string, turn: Turn, thread: number): void {
  for (let other = take(turn, thread); other !== 0; other = take(turn, thread))
    Atomics.wait(turn, 0, other, LOOK_MS);
  writeAll(line);
  giveBack(turn);
}

/** Gives back whose turn it is: 0 where it was free, and has been taken now. */
function take(turn: Turn, who: number): number {
  return Atomics.compareExchange(turn, 0, 0, who);
}

function giveBack(turn: Turn): void {
  Atomics.store(turn, 0, 0);
  Atomics.notify(turn, 0, 1);
}

/** Waits where the host does not read just now. */
function writeAll(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** What the main thread says. It never waits for its turn: who has it may be a thread that it has just ended. */
export class MainVoice {
  private lines = "";
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly turn: Turn) {}

  say(line: string): void {
    this.lines += line;
    if (take(this.turn, MAIN) === 0) this.write();
    else this.timer ??= setTimeout(() => this.again(), 1);
  }

  /** A thread is gone. Where it was in the middle of a line, that line ends here. */
  gone(thread: number): void {
    if (Atomics.compareExchange(this.turn, 0, thread, MAIN) !== thread) return;
    this.lines = `\n${this.lines}`;
    this.write();
  }

  private again(): void {
    this.timer = null;
    this.say("");
  }

  private write(): void {
    writeAll(this.lines);
    this.lines = "";
    giveBack(this.turn);
  }
}
