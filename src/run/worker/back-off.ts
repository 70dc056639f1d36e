/** A process that ends this soon after its start, without a good answer, has not really started. */
const QUICK_MS = 5000;
/** So many quick ends in a row are forgiven. */
const FORGIVEN = 3;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** When a process that keeps ending may be started again. */
export class BackOff {
  private ends = 0;
  private until = 0;

  /** It ended by itself, this long after its start. */
  ended(livedMs: number, now: number): void {
    if (livedMs > QUICK_MS) {
      this.reset();
      return;
    }
    this.ends++;
    const doublings = this.ends - FORGIVEN;
    if (doublings >= 0)
      this.until = now + Math.min(FIRST_WAIT_MS * 2 ** doublings, LONGEST_WAIT_MS);
  }

  reset(): void {
    this.ends = 0;
    this.until = 0;
  }

  /** Why it is not started now, in words; null where it may be. */
  refusal(now: number): string | null {
    if (now >= this.until) return null;
    const seconds = Math.ceil((this.until - now) / 1000);
    return `it ended ${this.ends} times in a row; next try in ${seconds} s`;
  }
}
