import { readArithmetic } from "./arithmetic.js";
import { noteAssignment, readAssignment } from "./assignments.js";
import type { Findings } from "./findings.js";
import { HereDocuments } from "./here-documents.js";
import { UNKNOWN, wordOf, type Assignment, type Redirection, type Word } from "./parsed-command.js";
import { readRedirection, startsRedirection } from "./redirections.js";
import { SourceText } from "./source-text.js";
import { readTest } from "./test-expression.js";
import { isNumber, valueFrom } from "./word-builder.js";
import { WordReader } from "./word-reader.js";

/** Words after which another command may begin. Whether they are in the right order is the shell's business. */
const SEPARATING = new Set([
  "if",
  "then",
  "elif",
  "else",
  "fi",
  "while",
  "until",
  "do",
  "done",
  "esac",
  "{",
  "}",
  "!",
]);

/** Words with which a compound command begins or ends. */
const OPENING = new Set(["if", "for", "select", "while", "until", "{"]);
const CLOSING = new Set(["fi", "done", "}"]);

const DESCRIPTOR = /^(?:\d+|\{\w+\})$/;

/** Why a list of commands ended. */
type CommandEnd = "end" | "parenthesis" | "branch" | "esac";

interface Parts {
  readonly words: Word[];
  readonly assignments: Assignment[];
  readonly redirections: Redirection[];
}

/** Finds every simple command of a text, in the order in which they end. */
export class CommandReader {
  readonly #source: SourceText;
  readonly #words: WordReader;
  readonly #documents: HereDocuments;
  /** How many compound commands, parentheses and substitutions are open. */
  #open = 0;
  /** Whether the command that is read runs in any case, and in this shell. */
  #isCertain = true;

