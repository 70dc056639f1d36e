import { forTerminalLine } from "../show/index.js";
import { isTerminal, writeAll } from "./files.js";

/** One line on a terminal that says how far it is; nothing where stderr is none. An empty text takes it away. */
export function progress(text: string): void {
  if (!isTerminal(2)) return;
  // Some terminals say that they have none.
  const columns = process.stderr.columns > 0 ? process.stderr.columns : 80;
  writeAll(2, `\r\u001b[K${forTerminalLine(text).slice(0, columns - 1)}`);
}
