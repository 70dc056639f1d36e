import { commonOptions, commands, exitCodes, type CommandSpec } from "./command-spec.js";
import { fold, foldCommand } from "./fold.js";

const FIRST_TO_TRY = 5;
/** Longer lines are hard to read. */
const WIDEST = 100;

export function overview(version: string, columns = WIDEST): string {
  const lines = [
    `snaphook ${version}: hooks for AI coding agents, and what their answers mean`,
    "",
    "Usage: snaphook COMMAND [options]",
    "",
    ...table(commands.map((command) => [command.name, command.summary])),
    "",
    "Try first:",
    ...commands
      .slice(0, FIRST_TO_TRY)
      .map(({ examples }) => foldCommand(Object.keys(examples)[0] ?? "", columns)),
    "",
    "snaphook COMMAND --help shows the options of a command.",
    "",
    "Exit codes:",
    ...table(Object.entries(exitCodes)),
    "",
  ];
  return fold(lines.join("\n"), Math.min(columns, WIDEST));
}

export function commandHelp(command: CommandSpec, columns = WIDEST): string {
  const lines = [
    `snaphook ${command.name}: ${command.summary}`,
    "",
    `Usage: ${command.usage}`,
    "",
    // Its lines are as long as the source's; rows of a list keep theirs.
    command.details.replace(/(?<=\S)\n(?=\S)/g, " "),
    "",
    "Options:",
    ...table(Object.entries({ ...command.options, ...commonOptions })),
    "",
    "Examples:",
    ...Object.entries(command.examples).flatMap(([line, shows]) => [
      `  # ${shows}`,
      foldCommand(line, columns),
    ]),
    "",
  ];
  return fold(lines.join("\n"), Math.min(columns, WIDEST));
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
