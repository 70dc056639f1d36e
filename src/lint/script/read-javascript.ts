import { JavaScriptReader } from "./javascript.js";
import { javascriptFlaws } from "./javascript-flaws.js";
import { exportedNames } from "./javascript-modules.js";
import type { Node } from "./javascript-nodes.js";
import type { ParsedScript } from "./syntax.js";

/** The parser's door, given by whoever has loaded it: an ESTree program. */
export type ParseJavaScript = (source: string) => {
  readonly program: unknown;
  readonly errors: readonly { readonly message: string }[];
};

/** Reads JavaScript or TypeScript. */
export function readJavaScript(source: string, parse: ParseJavaScript): ParsedScript {
  const { program, errors } = parse(source);
  const reader = new JavaScriptReader(source);
  const module = (program as Node)["body"] as readonly Node[];
  const body = reader.block(module);
  const [error] = errors;
  return {
    language: "javascript",
    body,
    checked: new Set(),
    assigned: new Set(),
    nested: new Map(),
    includes: reader.includes,
    included: new Map(),
    starts: reader.starts,
    ...javascriptFlaws(program as Node),
    names: exportedNames(module),
    file: null,
    fault: error === undefined ? null : { message: error.message, at: { start: 0, end: 1 } },
  };
}
