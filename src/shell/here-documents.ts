import type { Findings } from "./findings.js";
import { wordOf, type Word } from "./parsed-command.js";
import type { SourceText } from "./source-text.js";

/** A redirection whose text is filled in when its lines are reached. */
export interface PendingRedirection {
  readonly operator: string;
  target: Word;
}

interface PendingDocument {
  readonly redirection: PendingRedirection;
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripsTabs: boolean;
}

const ENDS_DELIMITER = /[ \t\n;&|()<>]/;

/** The here-documents that were announced on a line; their texts begin after it. */
export class HereDocuments {
  #pending: PendingDocument[] = [];

  constructor(
    readonly source: SourceText,
    readonly findings: Findings,
    /** Reads the expansions of a text that was announced without quotes. */
    readonly expand: (text: string) => Word,
  ) {}

  get isWaiting(): boolean {
    return this.#pending.length > 0;
  }

  /** After `<<` or `<<-`: reads the delimiter. */
  announce(stripsTabs: boolean): PendingRedirection {
    const redirection: PendingRedirection = { operator: "<<", target: wordOf("") };
    const { delimiter, quoted } = this.#readDelimiter();
    if (delimiter === "") this.findings.doubt("a here-document without a delimiter");
    this.#pending.push({ redirection, delimiter, quoted, stripsTabs });
    return redirection;
  }

  #readDelimiter(): { delimiter: string; quoted: boolean } {
    const { source } = this;
    let delimiter = "";
    let quoted = false;
    for (;;) {
      const character = source.peek();
      if (character === undefined || ENDS_DELIMITER.test(character)) return { delimiter, quoted };
      source.take();
      if (character === "'" || character === '"') {
        quoted = true;
        delimiter += source.takeThrough(character) ?? "";
      } else if (character === "\\") {
        quoted = true;
        delimiter += source.takeRaw() ?? "";
      } else {
        if (character === "$" || character === "`")
          this.findings.doubt("a here-document with an unusual delimiter");
        delimiter += character;
      }
    }
  }

  /** Takes a line end and the texts of all that are waiting for it. */
  takeLineEnd(): void {
    this.source.take();
    const pending = this.#pending;
    this.#pending = [];
    for (const document of pending) {
      const text = this.#takeLines(document);
      document.redirection.target = document.quoted ? wordOf(text) : this.expand(text);
    }
  }

  /** Takes blanks, comments and line ends. */
  skipLines(): void {
    this.source.skipBlanks();
    while (this.source.peek() === "\n") {
      this.takeLineEnd();
      this.source.skipBlanks();
    }
  }

  #takeLines({ delimiter, quoted, stripsTabs }: PendingDocument): string {
    const { source } = this;
    const lines: string[] = [];
    while (source.at < source.text.length) {
      const rest = source.takeThrough("\n");
      const line = rest ?? source.text.slice(source.at);
      if (rest === null) source.skipAll();
      const content = stripsTabs ? line.replace(/^\t+/, "") : line;
      if (content === delimiter) {
        if (!quoted && lines.at(-1)?.endsWith("\\") === true)
          this.findings.doubt("a here-document whose end is joined to the line before");
        return lines.join("\n");
      }
      lines.push(content);
    }
    this.findings.doubt("a here-document without its end");
    return lines.join("\n");
  }
}
