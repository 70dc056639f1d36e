/** A file that was written this long ago has a time that the next write cannot repeat. */
const SETTLED_MS = 2000;
const MOST_REMEMBERED = 200;

/** A large file that is open. */
export interface OpenLargeFile {
  readonly identity: string;
  /** When it was last changed, in milliseconds. */
  readonly changed: number;
  /** Its identity by now. */
  readonly lookAgain: () => string;
  readonly hash: () => string;
}

/**
 * Hashing a program of a hundred megabytes at every event would take longer than the hook. So its hash is
 * remembered, under an identity that holds its change time, which no program can set, and only where the
 * file had come to rest when it was hashed.
 */
export class RememberedHashes {
  private readonly known = new Map<string, string>();

  of({ identity, changed, lookAgain, hash }: OpenLargeFile): string {
    const known = this.known.get(identity);
    if (known !== undefined) return known;
    const sha256 = hash();
    if (Date.now() - changed > SETTLED_MS && lookAgain() === identity) {
      if (this.known.size >= MOST_REMEMBERED) this.known.clear();
      this.known.set(identity, sha256);
    }
    return sha256;
  }
}
