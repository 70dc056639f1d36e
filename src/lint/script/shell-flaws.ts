import type * as Bash from "unbash";
import { patternFlaws } from "./pattern-flaws.js";
import { PIPEFAIL } from "./shell-errexit.js";
import { fixedText, isNothing, spanOf } from "./shell-words.js";
import type { Flaw } from "./syntax.js";

/** Filters that end with 0 whatever they read. */
const FILTER = /^(?:tail|head|tee|cat|sed|tr|sort|uniq|cut|nl|column|fold)$/;

/** `if npm test | tail -5; then … else …`: a test of a pipe that asks its last program only. */
function* lostCodes(nodes: readonly Placed[]): Generator<Flaw> {
  for (const { node } of nodes) {
    const { type } = node;
    if (type === "If") {
      const { clause, else: otherwise } = node as unknown as Bash.If;
      const test = clause.commands.at(-1)?.command;
      if (test?.type === "Negation") yield* lostCode(test.command);
      else if (otherwise !== undefined) yield* lostCode(test);
    } else if (type === "AndOr") {
      const { commands: parts, operators } = node as unknown as Bash.AndOr;
      for (const [index, part] of parts.entries())
        if (operators[index] === "||" && !isNothing(parts[index + 1])) yield* lostCode(part);
    }
  }
}

function programOf(one: Bash.CommandNode | undefined): string {
  return one?.type === "Command" && one.name !== undefined ? (fixedText(one.name) ?? "") : "";
}

function* lostCode(node: Bash.PipelineNode | Bash.AndOr | undefined): Generator<Flaw> {
  if (node?.type !== "Pipeline") return;
  const [first, last] = [node.commands[0], node.commands.at(-1)];
  if (!FILTER.test(programOf(last)) || /^(?:echo|printf|cat|)$/.test(programOf(first))) return;
  yield {
    kind: "never-matches",
    at: spanOf(node),
    message: `The code of a pipe is that of its last program, and \`${programOf(last)}\` ends with 0 whatever \`${programOf(first)}\` has found: that it failed is never noticed.`,
    fix: "begin the script with `set -o pipefail`, or keep the output and test the program itself: `if ! OUTPUT=$(npm test 2>&1); then`",
  };
}

/** What only a pattern would have: `rm.*-rf`, `foo|bar`, `\s`, `[a-z]`, `\.py$`. */
const REGEX = /\.[*+]|\\[sdwb.]|\w\|\w|\[[^\]]+\]|^\^|\w\$$|\)[?*+]/;
/** A wildcard at an end of a text: `*.py`, `*secret*`. */
const GLOB = /^\*[^*\s]|[^*\s\\]\*$/;

interface Node {
  readonly type?: string;
  readonly [key: string]: unknown;
}

/** Tests of a shell script that can never hold, and what stops it. */
export function shellFlaws(script: Bash.ParsedScript, source: string): Flaw[] {
  const nodes = nodesIn(script.commands);
  const flaws: Flaw[] = PIPEFAIL.test(source) ? [] : [...lostCodes(nodes)];
  const isZsh = /^#![^\n]*\bzsh\b/.test(source);
  for (const { node, isInFunction } of nodes) {
    if (node.type === "TestBinary")
      flaws.push(...inTest(node as unknown as Bash.TestBinaryExpression));
    else if (node.type === "CommandExpansion")
      flaws.push(...countedTwice(node as unknown as Bash.CommandExpansionPart));
    else if (node.type === "Case") flaws.push(...inCase(node as unknown as Bash.Case));
    else if (node.type === "Command") {
      const command = node as unknown as Bash.Command;
      const name = command.name === undefined ? null : fixedText(command.name);
      const words = command.args.flatMap((arg) => (arg.type === "Word" ? [arg] : []));
      if (name === "[" || name === "test") flaws.push(...inBrackets(words));
      else if (name === "grep") flaws.push(...inGrep(words));
      else if (name === "local" && !isInFunction && !isZsh) flaws.push(outside(command));
    }
  }
  return [...flaws, ...forBash(nodes)];
}

