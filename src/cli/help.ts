import { commonOptions, commands, type CommandSpec } from "./command-spec.js";

const FIRST_TO_TRY = 5;

export function overview(version: string): string {
  return [
    `snaphook ${version}: hooks for AI coding agents, and what their answers mean`,
    "",
    "Usage: snaphook COMMAND [options]",
    "",
    ...table(commands.map((command) => [command.name, command.summary])),
    "",
    "Try first:",
    ...commands.slice(0, FIRST_TO_TRY).map(({ examples }) => `  ${Object.keys(examples)[0]}`),
    "",
    "snaphook COMMAND --help shows the options of a command. Exit codes: 0 fine, 1 findings, 2 usage, 3 refused.",
    "",
  ].join("\n");
}

export function commandHelp(command: CommandSpec): string {
  return [
    `snaphook ${command.name}: ${command.summary}`,
    "",
    `Usage: ${command.usage}`,
    "",
    command.details,
    "",
    "Options:",
    ...table(Object.entries({ ...command.options, ...commonOptions })),
    "",
    "Examples:",
    ...Object.entries(command.examples).flatMap(([line, shows]) => [`  # ${shows}`, `  ${line}`]),
    "",
  ].join("\n");
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