  constructor(
    text: string,
    readonly findings: Findings,
  ) {
    this.#source = new SourceText(text);
    this.#words = new WordReader(this.#source, findings, {
      upToParenthesis: () => this.#readSubstitution(),
      ofText: (inner) => this.#readSeparately(inner),
    });
    this.#documents = new HereDocuments(this.#source, findings, (inner) =>
      new CommandReader(inner, findings).#words.readHereText(),
    );
  }

  readAll(): void {
    while (this.#readList(false) !== "end") this.findings.doubt("a ) or ;; without its beginning");
    if (this.#documents.isWaiting) this.findings.doubt("a here-document without its text");
  }

  #readSeparately(text: string): void {
    this.findings.deeper(() => new CommandReader(text, this.findings).readAll());
  }

  #readSubstitution(): void {
    // Shells differ on where a here-document's text is when its line goes through a substitution.
    const before = this.#documents.isWaiting;
    this.#readParenthesis();
    if (before || this.#documents.isWaiting)
      this.findings.doubt("a here-document across a substitution");
  }

  #readParenthesis(): void {
    const { isPiped } = this.findings;
    this.#open++;
    const entered = this.findings.deeper(() => {
      for (;;) {
        const ending = this.#readList(false);
        if (ending === "parenthesis") return;
        if (ending === "end") return this.findings.doubt("a ( without its )");
        this.findings.doubt("a ;; without its case");
      }
    });
    if (!entered) this.#source.skipAll();
    this.#open--;
    this.findings.isPiped = isPiped;
  }

  /** What follows is a command next to the one before, and gets nothing from it. */
  #endPipeline(isCertain: boolean): void {
    this.findings.isPiped = false;
    if (this.#open > 0) return;
    this.findings.pipeline++;
    this.#isCertain = isCertain;
  }

  #readList(inCase: boolean): CommandEnd {
    const source = this.#source;
    for (;;) {
      this.#source.skipBlanks();
      const character = source.peek();
      if (character === undefined) return "end";
      if (character === "\n") {
        this.#documents.takeLineEnd();
        this.#endPipeline(true);
      } else if (character === ";") {
        source.take();
        this.#endPipeline(true);
        if (source.takeIf(";") || source.peek() === "&" || source.peek() === "|") {
          while (source.takeIf("&") || source.takeIf("|"));
          return "branch";
        }
      } else if (character === ")") {
        source.take();
        return "parenthesis";
      } else if (character === "(") {
        source.take();
        if (source.peek() !== "(" || !readArithmetic(this.#words, "command"))
          this.#readParenthesis();
      } else if (character === "&" && source.ahead() !== ">") {
        source.take();
        const isBoth = source.takeIf("&");
        // After `a=1 &&` everything is as certain as before; after `a &` too.
        this.#endPipeline(isBoth ? this.#isCertain && this.#wasAssignment() : true);
      } else if (character === "|") {
        source.take();
        if (source.takeIf("|")) this.#endPipeline(false);
        else this.findings.isPiped = true;
      } else if (this.#readCommand() === "esac" && inCase) return "esac";
    }
  }

  /** One simple command, or the beginning of a compound one, whose parts then follow as commands. */
  #readCommand(): "esac" | null {
    const source = this.#source;
    const parts: Parts = { words: [], assignments: [], redirections: [] };
    let isTimed = false;
    let isAfterBoth = false;
    for (;;) {
      this.#source.skipBlanks();
      if (startsRedirection(source)) {
        const redirection = readRedirection(this.#words, this.#documents);
        parts.redirections.push(redirection);
        isAfterBoth ||= redirection.operator.startsWith("&");
        continue;
      }
      const word = this.#words.readWord();
      if (word === null) break;
      const next = source.peek();
      if ((next === "<" || next === ">") && word.isPlain && DESCRIPTOR.test(word.text)) continue;
      const isFirst = parts.words.length === (isTimed ? 1 : 0);
      const assignment = isFirst ? readAssignment(word, this.#words, this.#documents) : null;
      if (assignment !== null) {
        parts.assignments.push(assignment);
        continue;
      }
      if (word.isPlain) {
        if (isFirst && parts.assignments.length === 0 && parts.redirections.length === 0) {
          isTimed ||= this.#startsTimed(word.text);
          if (word.text === "[[") {
            parts.words.push(wordOf("[["), ...readTest(this.#words, this.#documents));
            continue;
          }
          if (this.#readReserved(word.text)) {
            this.#add(parts);
            return word.text === "esac" ? "esac" : null;
          }
        } else if (word.text === "{" || word.text === "}") {
          this.findings.doubt("shells differ on a brace among the words of a command");
        }
      }
      // A shell without `&>` reads `a &> b c` as `a &` and `> b c`.
      if (isAfterBoth) this.findings.doubt("shells differ on words after &>");
      parts.words.push(valueFrom(word, 0));
    }
    const named = { ...parts, words: parts.words.slice(isTimed ? 1 : 0) };
    const isTimeAlone = isTimed && named.words.length === 0;
    if (source.peek() === "(" && !isTimeAlone && this.#takeFunctionHead(named)) return null;
    this.#add(parts, isTimed ? 1 : undefined);
    return null;
  }

  #add({ words, assignments, redirections }: Parts, ownWords = words.length): void {
    const { pipeline, isPiped, commands } = this.findings;
    if (words.length + assignments.length + redirections.length > 0)
      commands.push({ words, assignments, redirections, ownWords, pipeline, isPiped });
    for (const { name, value } of assignments)
      if (words.length === 0 && this.#isCertain && this.#open === 0 && !this.#goesToOthers())
        noteAssignment(name, value, this.findings);
  }

  #wasAssignment(): boolean {
    const last = this.findings.commands.at(-1);
    return last !== undefined && last.words.length === 0;
  }

  /** Whether a command runs in a shell of its own: in a pipeline, or in the background. */
  #goesToOthers(): boolean {
    const [next, ahead] = [this.#source.peek(), this.#source.ahead()];
    if (this.findings.isPiped) return true;
    return (next === "|" || next === "&") && ahead !== next;
  }

  /** `name ()`: what follows is the body, read like any command. */
  #takeFunctionHead({ words, assignments, redirections }: Parts): boolean {
    if (words.length !== 1 || assignments.length + redirections.length > 0) {
      this.findings.doubt("a ( among the words of a command");
      return false;
    }
    this.findings.noteFunction();
    return this.#takeEmptyParentheses();
  }

  #takeEmptyParentheses(): boolean {
    this.#source.take();
    this.#source.skipBlanks();
    if (this.#source.takeIf(")")) return true;
    this.findings.doubt("a ( among the words of a command");
    this.#readParenthesis();
    return false;
  }

  /** Whether a word at the beginning of a command belongs to the grammar; reads what it needs. */
  #readReserved(word: string): boolean {
    if (OPENING.has(word)) this.#open++;
    if (CLOSING.has(word)) this.#open = Math.max(0, this.#open - 1);
    switch (word) {
      case "for":
      case "select":
        this.#readLoopHead();
        return true;
      case "case":
        this.#open++;
        if (!this.findings.deeper(() => this.#readCase())) this.#source.skipAll();
        this.#open--;
        return true;
      case "function":
        this.findings.noteFunction();
        this.#source.skipBlanks();
        this.#words.readWord();
        this.#source.skipBlanks();
        if (this.#source.peek() === "(") this.#takeEmptyParentheses();
        return true;
      case "coproc":
        this.findings.doubt("a coprocess");
        return true;
      default:
        return SEPARATING.has(word);
    }
  }

  /** `time` may come before a whole pipeline; with options it is read as a program. */
  #startsTimed(word: string): boolean {
    if (word !== "time") return false;
    this.#source.skipBlanks();
    return this.#source.peek() !== "-";
  }

  /** `for name in words`: the name is assigned each of the words. */
  #readLoopHead(): void {
    this.#source.skipBlanks();
    const name = this.#words.readWord();
    if (name === null) {
      if (!this.#source.takeIf("(") || !readArithmetic(this.#words, "loop"))
        this.findings.doubt("arithmetic can run commands");
      return;
    }
    this.#documents.skipLines();
    const word = this.#words.readWord();
    let values: Word[] = [wordOf(UNKNOWN)];
    if (word !== null && word.isPlain && word.text === "in") values = this.#readWords(name.text);
    else {
      this.findings.uses.assign(name.text, false, false);
      if (word === null ? this.#source.peek() !== ";" : word.text !== "do")
        this.findings.doubt("an unusual loop");
    }
    const assignments = values.map((value) => ({ name: name.text, value }));
    this.#add({ words: [], assignments, redirections: [] });
  }

  #readWords(name: string): Word[] {
    const words: Word[] = [];
    for (;;) {
      this.#source.skipBlanks();
      const word = this.#words.readWord();
      if (word === null) return words;
      words.push(valueFrom(word, 0));
      // One of several values is not known.
      this.findings.uses.assign(name, word.known, isNumber(word));
      this.findings.uses.assign(name, word.known, isNumber(word));
    }
  }

  #readCase(): void {
    this.#source.skipBlanks();
    this.findings.loose.push(this.#words.readWord()?.text ?? "");
    this.#documents.skipLines();
    if (this.#words.readWord()?.text !== "in") return this.findings.doubt("an unusual case");
    do {
      if (this.#readBranchHead()) return;
      const ending = this.#readList(true);
      if (ending === "esac") return;
      if (ending !== "branch") this.findings.doubt("a case without its esac");
    } while (this.#source.peek() !== undefined);
    this.findings.doubt("a case without its esac");
  }

  /** The patterns of a branch with their `)`; true where the case ends instead. */
  #readBranchHead(): boolean {
    const source = this.#source;
    this.#documents.skipLines();
    const opened = source.takeIf("(");
    for (;;) {
      this.#source.skipBlanks();
      const pattern = this.#words.readWord();
      this.findings.loose.push(pattern?.text ?? "");
      if (pattern !== null && !opened && pattern.isPlain && pattern.text === "esac") return true;
      this.#source.skipBlanks();
      if (source.takeIf(")")) return false;
      if (!source.takeIf("|")) {
        this.findings.doubt("an unusual pattern in a case");
        return false;
      }
    }
  }
}
