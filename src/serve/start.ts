import { spawn } from "node:child_process";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../io/index.js";
import { startVariables } from "./environment.js";
import { makePlace, type Place } from "./place.js";

/** Whoever finds no engine starts one, but not more often than this: it may be one that cannot start. */
const AGAIN_MS = 10_000;

/**
 * Starts the resident engine, in a session of its own and without the caller's variables, and does not wait for it.
 * Never throws: whoever calls has an answer to give, and does without.
 */
export function startResident(place: Place, main: string): void {
  try {
    makePlace(place);
    if (!isFirst(join(place.folder, "starting"))) return;
    const child = spawn(process.execPath, [main, "serve", "started"], {
      cwd: "/",
      env: { ...startVariables(Object.entries(process.env)), SNAPHOOK_HOME: place.home },
      detached: true,
      stdio: "ignore",
    });
    child.on("error", () => {});
    child.unref();
  } catch {
    // `snaphook serve` says what is wrong.
  }
}

/** Whether nobody has tried lately. */
function isFirst(mark: string): boolean {
  const stats = statSync(mark, { throwIfNoEntry: false });
  if (stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) < AGAIN_MS) return false;
  rmSync(mark, { force: true });
  try {
    writeFileSync(mark, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}
