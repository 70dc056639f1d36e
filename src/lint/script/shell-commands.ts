import type * as Bash from "unbash";
import { codeWord } from "./checks.js";
import { jqObject, jqPaths, readJq } from "./jq.js";
import { ShellFiles } from "./shell-files.js";
import { hasOnlyFolders } from "./shell-paths.js";
import { asPiped, compared, isInput, isNestedOnly, searched } from "./shell-piped.js";
import { fixedText, spanOf, wordValue, type ReadCapture } from "./shell-words.js";
import { fedBy, streamsOf } from "./shell-streams.js";
import {
  declaring,
  interpreters,
  isSame,
  noText,
  numberOf,
  printedText,
  programBy,
  shells,
  silent,
  spliced,
  unquoted,
  withoutWrappers,
  type CommandWord,
} from "./shell-tables.js";
import { text, type Expression, type NestedCode, type Statement } from "./syntax.js";

/** What the reader of commands needs from the reader of statements. */
interface Outer {
  readonly capture: ReadCapture;
  readonly inner: (code: string, offset: number, isTail: boolean) => Statement[];
  /** What becomes of a failure of the command that is just being read. */
  readonly failure: () => NonNullable<NestedCode["failure"]>;
}

/** Where a command is: in which line, whether it is the last word of the script, and what it reads. */
interface CommandContext {
  readonly command: Bash.Command;
  readonly isTail: boolean;
  readonly input: Expression | null;
}

/** Reads simple commands: what each prints, reads, ends or starts. */
export class ShellCommands {
  readonly checked = new Set<string>();
  readonly assigned = new Set<string>();
  readonly files: ShellFiles;
  readonly nested: NestedCode[] = [];

  constructor(
    source: string,
    private readonly outer: Outer,
  ) {
    this.files = new ShellFiles(source);
  }

  read(command: Bash.Command, isTail: boolean, input: Expression | null = null): Statement[] {
    const sets = command.prefix.flatMap((prefix) =>
      prefix.type === "Assignment" ? [this.assignment(prefix)] : [],
    );
    if (command.name === undefined) return sets;
    let words = [command.name, ...command.args.flatMap((arg) => (arg.type === "Word" ? arg : []))];
    words = withoutWrappers(words);
    const [name, ...args] = words.map((word): CommandWord => ({
      text: fixedText(word),
      value: wordValue(word, this.outer.capture),
      word,
    }));
    if (name === undefined) return sets;
    const program = (name.text ?? programBy(name.word)).split("/").at(-1) ?? "";
    if (declaring.has(program))
      return command.args.flatMap((arg) =>
        arg.type === "Assignment" ? [this.assignment(arg)] : [],
      );
    const started = this.files.started(words, args, { command, isTail, input });
    const body =
      started === null
        ? this.body(program, args, { command, isTail, input })
        : this.addNested(started);
    const streams = streamsOf(command.redirects);
    const isPlain = streams.stdout === "stdout" && streams.stderr === "stderr";
    return isPlain ? body : [{ s: "scope", body, ...streams, isSubshell: false }];
  }

  /** `echo "$INPUT" | jq …`, `cat | jq …`: one command that reads a known text. */
  pipedInput(commands: readonly Bash.CommandNode[], isTail: boolean): Statement[] | null {
    const [first, second, ...rest] = commands;
    if (first?.type !== "Command" || second?.type !== "Command") return null;
    if (second.redirects.some(({ type }) => type !== "Redirect")) return null;
    const program = first.name === undefined ? null : fixedText(first.name);
    const args = first.args.flatMap((arg) => (arg.type === "Word" ? arg : []));
    let input: Expression | null = null;
    if (program === "echo" || program === "printf")
      input = printedText(
        program,
        args.map((word) => this.commandWord(word)),
      );
    else if (program === "cat" && args.length === 0) input = this.inputOf(first, null);
    if (input === null) return null;
    const isLast = rest.length === 0;
    const isEnd = isLast && isTail;
    const statements = this.read(second, isEnd, input);
    const body: Statement = {
      s: "scope",
      body: statements,
      stdout: isLast ? "stdout" : null,
      stderr: "stderr",
      // What comes last ends the script with its code.
      isSubshell: !isEnd || !isNestedOnly(statements),
    };
    if (isLast) return [body];
    const more = rest.flatMap((node, index): Statement[] => {
      if (node.type !== "Command") return [];
      const stdout = index === rest.length - 1 ? "stdout" : null;
      const read = this.read(node, false, { e: "unknown", uses: [] });
      return [{ s: "scope", body: read, stdout, stderr: "stderr", isSubshell: true }];
    });
    return rest.every(({ type }) => type === "Command") ? [body, ...more] : null;
  }

  private commandWord(word: Bash.Word): CommandWord {
    return { text: fixedText(word), value: wordValue(word, this.outer.capture), word };
  }

