import { ParserMissing, type Parsers } from "../../lint/index.js";

/** The parsers, each loaded when the first script of its language comes. */
export const parsers: Parsers = {
  shell: async () => (await import("unbash")).parse,
  python: async () => {
    const { parse } = await import("py-ast");
    return (source) => parse(source);
  },
  javascript: async () => {
    const { parseSync } = await import("oxc-parser").catch(() => {
      throw new ParserMissing(
        "oxc-parser",
        "install it with `npm install oxc-parser` where snaphook is installed (it is an optional dependency)",
      );
    });
    return (source) => parseSync("script.ts", source, { preserveParens: false });
  },
};
