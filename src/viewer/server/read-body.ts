import { isRecord } from "../../json/index.js";

/** A request that says something else than it may. Its text is for whoever sent it. */
export class BadRequest extends Error {
  override readonly name = "BadRequest";
}

/** The body of a request, each field checked where it is taken. */
export class Body {
  private readonly fields: Readonly<Record<string, unknown>>;

  constructor(text: string) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      throw new BadRequest("the body is not JSON");
    }
    if (!isRecord(parsed)) throw new BadRequest("the body is not an object");
    this.fields = parsed;
  }

  text(name: string, longest: number): string {
    const value = this.optional(name, longest);
    if (value === null) throw new BadRequest(`${name} is missing`);
    return value;
  }

  optional(name: string, longest: number): string | null {
    const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
    if (value === undefined) return null;
    if (typeof value !== "string" || value.length > longest)
      throw new BadRequest(`${name} is not a text of at most ${longest} characters`);
    return value;
  }

  flag(name: string): boolean {
    const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
    if (typeof value !== "boolean") throw new BadRequest(`${name} is neither true nor false`);
    return value;
  }

  count(name: string, most: number): number | null {
    const value = Object.hasOwn(this.fields, name) ? this.fields[name] : undefined;
    if (value === undefined) return null;
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > most)
      throw new BadRequest(`${name} is not a whole number from 0 to ${most}`);
    return value;
  }
}
