/** Cuts a stream of bytes into lines. A line that grows past a limit is handed over as far as it came, once. */
export class LineSplitter {
  private parts: Buffer[] = [];
  private held = 0;
  private flooded = false;

  constructor(
    private readonly limit: () => number,
    private readonly onLine: (line: Buffer) => void,
    private readonly onFlood: (head: Buffer) => void,
  ) {}

  add(chunk: Buffer): void {
    let begin = 0;
    while (!this.flooded) {
      const end = chunk.indexOf(0x0a, begin);
      const part = chunk.subarray(begin, end === -1 ? chunk.length : end);
      if (this.held + part.length > this.limit()) {
        this.flooded = true;
        this.onFlood(this.take(part));
      } else if (end === -1) {
        if (part.length > 0) this.parts.push(part);
        this.held += part.length;
        return;
      } else {
        this.onLine(this.take(part));
        begin = end + 1;
      }
    }
  }

  /** The stream has ended: what is left was never a whole line. */
  rest(): Buffer {
    return this.take(Buffer.alloc(0));
  }

  private take(last: Buffer): Buffer {
    const line = this.parts.length === 0 ? last : Buffer.concat([...this.parts, last]);
    this.parts = [];
    this.held = 0;
    return line;
  }
}
