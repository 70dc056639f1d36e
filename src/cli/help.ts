import { commonOptions, commands, exitCodes, type CommandSpec } from "./command-spec.js";
import { fold, foldCommand } from "./fold.js";

/** What to try first, where there are hooks and where there are none. */
const FIRST_TO_TRY = {
  withHooks: ["run", "doctor", "lint", "why", "verify"],
  withoutHooks: ["init", "demo", "explain", "playground", "agent"],
} as const;
/** Longer lines are hard to read. */
const WIDEST = 100;

const titleOf = (version: string): string =>
  `snaphook ${version}: hooks for AI coding agents, and what their answers mean`;

/** What is said to somebody who types the name alone: the state of the hooks here, and what to try with them. */
export function welcome(version: string, state: HooksState, columns = WIDEST): string {
  const names: readonly string[] = FIRST_TO_TRY[state.hasHooks ? "withHooks" : "withoutHooks"];
  const lines = [
    titleOf(version),
    "",
    state.text,
    "",
    "Try first:",
    ...commands
      .filter(({ name }) => names.includes(name))
      .flatMap(({ examples, summary }) => [
        `  # ${summary}`,
        foldCommand(Object.keys(examples)[0] ?? "", columns),
      ]),
    "",
    "snaphook --help lists all commands.",
    "",
  ];
  return fold(lines.join("\n"), Math.min(columns, WIDEST));
}

/** The hooks of a folder in a sentence. */
export interface HooksState {
  readonly hasHooks: boolean;
  readonly text: string;
}

export function overview(version: string, columns = WIDEST): string {
  const lines = [
    titleOf(version),
    "",
    "Usage: snaphook COMMAND [options]",
    "",
    ...table(commands.map((command) => [command.name, command.summary])),
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
