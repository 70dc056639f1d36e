import { statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { forTerminalLine } from "../../show/index.js";
import { writeAll } from "../files.js";
import type { FiredSection } from "./run-request.js";

const EVERY_MS = 250;

/** Fires again whenever a script or the settings change, until the signal. */
export async function watchFiles(
  first: readonly FiredSection[],
  fire: () => Promise<readonly FiredSection[]>,
  signal: AbortSignal,
): Promise<void> {
  let files = filesOf(first);
  writeAll(2, `watching ${files.size === 1 ? "1 file" : `${files.size} files`}; Ctrl-C ends it\n`);
  while (!signal.aborted) {
    // The signal ends the wait early: that is no error.
    await delay(EVERY_MS, undefined, { signal }).catch(() => undefined);
    const changed = [...files].find(([path, before]) => stateOf(path) !== before)?.[0];
    if (changed === undefined || signal.aborted) continue;
    writeAll(1, `\n── ${forTerminalLine(changed)} changed ──\n\n`);
    files = filesOf(await fire());
  }
}

function filesOf(sections: readonly FiredSection[]): ReadonlyMap<string, string> {
  const paths = new Set(sections.flatMap(({ files }) => files));
  return new Map([...paths].map((path) => [path, stateOf(path)]));
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