/** What bash has and `sh` has not, as it is called. */
const onlyInBash: Readonly<Record<string, string>> = {
  TestCommand: "[[ … ]]",
  ArithmeticCommand: "(( … ))",
  ArrayValue: "name=(…)",
  HereString: "<<<",
  ProcessSubstitution: "<(…)",
};

/** The first place that `sh` does not know, where `sh` is no bash. */
function forBash(nodes: readonly Placed[]): Flaw[] {
  let first: { readonly pos: number; readonly end: number } | null = null;
  let what = "";
  for (const { node } of nodes) {
    const name = onlyInBash[node.type ?? ""];
    const { pos, end } = node as unknown as { readonly pos: number; readonly end: number };
    if (name === undefined || (first !== null && first.pos <= pos)) continue;
    first = { pos, end };
    what = name;
  }
  if (first === null) return [];
  const message = `\`sh\` runs this, and knows no \`${what}\` where it is no bash (Debian, Ubuntu, Alpine): a test by it never holds, or the script stops.`;
  const fix = "begin the script with `#!/usr/bin/env bash`, or have `bash` start it";
  return [{ kind: "needs-bash", at: spanOf(first), message, fix, isUnsure: true }];
}

function never(word: Bash.Word, message: string, fix: string): Flaw {
  return { kind: "never-matches", at: spanOf(word), message, fix };
}

/** `[[ $x =~ "rm.*" ]]`, `[[ $x == "*.py" ]]` */
function inTest({ operator, right }: Bash.TestBinaryExpression): Flaw[] {
  const written = quotedText(right);
  if (written === null) return [];
  if (operator === "=~" && REGEX.test(written))
    return [
      never(
        right,
        "A quoted pattern is no pattern for `=~`: bash looks for these characters as they are, and the test never holds.",
        "leave out the quotes, or keep the pattern in a variable: `[[ $text =~ $pattern ]]`",
      ),
    ];
  return /^[=!]?=$/.test(operator) && GLOB.test(written) ? [quotedGlob(right)] : [];
}

function quotedGlob(word: Bash.Word): Flaw {
  return never(
    word,
    "A quoted `*` is no wildcard: the shell looks for a star, and this never matches.",
    'leave the star outside of the quotes: `*"secret"*`',
  );
}

function inCase({ items }: Bash.Case): Flaw[] {
  return items.flatMap(({ pattern }) =>
    pattern.filter((word) => GLOB.test(quotedText(word) ?? "")).map((word) => quotedGlob(word)),
  );
}

/** `[ "$x" == *.py ]`, `[ "$x" =~ rm ]` */
function inBrackets(words: readonly Bash.Word[]): Flaw[] {
  return words.flatMap((word, index): Flaw[] => {
    const next = words[index + 1];
    if (word.text === "=~")
      return [
        never(
          word,
          "`[` knows no `=~`: it ends with an error, and the test never holds.",
          "use `[[ … =~ … ]]`, in a script for bash",
        ),
      ];
    if (!/^(?:==?|!=)$/.test(word.text) || next === undefined) return [];
    return hasBareGlob(next)
      ? [
          never(
            next,
            "`[` compares texts and knows no wildcards: the shell fills in the names of files here, and the test does not hold for what was meant.",
            "use `[[ … == … ]]` in a script for bash, or `case`",
          ),
        ]
      : [];
  });
}