  private assignment({ name, value, append }: Bash.Assignment): Statement {
    // `NAME="${NAME:-}"` gives it nothing that it did not have.
    const isOwn = value.type !== "ArrayValue" && isSame(value.text, name);
    if (!isOwn) this.assigned.add(name);
    if (value.type !== "ArrayValue") this.files.assign(name, value.text);
    const read: Expression =
      value.type === "ArrayValue"
        ? {
            e: "list",
            items: value.elements.map((word) => this.commandWord(word).value),
            isWords: true,
          }
        : wordValue(value, this.outer.capture);
    return { s: "set", name, path: [], value: read, adds: append === true };
  }

  /** `printf -v NAME`: it prints nothing. */
  private printedInto(name: CommandWord | undefined, value: Expression): Statement[] {
    const known = name?.text ?? null;
    if (known === null) return [];
    this.assigned.add(known);
    return [{ s: "set", name: known, path: [], value, adds: false }];
  }

  private body(
    program: string,
    args: readonly CommandWord[],
    { command, isTail, input }: CommandContext,
  ): Statement[] {
    const at = spanOf(command);
    const values = args.map(({ value }) => value);
    switch (program) {
      case "echo":
      case "printf": {
        const value = printedText(program, args);
        const [option, name] = args;
        if (program === "printf" && option?.text === "-v") return this.printedInto(name, value);
        return [{ s: "write", stream: "stdout", value, at }];
      }
      case "exit":
      case "return": {
        const [given] = args;
        const code = given === undefined ? null : numberOf(given);
        if (program === "return") return [{ s: "return", value: code, at }];
        return [{ s: "exit", code: code ?? { e: "unknown", uses: [] }, at }];
      }
      case "break":
      case "continue":
        return [{ s: "break" }];
      case "cat":
      case "tee": {
        const value = this.inputOf(command, input);
        const isRead = args.every((arg) => arg.text === "-" || program === "tee");
        return [
          {
            s: "write",
            stream: "stdout",
            value: isRead ? value : { e: "unknown", uses: values },
            at,
          },
        ];
      }
      case "read": {
        const all = args.some(({ text: word }) => /^-\w*d$/.test(word ?? ""));
        const value = this.inputOf(command, input, all);
        return args.flatMap(({ text: name }): Statement[] => {
          if (name === null || !/^[A-Za-z_]\w*$/.test(name)) return [];
          this.assigned.add(name);
          return [{ s: "set", name, path: [], value, adds: false }];
        });
      }
      case "shift":
        return [{ s: "shift" }];
      case "source":
      case ".":
        return this.files.include(args[0], command);
      case "jq":
      case "gojq":
        return this.jq(program, args, { command, input });
      case "which":
      case "type":
      case "hash":
        for (const { text: name } of args) if (name !== null) this.checked.add(name);
        return [];
      default:
        return this.other(program, args, { command, isTail, input });
    }
  }

  private other(
    program: string,
    args: readonly CommandWord[],
    { command, isTail, input }: CommandContext,
  ): Statement[] {
    const at = spanOf(command);
    const values = args.map(({ value }) => value);
    const isPiped = input !== null || command.redirects.some(isInput);
    // `command -v jq`: the wrapper is gone by now.
    const [dash] = args;
    if (/^-[vV]$/.test(program)) {
      for (const { text: name } of args) if (name !== null) this.checked.add(name);
      return [];
    }
    const runs = this.runs(command, isTail);
    if (program === "" || silent.has(program))
      return [{ s: "do", value: { e: "unknown", uses: compared(program, args, at) } }, ...runs];
    const used: Statement = { s: "program", name: program, at };
    const code = this.codeIn(program, args, command, { isTail, input });
    if (code !== null) return [used, ...code];
    const call: Expression = { e: "call", name: program, args: values, at };
    if (dash?.text === "--version") return [];
    const isFatal = isTail || this.outer.failure() === "ends";
    const read: Expression[] = input === null ? [] : [searched(program, args, input, at)];
    return [
      used,
      { s: "do", value: { e: "unknown", uses: read } },
      // What a program prints is not known; a function of the script is followed.
      isPiped ? asPiped({ s: "do", value: call }) : { s: "do", value: call, isFatal },
      ...runs,
    ];
  }

  /** The whole line, for who knows the programs: `npx eslint .`, and `"$@"` where a function was given one. */
  private runs(command: Bash.Command, isTail: boolean): Statement[] {
    const words = [command.name, ...command.args].flatMap((word) =>
      word?.type === "Word" ? [word] : [],
    );
    const parts = words.flatMap((word) => [this.commandWord(word).value, text(" ")]);
    const failure = isTail ? "ends" : this.outer.failure();
    const code = codeWord(words.map((word) => this.commandWord(word)));
    const line: Expression = { e: "join", parts };
    return [{ s: "runs", line, at: spanOf(command), failure, ...(code && { code }) }];
  }

