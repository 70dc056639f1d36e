import { sha256 } from "./line.js";

const USUAL_BYTES = 16_384;
/** What follows a line's body: its hash and the line end. */
const TAIL_BYTES = 80;
const CLOSING = 125;

/** Lines on their way to the file: each is encoded once, and hashed as it will be written. */
export class LineBuffer {
  // Not of the pool that small buffers share: its size depends on the version of Node.
  private bytes = Buffer.allocUnsafeSlow(USUAL_BYTES);
  private length = 0;

  /** Begins anew, after what ends a line that was torn. */
  begin(start: string): void {
    if (this.bytes.length > USUAL_BYTES) this.bytes = Buffer.allocUnsafeSlow(USUAL_BYTES);
    this.length = this.bytes.write(start);
  }

  /** Adds a line and gives back its hash: that of the very bytes before it, closed by `}`. */
  add(body: string): string {
    const { length } = this;
    this.makeRoom(length + body.length * 3 + TAIL_BYTES);
    const { bytes } = this;
    const end = length + bytes.write(body, length);
    bytes[end] = CLOSING;
    const hash = sha256(bytes.subarray(length, end + 1));
    this.length = end + bytes.write(`,"hash":"${hash}"}\n`, end);
    return hash;
  }

  get lines(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  private makeRoom(most: number): void {
    if (most <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(most, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
