// What a command is after it is built: one function, with the hash of its text.
import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

/**
 * Makes of a built file what src/cli/v8-cache.ts loads: one function, in ASCII, so that V8 takes the bytes as they are, with
 * its hash in the first line.
 * @param {string} path
 */
export function asFunction(path) {
  // In texts and expressions alike this means the same character.
  const text = readFileSync(path, "utf8").replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const made = `(function(exports,require,module,__filename,__dirname){${text}\n})`;
  writeFileSync(path, `//${hash("sha256", made)}\n${made}`);
}
