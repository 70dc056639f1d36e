import { parse } from "smol-toml";

/** The line of every key and of every item, by `stepTo`. What is not in it has no known line. */
export type TomlLines = ReadonlyMap<string, number>;

/** The place of a key or of an item in what is at `parent`; the top is an empty text. */
export function stepTo(parent: string, step: string | number): string {
  return `${parent}/${JSON.stringify(step)}`;
}

/** Where things are in a text that the parser has taken: the parser gives values only. */
export function tomlLines(text: string): TomlLines {
  return new LineScan(text).run();
}

/** Walks over valid TOML. Where it does not understand a sign it ends: no line is better than a wrong one. */
class LineScan {
  private readonly lines = new Map<string, number>();
  /** How many tables each list of tables has so far. */
  private readonly counts = new Map<string, number>();
  private at = 0;
  private line = 1;
  private counted = 0;
  private table = "";

  constructor(private readonly text: string) {}

  run(): TomlLines {
    for (this.skip(); this.at < this.text.length; this.skip()) {
      const before = this.at;
      if (this.text[this.at] === "[") this.header();
      else this.pair(this.table);
      if (this.at === before) break;
    }
    return this.lines;
  }

  private header(): void {
    const isList = this.text.startsWith("[[", this.at);
    this.at += isList ? 2 : 1;
    const keys = this.keys();
    this.at += isList ? 2 : 1;
    const last = isList ? keys.pop() : undefined;
    const above = this.resolve(keys);
    if (last === undefined) {
      this.table = above;
      return;
    }
    const list = stepTo(above, last);
    const count = this.counts.get(list) ?? 0;
    this.counts.set(list, count + 1);
    this.note(list);
    this.table = stepTo(list, count);
    this.note(this.table);
  }

  /** A name for a list of tables means the last of them. */
  private resolve(keys: readonly string[]): string {
    return keys.reduce((parent, key) => {
      const path = stepTo(parent, key);
      this.note(path);
      const count = this.counts.get(path);
      return count === undefined ? path : stepTo(path, count - 1);
    }, "");
  }

  private pair(table: string): void {
    const keys = this.keys();
    let path = table;
    for (const key of keys) {
      path = stepTo(path, key);
      this.note(path);
    }
    this.skip();
    if (this.text[this.at] !== "=") return;
    this.at += 1;
    this.skip();
    this.value(path);
  }

  private keys(): string[] {
    const keys: string[] = [];
    while (true) {
      this.skip();
      keys.push(this.key());
      this.skip();
      if (this.text[this.at] !== ".") return keys;
      this.at += 1;
    }
  }

  private key(): string {
    const from = this.at;
    const quote = this.text[from];
    if (quote === '"' || quote === "'") {
      this.quoted(quote);
      return Object.keys(parse(`${this.text.slice(from, this.at)} = 0`))[0] ?? "";
    }
    this.pass(/[\w-]*/y);
    return this.text.slice(from, this.at);
  }

  private value(path: string): void {
    const sign = this.text[this.at];
    if (sign === "[") this.list(path);
    else if (sign === "{") this.inlineTable(path);
    else if (sign !== '"' && sign !== "'") this.pass(/[^,\]}#\n]*/y);
    else if (this.text.startsWith(sign.repeat(3), this.at)) this.longText(sign);
    else this.quoted(sign);
  }

  private list(path: string): void {
    this.at += 1;
    for (let index = 0; this.goesOn("]"); index += 1) {
      const item = stepTo(path, index);
      this.note(item);
      this.value(item);
      this.comma();
    }
  }

  private inlineTable(path: string): void {
    this.at += 1;
    while (this.goesOn("}")) {
      this.pair(path);
      this.comma();
    }
  }

  /** Whether something comes before the end of a list or of a table; the end itself is passed. */
  private goesOn(end: string): boolean {
    this.skip();
    if (this.at >= this.text.length) return false;
    if (this.text[this.at] !== end) return true;
    this.at += 1;
    return false;
  }

  private comma(): void {
    this.skip();
    const sign = this.text[this.at];
    if (sign === ",") this.at += 1;
    else if (sign !== "]" && sign !== "}") this.at = this.text.length;
  }

  private quoted(quote: string): void {
    this.pass(quote === '"' ? /"[^"\\]*(?:\\.[^"\\]*)*"/sy : /'[^']*'/y);
  }

  /** Up to two quotes may come directly before the three that end it. */
  private longText(quote: string): void {
    this.pass(
      quote === '"'
        ? /"""[^"\\]*(?:(?:\\.|"{1,2}(?!"))[^"\\]*)*"{3,5}/sy
        : /'''[^']*(?:'{1,2}(?!')[^']*)*'{3,5}/y,
    );
  }

  private skip(): void {
    this.pass(/\s*(?:#[^\n]*\s*)*/y);
  }

  private pass(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    this.at += pattern.exec(this.text)?.[0].length ?? 0;
  }

  private note(path: string): void {
    while (this.counted < this.at) {
      if (this.text[this.counted] === "\n") this.line += 1;
      this.counted += 1;
    }
    if (!this.lines.has(path)) this.lines.set(path, this.line);
  }
}
