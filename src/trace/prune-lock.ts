import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { codeOf, isAlive } from "../io/index.js";

/** Held by the process that prunes a ledger. */
export interface PruneLock {
  release(): void;
}

/** One prune at a time: of two, the second would drop what the first carried over. Gives back why not, where another one runs. */
export function lockPrune(ledger: string): PruneLock | string {
  const file = `${ledger}.prune-lock`;
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      makeLock(file);
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (codeOf(error) !== "EEXIST") return `${file} cannot be made: ${String(error)}`;
    }
    const pid = holderOf(file);
    if (pid === null || isAlive(pid))
      return `Another process${pid === null ? "" : ` (${pid})`} prunes this ledger. If none does, remove ${file}.`;
    rmSync(file, { force: true });
  }
  return `${file} cannot be made: another process took it.`;
}

/** One without its holder's number would be in the way of every later prune. */
function makeLock(file: string): void {
  const fd = openSync(file, "wx", 0o600);
  try {
    writeSync(fd, String(process.pid));
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(fd);
  }
}

function holderOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, "utf8"));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}
