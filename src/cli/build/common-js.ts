import type { EcmaScriptModule } from "oxc-parser";

/** A part of a text, and what comes in its place. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * What makes CommonJS of a hook: `require` for what Node has, `module.exports` for the hook. Null where it exports more, or
 * imports in a way that `require` has not.
 */
export function editsForCommonJs({
  staticImports,
  staticExports,
  importMetas,
}: EcmaScriptModule): readonly Edit[] | null {
  const edits: Edit[] = [];
  for (const { start, end, moduleRequest, entries } of staticImports) {
    if (!moduleRequest.value.startsWith("node:")) continue;
    const required = `require(${JSON.stringify(moduleRequest.value)})`;
    const names = entries.map(({ importName, localName }) =>
      (importName.kind as string) === "Name" ? `${importName.name}: ${localName.value}` : null,
    );
    const [first] = entries;
    const isWhole = entries.length === 1 && names[0] === null;
    if (!isWhole && names.includes(null)) return null;
    const binding = isWhole ? first?.localName.value : `{ ${names.join(", ")} }`;
    const text = entries.length === 0 ? `${required};` : `const ${binding} = ${required};`;
    edits.push({ start, end, text });
  }
  const [exported, ...more] = staticExports.flatMap(({ start, entries }) =>
    entries.map((entry) => ({ ...entry, from: start })),
  );
  const isDefault = (exported?.exportName.kind as string | undefined) === "Default";
  const isNamed = (exported?.localName.kind as string | undefined) === "Name";
  if (more.length > 0 || importMetas.length > 0 || (exported !== undefined && !isDefault))
    return null;
  // `export default function guard() {}`: its name would be lost.
  if (isNamed) return null;
  if (exported !== undefined)
    edits.push({ start: exported.from, end: exported.start, text: "module.exports = " });
  return edits;
}

/** The text with the edits in it, and where a place of it is then. */
export function edited(
  text: string,
  edits: readonly Edit[],
  place: number,
): { readonly text: string; readonly at: number } {
  let made = text;
  let at = place;
  for (const edit of edits.toSorted((one, other) => other.start - one.start)) {
    made = made.slice(0, edit.start) + edit.text + made.slice(edit.end);
    if (edit.start < place) at += edit.text.length - (edit.end - edit.start);
  }
  return { text: made, at };
}
