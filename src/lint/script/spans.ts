import type { NestedCode, ParsedScript, Span } from "./syntax.js";

/** The script with its places changed: those of nested code or of another file become places around it. */
export function moveSpans(script: ParsedScript, change: (at: Span) => Span): ParsedScript {
  const copies = new Map<unknown, unknown>();
  const copy = <Item>(item: Item): Item => {
    if (typeof item !== "object" || item === null) return item;
    if (Array.isArray(item)) return item.map(copy) as Item;
    const known = copies.get(item);
    if (known !== undefined) return known as Item;
    const made: Record<string, unknown> = {};
    copies.set(item, made);
    for (const [key, value] of Object.entries(item))
      made[key] = key === "at" ? change(value as Span) : copy(value);
    return made as Item;
  };
  const body = copy(script.body);
  return {
    ...script,
    body,
    nested: new Map(
      Array.from(script.nested, ([code, inner]): [NestedCode, ParsedScript] => [
        copy(code),
        // Other files keep their own places.
        inner.file === null ? moveSpans(inner, change) : inner,
      ]),
    ),
    includes: copy(script.includes),
    included: new Map(Array.from(script.included, ([include, file]) => [copy(include), file])),
    starts: copy(script.starts),
    flaws: copy(script.flaws),
    form: copy(script.form),
    fault: copy(script.fault),
  };
}
