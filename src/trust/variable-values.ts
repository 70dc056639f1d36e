import { UNKNOWN } from "../shell/index.js";

/** More meanings of one word than this are no word that anybody could follow. */
const MOST_MEANINGS = 200;

const reference = /\$(?:\{(\w+)([^}]*)\}|([A-Za-z_]\w*))/;
/** `${X:-y}`: what follows is used where there is no value, or where there is one. */
const reserve = /^:?[-=+](.*)$/s;

/** The values that variables may have while a hook runs. One that is given a value twice has two. */
export class VariableValues {
  private readonly known: Map<string, readonly string[]>;
  /** Whether something had more meanings than could be determined. */
  isCut = false;

  private readonly own: Set<string>;

  /** Those that are there anyway, and those that the hook has of its own. */
  constructor(given: Readonly<Record<string, string>>, own: Readonly<Record<string, string>> = {}) {
    const all = Object.entries({ ...given, ...own });
    this.known = new Map(all.map(([name, value]) => [name, [value]]));
    this.own = new Set(Object.keys(own));
  }

  /** Whether the hook gives it a value. */
  isOwn(name: string): boolean {
    return this.own.has(name);
  }

  assign(name: string, value: string): void {
    this.own.add(name);
    const values = [...(this.known.get(name) ?? []), ...this.fillIn(value)];
    this.known.set(name, this.cut([...new Set(values)]));
  }

  /** What a variable may hold. */
  of(name: string): readonly string[] {
    return this.known.get(name) ?? [];
  }

  /** All that a word may mean with its variables and its tilde filled in. What is not known is `UNKNOWN`. */
  fillIn(word: string): string[] {
    return this.withoutTilde(word).flatMap((whole) => this.withoutVariables(whole));
  }

  /** `~` is the home folder, and so may be `~name`; `~+` is the folder of the hook. */
  private withoutTilde(word: string): readonly string[] {
    const [tilde, name] = /^~([^/]*)/.exec(word) ?? [];
    if (tilde === undefined) return [word];
    const folder = this.known.get(name === "+" ? "PWD" : "HOME")?.[0] ?? "";
    const whole = `${folder}${word.slice(tilde.length)}`;
    return name === "" || name === "+" ? [whole] : [word, whole];
  }

  private withoutVariables(whole: string): string[] {
    let meanings = [""];
    let rest = whole;
    for (let found = reference.exec(rest); found !== null; found = reference.exec(rest)) {
      const before = rest.slice(0, found.index);
      rest = rest.slice(found.index + found[0].length);
      const values = this.valuesOf(found[1] ?? found[3] ?? "", found[2] ?? "");
      meanings = this.cut(
        meanings.flatMap((start) => values.map((value) => `${start}${before}${value}`)),
      );
    }
    return meanings.map((start) => `${start}${rest}`);
  }

  private cut(meanings: readonly string[]): string[] {
    this.isCut ||= meanings.length > MOST_MEANINGS;
    return meanings.slice(0, MOST_MEANINGS);
  }

  private valuesOf(name: string, operation: string): readonly string[] {
    const values = this.known.get(name) ?? [];
    const [, other] = reserve.exec(operation) ?? [];
    if (other !== undefined) return [...values, other];
    // A part may be cut off or replaced: the value is one meaning, and there may be another.
    if (operation !== "") return [...values, UNKNOWN];
    return values.length > 0 ? values : [UNKNOWN];
  }
}