/** `grep "rm -rf|sudo"` */
function inGrep(words: readonly Bash.Word[]): Flaw[] {
  const dashed = words.find(
    ({ value }, index) =>
      /^-{2,}[^a-z-]|^-{3,}/.test(value) &&
      !words.slice(0, index).some((before) => /^(?:-\w*e|--|--regexp)$/.test(before.value)),
  );
  if (dashed !== undefined)
    return [
      never(
        dashed,
        "A pattern that begins with `-` is taken for an option: grep ends with an error, and finds nothing.",
        "put `-e` before the pattern, or `--`",
      ),
    ];
  const options = words.filter(({ value }) => /^-[A-Za-z-]/.test(value)).map(({ value }) => value);
  const has = (letters: RegExp, long: RegExp): boolean =>
    options.some((one) => (one.startsWith("--") ? long.test(one) : letters.test(one)));
  if (has(/[PF]/, /^--(?:perl|fixed)/)) return [];
  const pattern = words.find(({ value }) => !value.startsWith("-") || value === "-");
  const text = pattern === undefined ? null : fixedText(pattern);
  if (pattern === undefined || text === null || words.some(({ value }) => value === "-f"))
    return [];
  const isExtended = has(/E/, /^--extended/);
  if (!isExtended && /[\w)\]]\|[\w([^]/.test(text) && !text.includes("\\|"))
    return [
      {
        ...never(
          pattern,
          "Without -E, `|` is no “or” for grep: it looks for a text with that bar in it.",
          "use `grep -E`",
        ),
        isUnsure: true,
      },
    ];
  const beyond = patternFlaws(text, spanOf(pattern));
  if (beyond.length > 0) return beyond;
  const [perl] = /\\d|\(\?[:=!i<]/.exec(text) ?? [];
  return perl === undefined
    ? []
    : [
        {
          ...never(
            pattern,
            `\`${perl}\` is of Perl's patterns: grep ${isExtended ? "-E" : ""} does not know it.`.replace(
              "  ",
              " ",
            ),
            perl === "\\d"
              ? "write `[0-9]`, or use `grep -P`"
              : "use `grep -P`, or another pattern",
          ),
          isUnsure: true,
        },
      ];
}

/** `$(grep -c TODO file || echo 0)` */
function countedTwice({ script, text, pos, end }: Bash.CommandExpansionPart): Flaw[] {
  const [only, ...more] = script?.commands ?? [];
  if (only?.command.type !== "AndOr" || more.length > 0) return [];
  if (!/\bgrep\s+(?:-\w+\s+)*-\w*c\w*\s[^|]*\|\|\s*(?:echo|printf)\s+["']?0/.test(text)) return [];
  return [
    {
      kind: "fails",
      at: { start: pos, end },
      message:
        "Where nothing matches, `grep -c` prints 0 and ends with 1: with `|| echo 0` the value is two lines, and whatever takes it for a number fails.",
      fix: "write `|| true` instead of `|| echo 0`",
      isUnsure: true,
    },
  ];
}

function outside(command: Bash.Command): Flaw {
  return {
    kind: "fails",
    at: spanOf(command),
    message:
      "`local` is only for functions: here it is an error, and the variable stays empty (with `set -e` the script ends with 1).",
    fix: "leave out `local`",
  };
}

/** The text of a word that is between quotes as a whole, with nothing put in; else null. */
function quotedText({ parts }: Bash.Word): string | null {
  const [only, ...more] = parts ?? [];
  if (only === undefined || more.length > 0) return null;
  if (only.type === "SingleQuoted") return only.value;
  if (only.type !== "DoubleQuoted") return null;
  const inner = only.parts.map((part) => (part.type === "Literal" ? part.value : null));
  return inner.includes(null) ? null : inner.join("");
}

/** A star that is not between quotes. */
function hasBareGlob({ parts, text }: Bash.Word): boolean {
  if (parts === undefined) return /\*/.test(text) && !/^["'\\]/.test(text);
  return parts.some(
    (part) => part.type === "Literal" && part.text.includes("*") && !part.text.includes("\\*"),
  );
}

interface Placed {
  readonly node: Node;
  readonly isInFunction: boolean;
}

/** Every node, and whether it is in a function. */
function nodesIn(root: unknown): readonly Placed[] {
  const nodes: Placed[] = [];
  const pending: { readonly at: unknown; readonly isInFunction: boolean }[] = [
    { at: root, isInFunction: false },
  ];
  const seen = new Set<unknown>();
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const at = one.at as Node;
    if (seen.has(at)) continue;
    seen.add(at);
    const isInFunction = one.isInFunction || at.type === "Function";
    if (typeof at.type === "string") nodes.push({ node: at, isInFunction });
    const add = (value: unknown): void => {
      if (typeof value === "object" && value !== null) pending.push({ at: value, isInFunction });
    };
    for (const key in at) add(at[key]);
    // What is inside of words is read only when it is asked for.
    add(at["parts"]);
    add(at["value"]);
  }
  return nodes;
}
