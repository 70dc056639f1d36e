import { homedir } from "node:os";
import { RegisterError } from "../../bridge/index.js";
import { defaultHome } from "../../config/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import { readHostConfig } from "../../hosts/settings.js";
import { forTerminal, forTerminalLine } from "../../show/index.js";
import { canonicalPath } from "../../trust/index.js";
import type { Arguments } from "../arguments.js";
import {
  apply,
  installation,
  namedEvent,
  nextSteps,
  removal,
  type FileChange,
} from "../bridge/host-install.js";
import { agreed } from "../bridge/agree.js";
import { bridgedEvent, openFailures } from "../bridge/fail-closed.js";
import { neededEvents, type NeededEvents } from "../bridge/needed-events.js";
import { ownCommand } from "../bridge/own-command.js";
import { selfTest } from "../bridge/self-test.js";
import { say } from "../fold.js";
import { UsageError } from "../usage-error.js";

const FAILED = 1;
const REFUSED = 3;

/** Registers this project's hooks in hosts' own settings, or takes them out again. Shows the difference first. */
export async function install(
  given: Arguments,
  names: readonly string[],
  what: "install" | "uninstall",
): Promise<number> {
  const home = defaultHome();
  const projectDir = canonicalPath(process.cwd());
  const known = bridgedHosts().map(({ name }) => name);
  if (names.length === 0)
    throw new UsageError(`which hosts? For example: snaphook bridge ${what} ${known.join(" ")}`);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`unknown host ${unknown}; known are: ${known.join(", ")}`);
  let code = 0;
  for (const name of names)
    code = Math.max(
      code,
      what === "install"
        ? await installIn(name, projectDir, home, given)
        : (await make(removalFrom(name, projectDir, home), given, home)) === null
          ? REFUSED
          : 0,
    );
  return code;
}

/** The exit code: the file is as wanted, the user does not want it, or it would not have worked. */
async function installIn(
  host: string,
  projectDir: string,
  home: string,
  given: Arguments,
): Promise<number> {
  const own = ownCommand(host, projectDir, given.flag("direct"));
  const events = eventsFor(host, projectDir, home).map((one) => bridgedEvent(host, one, own.fire));
  const [first] = events;
  if (first === undefined) throw new UsageError(`none of the hooks here has an event in ${host}`);
  const change = readable(host, () => installation(host, projectDir, events));
  const undo = await make(change, given, home);
  if (undo === null) return REFUSED;
  let unserved: string | null = null;
  for (const command of new Set(events.map((one) => one.command))) {
    const event = namedEvent(host, "PreToolUse") ?? first.event;
    const tested = await selfTest({ host, event, command, projectDir }, own.isServed);
    const { failure } = tested;
    unserved ??= tested.unserved;
    if (failure === null) continue;
    undo();
    warn(
      `${forTerminalLine(change.path)}: a test event was not denied; the file is as it was before`,
    );
    say(2, `  ${forTerminal(command)}\n  ${forTerminal(failure)}\n`);
    return FAILED;
  }
  const isAnswered = own.isServed && unserved === null;
  const ways = isAnswered ? ", by the direct command and by the resident engine" : "";
  say(1, `${host}: a test event was denied through its own shell, as it should be${ways}\n`);
  if (unserved !== null)
    warn(
      `the resident engine has not answered (${forTerminalLine(unserved)}): the direct command runs for every event. See snaphook serve`,
    );
  const config = readHostConfig(host, { projectDir, home: homedir() });
  for (const line of openFailures(host, events, config)) warn(line);
  if (own.isLocal)
    warn(
      `${forTerminalLine(change.path)} has paths of this machine: to share it, add snaphook to the project (npm install --save-dev snaphook) and install again`,
    );
  const commands = events.map((one) => one.command);
  const steps = nextSteps(host, change.path, change.after ?? "{}", commands);
  if (steps.length > 0) say(1, `\n${steps.map(forTerminalLine).join("\n")}\n`);
  return 0;
}

function warn(line: string): void {
  say(2, `snaphook: ${line}\n`);
}

function removalFrom(name: string, projectDir: string, home: string): FileChange {
  return readable(name, () => removal(name, projectDir, home));
}

function readable(host: string, change: () => FileChange): FileChange {
  try {
    return change();
  } catch (error) {
    if (error instanceof RegisterError)
      throw new UsageError(`the settings of ${host} in this project: ${error.message}`);
    throw error;
  }
}

/** The host's names for the events that it must fire at Snaphook. */
function eventsFor(name: string, projectDir: string, home: string): NeededEvents["events"] {
  const { events, unknown } = neededEvents(name, projectDir, home);
  if (events.length === 0 && unknown.length === 0)
    throw new UsageError(
      "there are no hooks here to register; write .snaphook/settings.json first",
    );
  for (const event of unknown)
    warn(
      `${name} has no event for ${forTerminalLine(event)} whose payload names it: not registered`,
    );
  return events;
}

/** What undoes it; null where the user does not want it. */
async function make(
  change: FileChange,
  given: Arguments,
  home: string,
): Promise<(() => void) | null> {
  const { path, before, after } = change;
  if (before === after) {
    say(1, `${forTerminalLine(path)}: nothing to change\n`);
    return () => {};
  }
  if (!(await agreed(change, given.flag("yes")))) return null;
  const undo = apply(change, home);
  say(1, `${forTerminalLine(path)}: ${after === null ? "removed" : "written"}\n`);
  return undo;
}
