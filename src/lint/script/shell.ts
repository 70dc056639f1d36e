import type * as Bash from "unbash";
import { ShellCommands } from "./shell-commands.js";
import { earlyEnds, LOUD, PIPEFAIL } from "./shell-errexit.js";
import { shellFlaws } from "./shell-flaws.js";
import { fedBy, streamsOf } from "./shell-streams.js";
import { isNothing, wordValue } from "./shell-words.js";
import {
  BY_HAND,
  type Expression,
  type NestedCode,
  type ParsedScript,
  type Span,
  type Statement,
  type Stream,
} from "./syntax.js";

/** The parser's door, given by whoever has loaded it. */
export type ParseShell = (source: string) => Bash.ParsedScript;

const DEEPEST = 60;
/** `$(a $(b))`: what is in it is read more than once on each level. No script of a person comes near. */
const MOST_CAPTURES = 10_000;
const MOST_READINGS = 8;
const LONGEST_PAD = 20_000;
const exitZero: Statement = {
  s: "exit",
  code: { e: "number", value: 0 },
  at: { start: 0, end: 1 },
};

/** Reads a script for a POSIX shell or bash. */
export function readShell(source: string, parse: ParseShell): ParsedScript {
  const script = parse(source);
  const reader = new ShellReader(source, parse);
  const body = reader.statements(script.commands, true);
  const [error] = script.errors ?? [];
  return {
    language: "shell",
    body,
    checked: reader.commands.checked,
    assigned: reader.commands.assigned,
    nested: new Map(reader.commands.nested.map((code) => [code, noScript])),
    includes: reader.commands.files.includes,
    included: new Map(),
    starts: reader.commands.files.starts,
    flaws: [...shellFlaws(script, source), ...earlyEnds(script, source)],
    form: null,
    names: null,
    file: null,
    fault:
      error === undefined
        ? null
        : { message: error.message, at: { start: error.pos, end: error.pos + 1 } },
  };
}

type Capture = Bash.CommandExpansionPart | Bash.ProcessSubstitutionPart;

/** Stands for code whose reader has not been asked yet. */
const noScript: ParsedScript = {
  language: "unknown",
  body: [],
  checked: new Set(),
  assigned: new Set(),
  nested: new Map<NestedCode, ParsedScript>(),
  includes: [],
  included: new Map(),
  starts: [],
  flaws: [],
  form: null,
  names: null,
  file: null,
  fault: null,
};

