import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "./error-code.js";
import { isFolder } from "./is-folder.js";

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` never ends where a folder is there and
 * takes no entries (`/proc`): it makes the upper one again and again. This one fails with the system's error.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing = [resolve(path)];
  for (let next = missing[0]; next !== undefined; next = missing.at(-1)) {
    try {
      mkdirSync(next, mode);
    } catch (error) {
      const above = dirname(next);
      if (codeOf(error) === "ENOENT" && above !== next && !isFolder(above)) {
        missing.push(above);
        continue;
      }
      if (!isFolder(next)) throw error;
    }
    missing.pop();
  }
}