  /** `python3 -c "…"`, `python3 - <<EOF`, `bash -c '…'`. */
  private codeIn(
    program: string,
    args: readonly CommandWord[],
    command: Bash.Command,
    { isTail, input }: { readonly isTail: boolean; readonly input: Expression | null },
  ): Statement[] | null {
    const isShell = shells.has(program);
    const language = isShell ? "shell" : interpreters[program];
    if (language === undefined) return null;
    const option = args.findIndex(({ text: word }) =>
      isShell ? /^-[a-z]*c$/.test(word ?? "") : /^(?:-c|-e|--eval|-p)$/.test(word ?? ""),
    );
    const given = option < 0 ? undefined : args[option + 1];
    const document = command.redirects.find(({ type }) => type !== "Redirect");
    if (given !== undefined) {
      const { word } = given;
      const [only] = word.parts ?? [];
      const isQuoted = word.parts?.length === 1 && only?.type === "SingleQuoted";
      const source = given.text ?? spliced(word);
      // `bash -c "$CLAUDE_PROJECT_DIR/guard.sh"`: nobody else gives it a value.
      const line = given.text ?? (hasOnlyFolders(word.text) ? unquoted(word) : null);
      if (isShell && line !== null)
        return [
          {
            s: "scope",
            body: this.outer.inner(line, word.pos + 1, isTail),
            stdout: "stdout",
            stderr: "stderr",
            isSubshell: !isTail,
          },
        ];
      return this.addNested({
        language,
        source,
        offset: isQuoted ? word.pos + 1 : null,
        at: spanOf(word),
        args: args.slice(option + 2).map(({ value }) => value),
        isTail,
        input: document === undefined ? input : this.inputOf(command, input),
        hasStdin: true,
        isSpliced: given.text === null,
      });
    }
    const [file, ...rest] = args.filter(
      ({ text: word }) => word === "-" || !(word ?? "").startsWith("-"),
    );
    if ((file !== undefined && file.text !== "-") || document?.type !== "HereDoc") return null;
    const { body, delimiter } = document;
    const isFixed = delimiter?.quoted === true || body.parts === undefined;
    return this.addNested({
      language,
      source: body.text,
      offset: body.pos,
      at: spanOf(body),
      args: rest.map(({ value }) => value),
      isTail,
      input: null,
      hasStdin: false,
      isSpliced: !isFixed,
    });
  }

  private addNested(given: NestedCode): Statement[] {
    const code = { ...given, failure: this.outer.failure() };
    this.nested.push(code);
    return [{ s: "nested", code }];
  }

  private jq(
    program: string,
    args: readonly CommandWord[],
    { command, input }: { readonly command: Bash.Command; readonly input: Expression | null },
  ): Statement[] {
    const at = spanOf(command);
    const call = readJq(args);
    const from = call.isNull || call.hasFiles ? null : this.inputOf(command, input);
    const used: Statement = { s: "program", name: program, at };
    const uses: Statement[] = [
      used,
      { s: "do", value: { e: "unknown", uses: args.map(({ value }) => value) } },
    ];
    const { filter } = call;
    if (filter === null) {
      // `field() { jq -r "$1" <<<"$INPUT"; }`
      const value: Expression =
        from === null || call.by === null
          ? (from ?? noText)
          : { e: "fields", of: from, paths: [], by: call.by, at };
      return [...uses, { s: "write", stream: "stdout", value, at }];
    }
    const object = jqObject(filter, call.args);
    const paths = jqPaths(filter);
    const fields: Expression =
      from === null || paths.length === 0
        ? { e: "unknown", uses: from === null ? [] : [from] }
        : { e: "fields", of: from, paths, at, isEither: filter.includes("//") };
    // `jq empty` only looks whether it is JSON.
    if (filter.trim() === "empty") return uses;
    if (object === null) {
      const isWhole = filter.trim() === "." || filter.trim() === "";
      // `jq -Rs .` makes a JSON text of what it reads.
      const isRaw = args.some((arg) =>
        /^(?:-[a-zA-Z]*R[a-zA-Z]*|--raw-input)$/.test(arg.text ?? ""),
      );
      const whole: Expression | null = isRaw && from !== null ? { e: "json", value: from } : from;
      const value = isWhole && whole !== null ? whole : fields;
      return [...uses, { s: "write", stream: "stdout", value, at }];
    }
    const value: Expression = { e: "json", value: object };
    return [...uses, { s: "do", value: fields }, { s: "write", stream: "stdout", value, at }];
  }

  /** What a command reads: a here-document, a here-string, a file, a pipe, or the script's own standard input. */
  private inputOf(command: Bash.Command, piped: Expression | null, isAll = true): Expression {
    const given = fedBy(command.redirects, this.outer.capture) ?? piped;
    return given ?? { e: "stdin", at: spanOf(command), ...(isAll && { isWhole: true }) };
  }
}
