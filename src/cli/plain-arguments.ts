/** An option as `parseArgs` of `node:util` wants it described. */
export interface OptionSpec {
  readonly type: "boolean" | "string";
  readonly multiple: boolean;
  readonly short?: string;
}

/** What `parseArgs` gives back. */
export interface ParsedArguments {
  readonly values: Readonly<
    Record<string, string | boolean | readonly (string | boolean)[] | undefined>
  >;
  readonly positionals: readonly string[];
}

/**
 * What `parseArgs` of `node:util` makes of `--name value`, `--name` and words; null where anything else is given, or anything is
 * missing: then it has to be asked. Loading it takes a command longer than this.
 */
export function parsePlainly(
  args: readonly string[],
  options: Readonly<Record<string, OptionSpec>>,
): ParsedArguments | null {
  const values: Record<string, string | boolean | (string | boolean)[]> = {};
  const positionals: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at] ?? "";
    if (argument === "--") {
      positionals.push(...args.slice(at + 1));
      break;
    }
    if (!argument.startsWith("-") || argument === "-") {
      positionals.push(argument);
      continue;
    }
    const name = argument.slice(2);
    const option =
      argument.startsWith("--") && Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) return null;
    const value = option.type === "boolean" ? true : args[++at];
    // One that begins with a dash may be the next option.
    if (value === undefined || (typeof value === "string" && value.startsWith("-"))) return null;
    if (!option.multiple) values[name] = value;
    else
      values[name] = [...(Object.hasOwn(values, name) ? [values[name] ?? []].flat() : []), value];
  }
  return { values, positionals };
}
