/** Programs whose next file is the script that they run. */
const runners: ReadonlySet<string> = new Set(
  (
    "sh bash dash zsh ksh fish pwsh powershell python python2 python3 pypy3 node nodejs deno bun tsx ts-node ruby perl php " +
    "lua Rscript java go uv npx bunx pnpx pnpm yarn npm pipx env exec command nohup nice time timeout sudo xargs source ."
  ).split(" "),
);
const script = /\.(?:[cm]?[jt]sx?|sh|bash|zsh|fish|ps1|bat|cmd|py|rb|pl|php|lua|R|jar|go|exe)$/;
/** A path as people write it, with variables in front; blanks only in the name of a script. */
const path = /^[\w@.+~/\\:${}-]+(?: [ \w@.+~/\\-]*\.\w+)?$/;
const systemFolder = /^(?:\/usr)?(?:\/local)?\/s?bin\//;
const assignment = /^\w+=/;

const LONGEST_COMMAND = 40;

/**
 * What a hook without a name is called: by its script, else by its whole command where that is short. Null where there is
 * nothing to call it by but its id. A command is never cut: many begin with the same words.
 */
export function calledBy(command: string, args: readonly string[] = []): string | null {
  const lines = args.length > 0 ? [[command, ...args]] : simpleCommands(command);
  for (const words of lines) {
    const found = scriptOf(recordedWords(words.filter((word) => !assignment.test(word))));
    if (found !== null) return found;
  }
  const whole = [command, ...args].join(" ").replaceAll(/\s+/g, " ").trim();
  return whole === "" || Array.from(whole).length > LONGEST_COMMAND ? null : whole;
}

/** The names of hooks, with the id behind one that is not the hook's own and repeats on its event. */
export function distinctNames(
  hooks: readonly {
    readonly id: string;
    readonly event: string;
    readonly name: string;
    readonly isOwnName: boolean;
  }[],
): readonly string[] {
  const counts = new Map<string, number>();
  const key = ({ event, name }: (typeof hooks)[number]): string => `${event} ${name}`;
  for (const hook of hooks) counts.set(key(hook), (counts.get(key(hook)) ?? 0) + 1);
  return hooks.map((hook) =>
    hook.isOwnName || hook.name === hook.id || counts.get(key(hook)) === 1
      ? hook.name
      : `${hook.name} (${hook.id})`,
  );
}

/** The name without the id behind it: where several hooks run one script, it is the name of all of them. */
export function withoutId(name: string): string {
  return name.replace(/ \([^()]*\)$/, "");
}

/** The last part of a path, or of a module's or a script's name. */
export function fileName(text: string): string {
  return text.split(/[/\\]/).at(-1) || text;
}

/** `snaphook record -- ./guard.sh` is called as what it runs: recording changes nothing. */
function recordedWords(words: readonly string[]): readonly string[] {
  const at = words.indexOf("--");
  const isRecorded = at > 0 && words[words.indexOf("record") - 1]?.endsWith("snaphook") === true;
  return isRecorded ? words.slice(at + 1) : words;
}

function scriptOf([program = "", ...rest]: readonly string[]): string | null {
  if (!path.test(program)) return null;
  if (script.test(program)) return fileName(program);
  const isRunner = runners.has(fileName(program));
  if (isRunner) {
    const found = rest.find(
      (word) =>
        path.test(word) && !word.startsWith("-") && (script.test(word) || word.includes("/")),
    );
    return found === undefined ? null : fileName(found);
  }
  return program.includes("/") && !systemFolder.test(program) ? fileName(program) : null;
}

/** The words of the commands of a line, without their quotes: good enough for a name. */
function simpleCommands(line: string): string[][] {
  const commands: string[][] = [[]];
  for (const [token] of line.matchAll(
    /(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;|&(){}"'\\]|\$\{\w+\})+|[;|&(){}\n]/gs,
  )) {
    if (/^[;|&(){}\n]$/.test(token)) commands.push([]);
    else commands.at(-1)?.push(token.replaceAll(/["']/g, ""));
  }
  return commands;
}
