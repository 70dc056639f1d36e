import { dialectNames } from "../../dialects/index.js";
import { bridgedHosts } from "../../hosts/index.js";
import { events } from "../../payload/index.js";
import { commands, commonOptions, completion as spec, type CommandSpec } from "../command-spec.js";
import { writeAll } from "../files.js";
import { prepare } from "../prepare.js";
import { UsageError } from "../usage-error.js";

/** Prints a script that a shell loads to complete commands, options and their values. */
export function run(argv: readonly string[]): number {
  const given = prepare(spec, argv);
  if (given === null) return 0;
  const [shell = "", ...extra] = given.positionals;
  const write = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (write === undefined || extra.length > 0)
    throw new UsageError(`which shell? Give one of ${Object.keys(scripts).join(", ")}`);
  writeAll(1, write());
  return 0;
}

const scripts: Readonly<Record<string, () => string>> = { bash, zsh, fish };

const eventNames = events.map(({ name }) => name);
const hostNames = ["snaphook", ...bridgedHosts().map(({ name }) => name)];

/** What can follow a command, apart from its options. */
function wordsOf({ words = [] }: CommandSpec): readonly string[] {
  if (words === "events") return eventNames;
  return words === "hosts" ? hostNames : words;
}

interface Option {
  readonly name: string;
  /** Null for a switch; `files` where a path is meant. */
  readonly values: readonly string[] | "files" | null;
  readonly text: string;
}

function optionsOf({ options }: CommandSpec): readonly Option[] {
  return Object.entries({ ...options, ...commonOptions }).map(([written, text]) => {
    const [name = "", value] = written.split(" ");
    return { name, values: value === undefined ? null : valuesOf(name, value), text };
  });
}

function valuesOf(option: string, value: string): readonly string[] | "files" {
  if (value === "FILE" || value === "DIR") return "files";
  if (value === "HOST" || option === "--host" || option === "--from") return hostNames;
  if (option === "--dialect") return dialectNames;
  return option === "--language" ? ["node", "python", "sh", "typescript"] : [];
}

const first = (): readonly string[] => [
  ...commands.map(({ name }) => name),
  "help",
  "--help",
  "--version",
];

function bash(): string {
  const values = commands.flatMap((command) =>
    optionsOf(command).flatMap(({ name, values: known }) =>
      known === null
        ? []
        : known === "files"
          ? [`    "${command.name} ${name}") COMPREPLY=($(compgen -f -- "$cur")); return ;;`]
          : [`    "${command.name} ${name}") words="${known.join(" ")}" ;;`],
    ),
  );
  const words = commands.map((command) => {
    const all = [...wordsOf(command), ...optionsOf(command).map(({ name }) => name)];
    return `    ${command.name}) words="${all.join(" ")}" ;;`;
  });
  return `# snaphook completion bash: load it with  eval "$(snaphook completion bash)"
_snaphook() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${first().join(" ")}" -- "$cur"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
    help) words="${commands.map(({ name }) => name).join(" ")}" ;;
${words.join("\n")}
  esac
  case "\${COMP_WORDS[1]} $prev" in
${values.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _snaphook snaphook
`;
}

function zsh(): string {
  return `autoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\n${bash().replace(/bash/, "zsh").replace("completion bash)", "completion zsh)")}`;
}

const quote = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

function fish(): string {
  const lines = commands.flatMap((command) => {
    const after = `complete -c snaphook -n '__fish_seen_subcommand_from ${command.name}'`;
    const words = wordsOf(command);
    return [
      `complete -c snaphook -f -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
      ...(words.length > 0 ? [`${after} -f -a ${quote(words.join(" "))}`] : []),
      ...optionsOf(command).map(({ name, values, text }) => {
        const value =
          values === null
            ? ""
            : values === "files"
              ? " -r -F"
              : ` -x -a ${quote(values.join(" "))}`;
        return `${after} -l ${name.slice(2)}${value} -d ${quote(text)}`;
      }),
    ];
  });
  return `# snaphook completion fish: load it with  snaphook completion fish | source\n${lines.join("\n")}\n`;
}
