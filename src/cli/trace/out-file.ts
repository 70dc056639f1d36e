import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { codeOf } from "../../io/index.js";
import { writeAll } from "../files.js";
import { UsageError } from "../usage-error.js";

/** Where an export goes. */
export interface Out {
  /** False where nobody reads it any more. */
  write(text: string): boolean;
  /** Now it is whole. */
  finish(): void;
  /** It does not become whole: nothing stays. */
  discard(): void;
}

const stdout: Out = {
  write: (text) => writeAll(1, text),
  finish: () => undefined,
  discard: () => undefined,
};

/** A file that is there once it is whole, and that only its owner can read; standard output where none was given. */
export function openOut(given: string | undefined): Out {
  if (given === undefined || given === "-") return stdout;
  const path = resolve(given);
  const draft = `${path}.${process.pid}.draft`;
  let fd: number;
  try {
    fd = openSync(draft, "wx", 0o600);
  } catch (error) {
    throw new UsageError(`--out ${given}: ${codeOf(error) || String(error)}`);
  }
  const discard = (): void => {
    closeSync(fd);
    rmSync(draft, { force: true });
  };
  return {
    write(text) {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at);
      return true;
    },
    finish() {
      closeSync(fd);
      try {
        renameSync(draft, path);
      } catch (error) {
        rmSync(draft, { force: true });
        throw new UsageError(`--out ${given}: ${codeOf(error) || String(error)}`);
      }
    },
    discard,
  };
}
