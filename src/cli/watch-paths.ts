import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { defaultHome } from "../config/index.js";
import { forTerminalLine } from "../show/index.js";
import { approvalsFile } from "../trust/index.js";
import { say } from "./fold.js";

const EVERY_MS = 250;

/** Files, and what they looked like before something was made of them. */
export type FileStates = ReadonlyMap<string, string>;

/** Does something again whenever one of these files changes, until the signal. It gives back what to watch from then on. */
export async function watchPaths(
  first: FileStates,
  again: () => Promise<FileStates>,
  signal: AbortSignal,
): Promise<void> {
  let files = first;
  say(2, `watching ${files.size === 1 ? "1 file" : `${files.size} files`}; Ctrl-C ends it\n`);
  while (!signal.aborted) {
    // The signal ends the wait early: that is no error.
    await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    const changed = [...files].find(([path, before]) => stateOf(path) !== before)?.[0];
    if (changed === undefined || signal.aborted) continue;
    say(1, `\n── ${forTerminalLine(changed)} changed ──\n\n`);
    files = await again();
  }
}

/** To be taken before the files are read: what is written meanwhile is then noticed. What is approved counts as well. */
export function statesOf(paths: Iterable<string>): FileStates {
  const all = [...paths, approvalsFile(defaultHome())];
  return new Map([...new Set(all)].map((path) => [path, stateOf(path)]));
}

/** What differs where a file was written, replaced, removed, or made executable. */
function stateOf(path: string): string {
  try {
    const { ino, size, mtimeMs, mode } = statSync(path);
    return [ino, size, mtimeMs, mode].join(" ");
  } catch {
    return "";
  }
}