/** A test for something that is not there: `[ ! -f "$SCRIPT" ]`, `! command -v jq`. */
const MISSING =
  /^\s*(?:!\s*)?\[\[?\s*(?:!\s+-[fdxersL]|-z)\s|^\s*!\s*(?:command\s+-v|cd|which|type|hash)\s/;

/** What comes before `||` where something is needed: `cd "$DIR" ||`, `[ -f "$SCRIPT" ] ||`. */
const NEEDED =
  /^\s*(?:(?:cd|pushd|mkdir|source|\.|which|type|hash)\s|command\s+-v\s|\[\[?\s+-[fdxersnL]\s)/;

class ShellReader {
  private depth = 0;
  private captures: number;
  private readonly isLoud: boolean;
  private readonly isPipefail: boolean;
  /** How many tests are around what is being read: what fails there ends nothing. */
  private tests = 0;
  private isDropping = false;
  /** The code of what is being read is that of the script: `npm run lint && npm test`. */
  private isPassing = false;
  readonly commands: ShellCommands;

  constructor(
    private readonly source: string,
    parse: ParseShell,
  ) {
    this.isLoud = LOUD.test(source);
    this.isPipefail = PIPEFAIL.test(source);
    this.captures = MOST_CAPTURES + MOST_READINGS * source.split(/\$\(|`|[<>]\(/).length;
    this.commands = new ShellCommands(source, {
      capture: (part) => this.capture(part),
      failure: () => {
        if (this.isPassing && this.tests <= 1) return "ends";
        if (this.tests > 0) return this.isDropping ? "lost" : "tested";
        return this.isLoud ? "ends" : "lost";
      },
      // Blanks before it: places in it are then those of the script around it.
      inner: (code, offset, isTail) =>
        this.statements(parse(" ".repeat(Math.min(offset, LONGEST_PAD)) + code).commands, isTail),
    });
  }

  statements(list: readonly Bash.Statement[], isTail: boolean): Statement[] {
    if (++this.depth > DEEPEST) {
      this.depth--;
      return [];
    }
    const read = list.flatMap(({ command, background }, index) => {
      const next = list[index + 1];
      const isLast =
        index === list.length - 1 || (index === list.length - 2 && isExitAsBefore(next));
      const isHeeded = next !== undefined && /\$\?|PIPESTATUS/.test(this.textOf(next));
      const one = (): Statement[] => this.node(command, isTail && isLast);
      const body = isHeeded ? this.test(one) : one();
      return background === true ? [scope(body, { isSubshell: true })] : body;
    });
    this.depth--;
    return read;
  }

  private list({ commands }: Bash.CompoundList, isTail: boolean): Statement[] {
    return this.statements(commands, isTail);
  }

  private textOf({ pos, end }: { readonly pos: number; readonly end: number }): string {
    return this.source.slice(pos, end);
  }

  private test(read: () => Statement[], isDropped = false): Statement[] {
    const outer = this.isDropping;
    this.isDropping ||= isDropped;
    this.tests++;
    const statements = read();
    this.tests--;
    this.isDropping = outer;
    return statements;
  }

  private capture({ script, pos, end }: Capture): Expression {
    const at: Span = { start: pos, end };
    if (script === undefined) return { e: "unknown", uses: [] };
    if (--this.captures < 0) throw new RangeError("captures nest too deeply");
    const { files } = this.commands;
    const isAsked = (this.tests > 0 && !this.isDropping) || this.isLoud;
    const body = files.apart(() => this.statements(script.commands, false));
    return { e: "printed", body, at, isAsked };
  }

  private node(node: Bash.PipelineNode | Bash.AndOr, isTail: boolean): Statement[] {
    switch (node.type) {
      case "AndOr": {
        const [first, ...rest] = node.commands;
        if (first === undefined) return [];
        // `… || true`: what fails is meant to be lost.
        const isDropped = node.operators[0] === "||" && isNothing(rest[0]);
        const outer = this.isPassing;
        const isPassing = isTail && node.operators.every((operator) => operator === "&&");
        const passed = (read: () => Statement[]): Statement[] => {
          this.isPassing = isPassing;
          const statements = read();
          this.isPassing = outer;
          return statements;
        };
        return [
          ...this.test(() => passed(() => this.node(first, false)), isDropped),
          ...rest.map((command, index): Statement => {
            const isLast = index === rest.length - 1;
            const before = this.textOf(node.commands[index] ?? command);
            const next = (): Statement[] => passed(() => this.node(command, isTail && isLast));
            // `cd hooks && cd lib`: both are meant to be done.
            const read = before.startsWith("cd ") ? next : () => this.commands.files.maybe(next);
            const isTrouble =
              node.operators[index] === "||" ? NEEDED.test(before) : MISSING.test(before);
            const arms = [isLast ? read() : this.test(read)];
            return { s: "branch", arms, complete: false, isTrouble };
          }),
        ];
      }
      case "Pipeline":
        return this.commands.files.apart(() => this.pipeline(node, isTail));
      case "Time":
      case "Negation": {
        const { command } = node;
        return command === undefined ? [] : this.test(() => this.node(command, false));
      }
      case "Command":
        return this.commands.read(node, isTail);
      case "Redirected":
        return this.redirected(node, isTail);
      case "Function":
        return [this.commands.files.apart(() => this.define(node))];
      case "Coproc":
        return [];
      case "If":
      case "For":
      case "ArithmeticFor":
      case "Select":
      case "While":
      case "Subshell":
      case "BraceGroup":
      case "Case":
      case "TestCommand":
      case "ArithmeticCommand":
        return this.placed(node, isTail);
    }
  }

  /** What may not be done may not change the folder either; a subshell never does. */
  private placed(node: Bash.CompoundCommand, isTail: boolean): Statement[] {
    const { files } = this.commands;
    const read = (): Statement[] => this.compound(node, isTail);
    if (node.type === "BraceGroup") return read();
    return node.type === "Subshell" ? files.apart(read) : files.maybe(read);
  }

  private pipeline({ commands }: Bash.Pipeline, isTail: boolean): Statement[] {
    const last = commands.length - 1;
    const piped = this.commands.pipedInput(commands, isTail);
    if (piped !== null) return piped;
    // `npm test | tail -20`: what a program prints comes out of the filter, with the filter's code.
    const isFiltered = commands.length > 1 && commands.slice(1).every((one) => isFilter(one));
    return commands.map((command, index) => {
      const isHidden = index !== last;
      const read = (): Statement[] => this.node(command, false);
      const body =
        isHidden && !this.isPipefail
          ? this.test(read, !this.isPassing && this.tests === 0)
          : read();
      const isProgram = isFiltered && body.every(({ s }) => /^(?:program|do|runs|scope)$/.test(s));
      return scope(body, {
        isSubshell: true,
        ...(isHidden && !(isProgram && index === 0) && { stdout: null }),
        isFed: index > 0,
      });
    });
  }

  private redirected({ command, redirects }: Bash.Redirected, isTail: boolean): Statement[] {
    const body = this.compound(command, isTail);
    const isFed = redirects.some(({ operator }) => operator.startsWith("<"));
    const fed = isFed ? fedBy(redirects, (part) => this.capture(part)) : null;
    const read: Statement[] = fed === null ? [] : [{ s: "do", value: fed }];
    return [...read, scope(body, { isSubshell: false, ...streamsOf(redirects), isFed })];
  }

  private define({ name, body }: Bash.Function): Statement {
    const statements =
      body.type === "CompoundList"
        ? this.list(body, false)
        : body.type === "Redirected"
          ? this.redirected(body, false)
          : this.compound(body, false);
    return { s: "define", name: name.value, params: [], body: statements };
  }

  private compound(node: Bash.CompoundCommand, isTail: boolean): Statement[] {
    switch (node.type) {
      case "If": {
        const test = this.test(() => this.list(node.clause, false));
        const otherwise = node.else;
        // What `guard.sh --selftest` does is for whoever calls it by hand.
        const isByHand = BY_HAND.test(this.source.slice(node.clause.pos, node.clause.end));
        const arms = [isByHand ? [exitZero] : this.list(node.then, isTail)];
        if (otherwise !== undefined)
          arms.push(
            otherwise.type === "If"
              ? this.compound(otherwise, isTail)
              : this.list(otherwise, isTail),
          );
        const isTrouble = MISSING.test(this.textOf(node.clause));
        return [...test, { s: "branch", arms, complete: otherwise !== undefined, isTrouble }];
      }
      case "For":
      case "Select": {
        const words = (node.wordlist ?? []).map((word) => this.word(word));
        this.commands.assigned.add(node.name.value);
        const value: Expression = { e: "unknown", uses: words };
        const set: Statement = { s: "set", name: node.name.value, path: [], value, adds: false };
        return [{ s: "loop", body: [set, ...this.list(node.body, false)] }];
      }
      case "ArithmeticFor":
        return [{ s: "loop", body: this.list(node.body, false) }];
      case "While":
        return [
          {
            s: "loop",
            body: [
              ...this.test(() => this.list(node.clause, false)),
              ...this.list(node.body, false),
            ],
          },
        ];
      case "Subshell":
        return [scope(this.list(node.body, isTail), { isSubshell: !isTail })];
      case "BraceGroup":
        return this.list(node.body, isTail);
      case "Case": {
        const arms = node.items.map(({ body }) => this.list(body, isTail));
        const complete = node.items.some(({ pattern }) => pattern.some(({ text }) => text === "*"));
        const items = node.items.flatMap(({ pattern }) => pattern.map((one) => this.word(one)));
        const left = this.word(node.word);
        const right: Expression = { e: "list", items };
        const at = { start: node.word.pos, end: node.word.end };
        return [
          { s: "do", value: { e: "compare", isEqual: true, left, right, at, isMember: true } },
          { s: "branch", arms, complete },
        ];
      }
      case "TestCommand":
        return [{ s: "do", value: { e: "unknown", uses: this.tested(node.expression) } }];
      case "ArithmeticCommand":
        return [];
    }
  }

  private tested(test: Bash.TestExpression): Expression[] {
    switch (test.type) {
      case "TestUnary":
        return [this.word(test.operand)];
      case "TestBinary": {
        const [left, right] = [this.word(test.left), this.word(test.right)];
        const at = { start: test.left.pos, end: test.right.end };
        return /^[=!]?=$/.test(test.operator)
          ? [{ e: "compare", isEqual: test.operator !== "!=", left, right, at }]
          : [left, right];
      }
      case "TestLogical":
        return ++this.depth > DEEPEST * 4
          ? []
          : [...this.tested(test.left), ...this.tested(test.right)];
      case "TestNot":
        return this.tested(test.operand);
      case "TestGroup":
        return this.tested(test.expression);
    }
  }

  private word(word: Bash.Word): Expression {
    return wordValue(word, (part) => this.capture(part));
  }
}

/** A program that prints a part of what it reads. */
function isFilter(node: Bash.CommandNode): boolean {
  if (
    node.type !== "Command" ||
    !/^(?:tail|head|grep|sed|awk|tee|sort|uniq|cut)$/.test(node.name?.text ?? "")
  )
    return false;
  const isQuiet = node.args.some((arg) => arg.type === "Word" && /^-\w*[qc]/.test(arg.text));
  return !(node.name?.text === "grep" && isQuiet);
}

/** `exit $?` */
function isExitAsBefore(next: Bash.Statement | undefined): boolean {
  const node = next?.command;
  return (
    node?.type === "Command" &&
    node.name?.text === "exit" &&
    node.args.map((arg) => (arg.type === "Word" ? arg.text : "")).join("") === "$?"
  );
}

function scope(
  body: readonly Statement[],
  {
    isSubshell,
    stdout = "stdout",
    stderr = "stderr",
    isFed = false,
  }: {
    readonly isSubshell: boolean;
    readonly stdout?: Stream | null;
    readonly stderr?: Stream | null;
    readonly isFed?: boolean;
  },
): Statement {
  return { s: "scope", body, stdout, stderr, isSubshell, isFed };
}
