import type { Edit } from "../../edits.js";
import type { Span } from "../../script/syntax.js";

/** Every place where the field is read: as a part of the path in jq, as a key or a property elsewhere. */
export function renamed(
  source: string,
  places: readonly { readonly at: Span }[],
  top: string,
  meant: string,
): readonly Edit[] | undefined {
  const [first = "", second] = meant.split(".");
  const forms: readonly (readonly [RegExp, (found: string) => string])[] = [
    [new RegExp(`\\.get\\((["'])${top}\\1`), (found) => got(found, top, first, second)],
    [
      new RegExp(`\\[(["'])${top}\\1\\]`),
      (found) =>
        (second === undefined ? "" : found.replace(top, first)) +
        found.replace(top, second ?? first),
    ],
    [new RegExp(`(?<![\\w"')\\]])\\.${top}\\b`), () => `.${meant}`],
    [new RegExp(`(?<=\\w|\\))\\??\\.${top}\\b(?!\\()`), (found) => found.replace(top, meant)],
  ];
  const edits = new Map<number, Edit>();
  for (const { at } of places) {
    // What is in another file is not changed.
    if (at.file !== undefined) return undefined;
    const code = source.slice(at.start, at.end);
    const form = forms.find(([pattern]) => pattern.test(code));
    const match = form?.[0].exec(code);
    if (form === undefined || match === null || match === undefined) return undefined;
    const start = at.start + match.index;
    edits.set(start, { start, end: start + match[0].length, text: form[1](match[0]) });
  }
  return [...edits.values()];
}

function got(found: string, top: string, first: string, second: string | undefined): string {
  if (second === undefined) return found.replace(top, first);
  return `${found.replace(top, first)}, {})${found.replace(top, second)}`;
}
