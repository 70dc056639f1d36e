import { statSync } from "node:fs";
import { countText } from "../../recorded/index.js";
import { forTerminalLine, toJsonText, type Paint } from "../../show/index.js";
import { verifyLedger, type Verification } from "../../trace/index.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { paintForStdout } from "../prepare.js";
import { progress } from "../progress.js";
import { UsageError } from "../usage-error.js";
import { localTime } from "./clock.js";
import { percent } from "./open-trace.js";

const MOST_FAULTS = 50;

/** Checks the chains of a ledger. Exit code 1 where something is not as it was written. */
export function verify(file: string, isJson: boolean, shownAs = file): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === false)
    throw new UsageError(`${file} cannot be read: it is not a plain file`);
  const size = stats?.size ?? 0;
  const found = verifyLedger(file, (bytes) => progress(`verifying: ${percent(bytes, size)}`));
  progress("");
  const [unread] = found.faults.filter(({ line }) => line === 0);
  if (unread !== undefined) throw new UsageError(`${file}: ${unread.what}`);
  if (isJson) writeAll(1, `${toJsonText({ file: shownAs, ...found })}\n`);
  else say(1, verificationText(file, found, paintForStdout()));
  return found.ok ? 0 : 1;
}

function verificationText(file: string, found: Verification, paint: Paint): string {
  const { ok, records, faults, unfinished, pruned } = found;
  const lines = [
    ok
      ? `${paint.green("intact")}: ${countText(records)} records in ${forTerminalLine(file)}`
      : `${paint.red(`${countText(faults.length)} faults`)} in ${forTerminalLine(file)}; ${countText(records)} records are intact`,
    ...faults
      .slice(0, MOST_FAULTS)
      .map(({ line, what }) => `  line ${line}: ${forTerminalLine(what)}`),
    ...(faults.length > MOST_FAULTS
      ? [`  … and ${countText(faults.length - MOST_FAULTS)} more; --json has all of them`]
      : []),
    ...(unfinished === 0
      ? []
      : [
          `${countText(unfinished)} writers have no end on record: at work, stopped, or their tail was cut off`,
        ]),
    ...(pruned === undefined
      ? []
      : [
          `${countText(pruned.records)} older records were pruned, of ${countText(pruned.events)} events, before ${forTerminalLine(localTime(pruned.before))}`,
        ]),
  ];
  return `${lines.join("\n")}\n`;
}
