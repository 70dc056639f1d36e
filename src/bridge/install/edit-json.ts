import { applyEdits, modify } from "jsonc-parser";

/** A JSON text with another value at a path. Comments, blanks and everything else stay as they are; `undefined` removes it. */
export function editJson(
  text: string,
  path: readonly (string | number)[],
  value: unknown,
  isArrayInsertion = false,
): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  const formattingOptions = indent.startsWith("\t")
    ? { insertSpaces: false, tabSize: 1, eol }
    : { insertSpaces: true, tabSize: indent.length, eol };
  return applyEdits(text, modify(text, [...path], value, { formattingOptions, isArrayInsertion }));
}
