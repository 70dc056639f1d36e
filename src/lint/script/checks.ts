import { text, type Expression, type Stream } from "./syntax.js";

/** A program that looks for mistakes, as a command line names it. */
export interface Check {
  /** `npx eslint` */
  readonly name: string;
  /** Where it prints what it finds. */
  readonly stream: Stream;
  /** The exit code with which it says that there are mistakes. */
  readonly code: number;
}

/** What starts another program, with the options of its own. */
const LAUNCHERS =
  /^(?:\w+=\S*\s+|(?:command|exec|env|time|nice|nohup|xvfb-run|caffeinate)\s+|timeout\s+(?:-\S+\s+)*\S+\s+|(?:npx|bunx|pnpx|uvx|pipx run)\s+(?:(?:-y|--yes|--no-install|--no|--bun|-q|--quiet)\s+)*|(?:pnpm|yarn|npm)\s+(?:--\S+\s+)*(?:exec|dlx)\s+(?:--\s+)?|(?:uv|poetry|pipenv|rye|hatch|pdm)\s+run\s+(?:--\S+\s+)*|bundle\s+exec\s+|python3?\s+-m\s+)/;

/** Scripts of a project that look for mistakes, by their usual names. */
const TARGET =
  /^(?:test|tests|lint|check|checks|type-?check|types|tsc|vet|verify|validate|ci|build|compile|unit|e2e)(?:[:._-](?!fix|format|write|update|watch|dev)[\w:._-]*)?$/;

/** Scripts that a project looks for mistakes with, by their usual names: `bash bin/check.sh`. */
const OWN_SCRIPT =
  /^(?:(?:bash|sh|python3?|node|bun)\s+)?(?:\S*\/)?((?:run[-_])?(?:checks?|lint|tests?|verify|validate|type-?check|ci)\.(?:sh|py|[cm]?js|ts))(?=\s|$)/;

/** Tasks of a project that look for no mistakes. */
const OTHER =
  /(?:^|[:._-])(?:fix|fmt|format|install|setup|clean|dev|start|stop|up|down|run|serve|watch|deploy|docs?|notify|log|sync|save|gen|generate|update|help)(?:[:._-]|$)/;

/** What repairs as it goes: what is left over is not the point. */
const REPAIRS =
  /\s(?:--fix(?:-\S+)?|--write|-w|--apply(?:-\S+)?|--autocorrect(?:-\S+)?|-a|-A)(?:\s|=|$)/;

const NAMES: readonly (readonly [RegExp, Partial<Omit<Check, "name">>])[] = [
  [/^(?:eslint|oxlint|stylelint|standard|xo|knip|jest|vitest|mocha|ava|jasmine|tap)\b/, {}],
  [/^(?:vue-)?tsc\b|^tsgo\b/, { code: 2 }],
  [/^(?:biome (?:check|lint|ci)|prettier (?:.* )?(?:--check|-c|--list-different|-l))\b/, {}],
  [/^(?:playwright test|cypress run|ng (?:test|lint)|next lint|nx (?:test|lint|run)|turbo)\b/, {}],
  [
    /^(?:ruff(?! format)|mypy|pyright|basedpyright|flake8|pylint|pytest|bandit|unittest|tox|nox)\b/,
    {},
  ],
  [
    /^(?:black|isort) (?:.* )?--check\b|^py_compile\b|^ruff format (?:.* )?--check\b/,
    { stream: "stderr" },
  ],
  [
    /^cargo (?:\+\S+ )?(?:test|check|clippy|build|fmt (?:.* )?--check)\b/,
    { stream: "stderr", code: 101 },
  ],
  [/^go (?:vet|build)\b/, { stream: "stderr" }],
  [/^(?:go test|golangci-lint|staticcheck|gofmt -l)\b/, {}],
  [
    /^(?:shellcheck|hadolint|yamllint|markdownlint(?:-cli2?)?|actionlint|tflint|vale|codespell)\b/,
    {},
  ],
  [
    /^(?:rubocop|rspec|phpunit|phpstan|psalm|pint --test|pest|php -l|swiftlint|ktlint|detekt)\b/,
    {},
  ],
  [/^(?:dotnet|swift|mvnw?|gradlew?) (?:.* )?(?:build|test|check|verify|compile|lint)\b/, {}],
  [
    /^(?:deno (?:test|lint|check)|bun test|pre-commit run|semgrep|gitleaks|trufflehog|terraform validate)\b/,
    {},
  ],
  [/^(?:bash|sh|zsh) -n\b|^node --check\b|^node -c\b/, { stream: "stderr" }],
];

