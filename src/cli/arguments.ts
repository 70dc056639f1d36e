import { parseArgs } from "node:util";
import { commonOptions, type CommandSpec } from "./command-spec.js";
import { parsePlainly } from "./plain-arguments.js";
import { UsageError } from "./usage-error.js";
import { nearestName } from "../problem/index.js";

/** What was given on the command line, checked against the command's own table of options. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** The options that were given, without their dashes. */
  readonly names: readonly string[];
  text(name: string): string | undefined;
  /** Every value of an option that may be given several times. */
  texts(name: string): readonly string[];
  flag(name: string): boolean;
}

/** What the parser takes for a name. */
function plain(option: string): string {
  return option.replace("=", ":");
}

export function parseArguments(command: CommandSpec, argv: readonly string[]): Arguments {
  const options = Object.keys({ ...command.options, ...commonOptions }).map((option) =>
    option.split(" "),
  );
  const known = options.flatMap(([name = ""]) => name.split("=", 1));
  // `--fix=unsafe`: a switch of its own, next to `--fix`.
  const switches = options.flatMap(([name = ""]) => (name.includes("=") ? name : []));
  for (const argument of argv) {
    if (argument === "--") break;
    const name = argument.split("=", 1)[0] ?? "";
    const forms = switches.filter((one) => one.startsWith(`${name}=`));
    if (argument !== name && forms.length > 0 && !forms.includes(argument))
      throw new UsageError(`unknown option ${argument}; give ${[name, ...forms].join(" or ")}`);
    if (!name.startsWith("--") || known.includes(name)) continue;
    const meant = nearestName(name, known);
    const hint =
      meant === undefined ? `see snaphook ${command.name} --help` : `did you mean ${meant}?`;
    throw new UsageError(`unknown option ${name}; ${hint}`);
  }
  try {
    const args = argv.map((one) => (switches.includes(one) ? plain(one) : one));
    const specs = Object.fromEntries(
      options.map(([option = "", value]) => {
        const name = plain(option).slice(2);
        const type = value === undefined ? ("boolean" as const) : ("string" as const);
        const multiple = command.many?.includes(name) === true;
        const short = name === "help" ? "h" : command.short?.[name];
        return [name, { type, multiple, ...(short !== undefined && { short }) }];
      }),
    );
    const parsed =
      parsePlainly(args, specs) ?? parseArgs({ args, allowPositionals: true, options: specs });
    const values = new Map(Object.entries(parsed.values));
    return {
      positionals: parsed.positionals,
      names: [...values.keys()],
      text: (name) => {
        const value = values.get(name);
        return typeof value === "string" ? value : undefined;
      },
      texts: (name) => {
        const value = values.get(name);
        return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
      },
      flag: (name) => values.get(plain(name)) === true,
    };
  } catch (error) {
    const said = error instanceof Error ? error.message.split(/[.\n]/, 1)[0] : String(error);
    throw new UsageError(`${said}; see snaphook ${command.name} --help`);
  }
}
