import { findDialect } from "../dialects/index.js";
import { colours, noColours, type Paint } from "../show/index.js";
import { parseArguments, type Arguments } from "./arguments.js";
import type { CommandSpec } from "./command-spec.js";
import { isTerminal, writeAll } from "./files.js";
import { columnsOfStdout } from "./fold.js";
import { commandHelp } from "./help.js";
import { UsageError } from "./usage-error.js";

/** What every command does first: parse, help, working folder, dialect. Null where help was all that was wanted. */
export function prepare(command: CommandSpec, argv: readonly string[]): Arguments | null {
  const given = parseArguments(command, argv);
  if (given.flag("help")) {
    writeAll(1, commandHelp(command, columnsOfStdout()));
    return null;
  }
  const folder = given.text("cwd");
  if (folder !== undefined) enter(folder);
  const dialect = given.text("dialect");
  if (dialect !== undefined && command.readsHosts !== true) checkDialect(dialect);
  return given;
}

function enter(folder: string): void {
  try {
    process.chdir(folder);
  } catch {
    throw new UsageError(`--cwd ${folder}: there is no such folder, or it cannot be entered`);
  }
}

/** A dialect of Snaphook's own: hooks are run as those say. */
function checkDialect(name: string): void {
  try {
    findDialect(name);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Colours only where stdout is a terminal, and only where they are not unwanted. */
export function paintForStdout(): Paint {
  return process.env["NO_COLOR"] === undefined && process.env["TERM"] !== "dumb" && isTerminal(1)
    ? colours
    : noColours;
}
