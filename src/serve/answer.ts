/** What a command prints and ends with. */
export interface CommandAnswer {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  /** It keeps a call from being made: whatever happens meanwhile, it is given. */
  readonly isBlock?: true;
}

/**
 * An answer as a shell can take it apart without an error: fields between bars, and in them only printable ASCII, the rest as
 * `printf %b` reads it. A text that was cut off lacks the end.
 */
export function encodeAnswer({ exit, stdout, stderr }: CommandAnswer): string {
  return `A|${exit}|${encoded(stdout)}|${encoded(stderr)}|ok`;
}

/** What is sent while hooks run. A shell takes it for blanks. */
export const BEAT = "\n";

function encoded(text: string): string {
  return Buffer.from(text)
    .toString("latin1")
    .replace(/[^ -[\]-{}~]/g, (char) => `\\0${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
}
