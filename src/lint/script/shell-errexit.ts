import type * as Bash from "unbash";
import { fixedText, spanOf } from "./shell-words.js";
import type { Flaw } from "./syntax.js";

type Node = Bash.PipelineNode | Bash.AndOr;

/** `set -e`, `set -euo pipefail`, `#!/bin/bash -e` */
export const LOUD = /^#![^\n]* -[a-z]*e|^[ \t]*set +(?:-[a-zA-Z]*e|-o errexit)/m;
const TRAPPED = /^[ \t]*trap\s+[^\n]*\bERR\b/m;
export const PIPEFAIL = /^[ \t]*set +[^\n]*\bpipefail\b/m;
/** Programs that end with 1 where they find nothing. */
const SEARCHING = /^(?:[ef]?grep|rg|pgrep)$/;
/** Names that are in every payload of most hosts. */
const ALWAYS_SENT = /\\?"(?:session_id|hook_event_name|cwd|transcript_path)\\?"/;
const DEEPEST = 60;

/** Where `set -e`, or a trap for errors, ends a script although nothing has failed: something was not found. */
export function earlyEnds(script: Bash.ParsedScript, source: string): Flaw[] {
  if (!LOUD.test(source) && !TRAPPED.test(source)) return [];
  return new ErrorExits(source).in(script.commands);
}

class ErrorExits {
  private readonly functions = new Map<string, Bash.Function>();
  private readonly seen = new Set<Bash.Function>();
  private readonly flaws: Flaw[] = [];
  private readonly isPipefail: boolean;
  private depth = 0;

  constructor(private readonly source: string) {
    this.isPipefail = PIPEFAIL.test(source);
  }

  in(commands: readonly Bash.Statement[]): Flaw[] {
    for (const { command } of commands)
      if (command.type === "Function") this.functions.set(command.name.value, command);
    // The end of the script is its end anyway.
    this.list(commands.slice(0, -1));
    return this.flaws;
  }

  private list(statements: readonly Bash.Statement[]): void {
    if (++this.depth <= DEEPEST)
      for (const { command, background } of statements) if (background !== true) this.node(command);
    this.depth--;
  }

  private node(node: Node): void {
    switch (node.type) {
      case "AndOr": {
        // Only what comes last counts.
        const last = node.commands.at(-1);
        if (last !== undefined) this.node(last);
        return;
      }
      case "Command":
        return this.command(node);
      case "ArithmeticCommand": {
        const [, name] = /^\(\(\s*(\w+)\+\+\s*\)\)$/.exec(this.textOf(node)) ?? [];
        if (
          name !== undefined &&
          new RegExp(`^\\s*(?:local |declare -i )?${name}=["']?0`, "m").test(this.source)
        )
          this.add(
            node,
            `\`((${name}++))\` counts as failed where ${name} was 0`,
            `${name}=$((${name} + 1))`,
          );
        return;
      }
      case "If":
        this.list(node.then.commands);
        if (node.else?.type === "If") this.node(node.else);
        else if (node.else !== undefined) this.list(node.else.commands);
        return;
      case "For":
      case "While":
      case "BraceGroup":
        return this.list(node.body.commands);
      case "Case":
        for (const { body } of node.items) this.list(body.commands);
        return;
      case "Redirected":
        return this.node(node.command);
      default:
        return;
    }
  }

  private command(command: Bash.Command): void {
    const name = command.name === undefined ? null : fixedText(command.name);
    if (command.name === undefined) {
      for (const set of command.prefix) if (set.type === "Assignment") this.assignment(set);
      return;
    }
    const words = command.args.map((arg) => arg.text);
    if (name === "read" && words.some((word) => /^-\w*d$/.test(word)) && words.includes("''"))
      this.add(command, "`read -d ''` ends with 1 at the end of the text", "add `|| true`");
    const called = name === null ? undefined : this.functions.get(name);
    if (called === undefined) return;
    const last = bodyOf(called).at(-1)?.command;
    if (last !== undefined && this.mayFindNothing(last, false))
      this.add(
        command,
        `\`${name}\` ends with a test (\`… && …\`), and counts as failed where that does not hold`,
        `end ${name} with \`return 0\``,
      );
    if (this.seen.has(called)) return;
    this.seen.add(called);
    this.list(bodyOf(called).slice(0, -1));
  }

  /** `NAME=$(… | grep …)` */
  private assignment({ value }: Bash.Assignment): void {
    if (value.type !== "Word") return;
    const [only, ...more] = (value.parts ?? []).flatMap((part): readonly Bash.WordPart[] =>
      part.type === "DoubleQuoted" ? part.parts : [part],
    );
    if (only?.type !== "CommandExpansion" || more.length > 0) return;
    const last = only.script?.commands.at(-1)?.command;
    if (last !== undefined && this.mayFindNothing(last, true))
      this.add(
        value,
        "what is searched here may not be there, which counts as failed",
        "add `|| true` inside of the parentheses",
      );
  }

  /** Whether it ends with 1 where something is not there, or does not hold. */
  private mayFindNothing(node: Node, isCaptured: boolean): boolean {
    if (++this.depth > DEEPEST) return false;
    const found = this.findsNothing(node, isCaptured);
    this.depth--;
    return found;
  }

  private findsNothing(node: Node, isCaptured: boolean): boolean {
    switch (node.type) {
      case "AndOr": {
        const [first] = node.commands;
        return (
          first !== undefined &&
          node.operators.every((operator) => operator === "&&") &&
          isTest(first)
        );
      }
      case "Pipeline": {
        const counted = this.isPipefail ? node.commands : node.commands.slice(-1);
        return counted.some((one) => this.mayFindNothing(one, isCaptured));
      }
      case "For":
      case "While": {
        const last = node.body.commands.at(-1)?.command;
        return last?.type === "AndOr" && this.mayFindNothing(last, isCaptured);
      }
      case "Redirected":
        return this.mayFindNothing(node.command, isCaptured);
      case "Command": {
        const name = node.name === undefined ? null : fixedText(node.name);
        if (name === null || !isCaptured) return false;
        const called = this.functions.get(name);
        const last = called === undefined ? undefined : bodyOf(called).at(-1)?.command;
        if (SEARCHING.test(name) && ALWAYS_SENT.test(this.textOf(node))) return false;
        return SEARCHING.test(name) || (last !== undefined && this.mayFindNothing(last, true));
      }
      default:
        return false;
    }
  }

  private textOf({ pos, end }: { readonly pos: number; readonly end: number }): string {
    return this.source.slice(pos, end);
  }

  private add(
    node: { readonly pos: number; readonly end: number },
    why: string,
    fix: string,
  ): void {
    const what = LOUD.test(this.source)
      ? "With `set -e` the script ends here"
      : "The trap for errors ends the script here";
    this.flaws.push({
      kind: "ends-early",
      at: spanOf(node),
      message: `${what} although nothing is wrong: ${why}. What comes after it is not done.`,
      fix,
    });
  }
}

function bodyOf({ body }: Bash.Function): readonly Bash.Statement[] {
  if (body.type === "CompoundList") return body.commands;
  const inner = body.type === "Redirected" ? body.command : body;
  return inner.type === "BraceGroup" ? inner.body.commands : [];
}

function isTest(node: Node): boolean {
  if (node.type === "TestCommand" || node.type === "ArithmeticCommand") return true;
  if (node.type === "Negation") return true;
  if (node.type === "Pipeline") return isTest(node.commands.at(-1) ?? node);
  return node.type === "Command" && /^(?:\[|test|[ef]?grep|command)$/.test(node.name?.text ?? "");
}
