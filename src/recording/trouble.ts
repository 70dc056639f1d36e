import { appendFileSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../io/index.js";
import { defaultHome } from "../config/index.js";
import { isRecord, parseJson } from "../json/index.js";

/** A run of a hook that was not recorded. */
export interface RecordingTrouble {
  readonly time: string;
  readonly message: string;
}

/** Of more trouble than this the first is enough to know. */
const MOST_BYTES = 64 * 1024;

/** Neither stdout nor stderr is free to say it: hosts read both. `record status` and `doctor` show the file. */
function troubleFile(home = defaultHome()): string {
  return join(home, "record-trouble.jsonl");
}

/** Never throws. Where not even this can be written, nobody learns of it. */
export function noteTrouble(message: string): void {
  try {
    const home = defaultHome();
    makeFolder(home, 0o700);
    const file = troubleFile(home);
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) return;
    const line = JSON.stringify({ time: new Date().toISOString(), message });
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  } catch {
    // See above.
  }
}

/** What was not recorded since the file was last cleared. */
export function recordingTrouble(home: string): readonly RecordingTrouble[] {
  let text: string;
  try {
    text = readFileSync(troubleFile(home), "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const value = parseJson(line);
    if (!isRecord(value)) return [];
    const { time, message } = value;
    return typeof time === "string" && typeof message === "string" ? [{ time, message }] : [];
  });
}

export function clearTrouble(home: string): void {
  rmSync(troubleFile(home), { force: true });
}
