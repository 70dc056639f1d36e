import { StringDecoder } from "node:string_decoder";

/** So much of the end is kept, for the case that the process dies of what it says there. */
const TAIL_BYTES = 8192;
/** Whoever says more than this in a second is not listened to until the next one. */
const BYTES_A_SECOND = 65_536;

/** A line that is longer is passed on in parts. */
const LONGEST_LINE = 8192;

/** What a worker says on stderr: passed on at a bounded rate, its end kept; by lines, since half a secret looks like none. */
export class StderrLog {
  private tail: Buffer = Buffer.alloc(0);
  private printed = 0;
  private since = 0;
  private passed = 0;
  private leftOut = 0;
  /** The beginning of a line. */
  private line = "";
  private readonly decoder = new StringDecoder();

  constructor(private readonly pass: (text: string) => void) {}

  add(chunk: Buffer, now: number): void {
    this.printed += chunk.length;
    // A copy: a view would keep the whole chunk alive.
    this.tail = Buffer.from(Buffer.concat([this.tail, chunk]).subarray(-TAIL_BYTES));
    if (now - this.since >= 1000) {
      this.sayLeftOut();
      this.since = now;
      this.passed = 0;
    }
    const head = chunk.subarray(0, Math.max(0, BYTES_A_SECOND - this.passed));
    this.passed += head.length;
    this.leftOut += chunk.length - head.length;
    this.line += this.decoder.write(head);
    const whole = this.line.lastIndexOf("\n") + 1;
    const end = this.line.length - whole > LONGEST_LINE ? this.line.length : whole;
    if (end > 0) this.pass(this.line.slice(0, end));
    this.line = this.line.slice(end);
  }

  end(): { readonly stderr: Uint8Array; readonly stderrCut: boolean } {
    if (this.leftOut > 0) this.sayLeftOut();
    else if (this.line !== "") this.pass(this.line);
    return { stderr: this.tail, stderrCut: this.printed > this.tail.length };
  }

  /** A line of which a part is left out is left out as a whole. */
  private sayLeftOut(): void {
    if (this.leftOut === 0) return;
    const bytes = this.leftOut + Buffer.byteLength(this.line);
    this.pass(`\n(${bytes} more bytes on stderr)\n`);
    this.line = "";
    this.leftOut = 0;
  }
}
