import { commonOptions, commands, type CommandSpec, type OptionSpec } from "./command-spec.js";

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
    ...commands
      .flatMap((command) => command.examples.slice(0, 1))
      .slice(0, FIRST_TO_TRY)
      .map((example) => `  ${example.run}`),
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
    ...table([...command.options, ...commonOptions].map((option) => [flag(option), option.text])),
    "",
    "Examples:",
    ...command.examples.flatMap((example) => [`  # ${example.shows}`, `  ${example.run}`]),
    "",
  ].join("\n");
}

function flag(option: OptionSpec): string {
  return option.value === undefined ? `--${option.name}` : `--${option.name} ${option.value}`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
