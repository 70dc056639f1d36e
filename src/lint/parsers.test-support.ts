import { parseSync } from "oxc-parser";
import { parse as parsePython } from "py-ast";
import { parse as parseShell } from "unbash";
import type { Parsers } from "./script/read-script.js";

/** All parsers, loaded. */
export const parsers: Parsers = {
  shell: () => Promise.resolve(parseShell),
  python: () => Promise.resolve((source: string) => parsePython(source)),
  javascript: () =>
    Promise.resolve((source: string) => parseSync("script.ts", source, { preserveParens: false })),
};
