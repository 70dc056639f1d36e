import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { editJson } from "../../bridge/index.js";
import { defaultHome, loadSettings, parseSettings } from "../../config/index.js";
import { makeFolder, replaceFile } from "../../io/index.js";
import { clearTrouble } from "../../recording/index.js";
import { forTerminalLine, toJsonText } from "../../show/index.js";
import { canonicalPath } from "../../trust/index.js";
import { record as spec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { say } from "../fold.js";
import { paintForStdout, prepare } from "../prepare.js";
import { exportTests, ledgerFile } from "../record/export-tests.js";
import { statusOf, statusText } from "../record/status.js";
import { UsageError } from "../usage-error.js";

/** `record on`, `off`, `status` and `export`. */
export async function manage(argv: readonly string[]): Promise<number> {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [name = "status", ...extra] = given.positionals;
  if (extra.length > 0) throw new UsageError(`record ${name} takes no ${extra.join(" ")}`);
  const home = defaultHome();
  const projectDir = canonicalPath(process.cwd());
  switch (name) {
    case "on":
    case "off":
      return turn(name === "on", home, projectDir);
    case "status": {
      if (given.flag("clear")) clearTrouble(home);
      const places = { ledger: ledgerFile(home), home, projectDir };
      const status = statusOf(settingsHere(projectDir), places);
      if (given.flag("json")) writeAll(1, `${toJsonText(status)}\n`);
      else say(1, statusText(status, paintForStdout()));
      return status.trouble.length > 0 ? 1 : 0;
    }
    case "export":
      return exportTests(given, ledgerFile(home), projectDir);
    default:
      throw new UsageError(
        `unknown subcommand ${JSON.stringify(name)}; there are: on, off, status, export, and -- CMD`,
      );
  }
}

function settingsHere(projectDir: string): ReturnType<typeof loadSettings> {
  return loadSettings({ projectDir, trustProject: false });
}

/** Writes the switch to the user's own settings; everything else in them stays. */
function turn(isOn: boolean, home: string, projectDir: string): number {
  const file = join(home, "settings.json");
  const before = existsSync(file) ? readFileSync(file, "utf8") : "{}\n";
  const parsed = parseSettings(before);
  if ("fault" in parsed || parsed.root.type !== "object")
    throw new UsageError(
      `${file} cannot be read, and stays as it is; fix it first: snaphook doctor`,
    );
  makeFolder(home, 0o700);
  replaceFile(file, editJson(before, ["record"], isOn ? true : undefined), { mode: 0o600 });
  const { record } = settingsHere(projectDir);
  const state = `recording is ${record ? "on" : "off"}`;
  const other = record === isOn ? "" : "; the managed settings say so";
  say(1, `${state}${other}: ${forTerminalLine(file)}\n`);
  return record === isOn ? 0 : 1;
}
