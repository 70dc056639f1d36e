import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./error-code.js";
import { makeFolder } from "./make-folder.js";

const LONGEST_WAIT_MS = 5000;
const PAUSE_MS = 20;

/** Runs an action while no other process does so. The lock of a process that died is taken over. */
export function exclusively<Result>(
  lockFile: string,
  action: () => Result,
  longestWaitMs = LONGEST_WAIT_MS,
): Result {
  makeFolder(dirname(lockFile), 0o700);
  const began = Date.now();
  while (!take(lockFile)) {
    if (takeAway(lockFile)) continue;
    if (Date.now() - began > longestWaitMs)
      throw new Error(
        `another process holds ${lockFile}; if none does, remove the file and try again`,
      );
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  try {
    return action();
  } finally {
    rmSync(lockFile, { force: true });
  }
}

/** Made elsewhere and moved into place: a lock always says whose it is. */
function take(lockFile: string): boolean {
  const draft = `${lockFile}.${process.pid}.new`;
  try {
    writeFileSync(draft, String(process.pid), { mode: 0o600 });
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Removes the lock of a process that is no more. Moved aside first: of several who try, one succeeds. */
function takeAway(lockFile: string): boolean {
  if (!isAbandoned(lockFile)) return false;
  const aside = `${lockFile}.${process.pid}`;
  try {
    renameSync(lockFile, aside);
    // Between the look and the move someone else may have taken it: give it back.
    if (!isAbandoned(aside)) linkSync(aside, lockFile);
    rmSync(aside);
    return true;
  } catch {
    return false;
  }
}

function isAbandoned(lockFile: string): boolean {
  try {
    const pid = Number(readFileSync(lockFile, "utf8"));
    // A negative number would be that of a group; what is none at all is refused by the system.
    if (pid < 0) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return codeOf(error) === "ESRCH";
  }
}