const known = new Map<string, Check | null>();
const MOST_KNOWN = 2000;

/** The check that a command line runs; null where it is none that is known, or one that repairs. */
export function checkOf(line: string): Check | null {
  const before = known.get(line);
  if (before !== undefined) return before;
  const check = checkIn(line);
  if (known.size < MOST_KNOWN) known.set(line, check);
  return check;
}

function checkIn(line: string): Check | null {
  let rest = line.trim();
  let start = "";
  for (let found = LAUNCHERS.exec(rest); found !== null; found = LAUNCHERS.exec(rest)) {
    if (/^(?:npx|bunx|pnpx|uvx)/.test(found[0])) start = `${found[0].split(" ", 1)[0]} `;
    rest = rest.slice(found[0].length);
  }
  if (REPAIRS.test(rest)) return null;
  const [word = "", ...words] = rest.split(/\s+/);
  const program = word.split("/").at(-1) ?? "";
  const plain = [program, ...words].join(" ");
  const target = targetOf(program, words);
  const script = OWN_SCRIPT.exec(plain)?.[1];
  if (script !== undefined) return { name: script, stream: "stdout", code: 1 };
  if (target !== null)
    return { name: `${program} ${target}`, stream: "stdout", code: program === "make" ? 2 : 1 };
  for (const [pattern, how] of NAMES) {
    const found = pattern.exec(plain)?.[0];
    if (found === undefined) continue;
    const name = `${start}${found.split(" ").slice(0, 2).join(" ")}`;
    return { name, stream: "stdout", code: 1, ...how };
  }
  return null;
}

/** `npm run lint`, `pnpm --filter web test`, `make check` */
function targetOf(program: string, words: readonly string[]): string | null {
  if (!/^(?:npm|pnpm|yarn|bun|make|just|task|rake|composer)$/.test(program)) return null;
  const named: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (/^(?:--prefix|--filter|--cwd|--dir|-C|-F|-f|-w|--workspace)$/.test(word)) index++;
    else if (!word.startsWith("-") && !word.includes("=")) named.push(word);
  }
  const [first = "", second = ""] = named;
  const isRun = /^(?:run|run-script)$/.test(first);
  const target = isRun ? second : first;
  // Who gives a hook a task of its own to run mostly wants to know how it ends.
  const isTask = /^(?:make|just|task)$/.test(program) && target !== "" && !OTHER.test(target);
  if (!TARGET.test(target) && !isTask) return null;
  return isRun ? `${first} ${second}` : target;
}

/** Programs that take code as a word, who reads it, and the option before it. */
const READERS: Readonly<Record<string, readonly [by: string, option: RegExp]>> = {
  osascript: ["AppleScript", /^-e$/],
  powershell: ["PowerShell", /^-c(?:ommand)?$/i],
  "powershell.exe": ["PowerShell", /^-c(?:ommand)?$/i],
  pwsh: ["PowerShell", /^-c(?:ommand)?$/i],
};

/** The word of a command line that a program takes for code; the texts are null where they are not fixed. */
export function codeWord(
  words: readonly { readonly text: string | null; readonly value: Expression }[],
): { readonly of: Expression; readonly by: string } | undefined {
  const [by, option] = READERS[words[0]?.text?.split("/").at(-1) ?? ""] ?? [];
  const place = words.findIndex(({ text: word }) => word !== null && option?.test(word) === true);
  const code = place < 0 ? undefined : words[place + 1];
  if (by === undefined || code === undefined || code.text !== null) return undefined;
  return { of: code.value, by };
}

/** The same where the words are a list; a command line in one piece is code for the shell. */
export function codeIn(
  command: Expression | undefined,
  more: Expression | undefined,
  isShell: boolean,
): { readonly of: Expression; readonly by: string } | undefined {
  if (command === undefined) return undefined;
  if (command.e !== "list" && more === undefined)
    return isShell && command.e !== "text" ? { of: command, by: "the shell" } : undefined;
  const words = [...wordsOf(command), ...(more === undefined ? [] : wordsOf(more))];
  return codeWord(words.map((value) => ({ text: value.e === "text" ? value.text : null, value })));
}

/** The command line, where it is written out: a text, or a list of words. */
export function lineOf(command: Expression | undefined, more?: Expression): Expression | null {
  if (command === undefined) return null;
  const words = [...wordsOf(command), ...(more === undefined ? [] : wordsOf(more))];
  return { e: "join", parts: words.flatMap((word) => [word, text(" ")]) };
}

function wordsOf(value: Expression): readonly Expression[] {
  return value.e === "list" ? value.items : [value];
}
