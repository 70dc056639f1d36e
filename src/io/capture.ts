/** Keeps the head of a stream and counts the rest, so that memory stays bounded whatever is printed. */
export class Capture {
  private readonly chunks: Uint8Array[] = [];
  private kept = 0;
  private total = 0;

  constructor(private readonly limit: number) {}

  add(chunk: Uint8Array): void {
    this.total += chunk.length;
    const room = this.limit - this.kept;
    if (room <= 0) return;
    // A copy: a slice would keep the whole chunk alive.
    const head = chunk.length <= room ? chunk : Uint8Array.prototype.slice.call(chunk, 0, room);
    this.chunks.push(head);
    this.kept += head.length;
  }

  get printed(): number {
    return this.total;
  }

  get isCut(): boolean {
    return this.total > this.limit;
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.chunks, this.kept);
  }
}
