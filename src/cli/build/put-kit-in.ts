import { inlineKit, kitText } from "./kits.js";

const NOTE =
  "What follows up to the hook itself is Snaphook's kit (snaphook build); do not edit it.";

/** What a hook in JavaScript takes from the kit, and where in the text it says so. */
export interface KitImport {
  readonly start: number;
  readonly end: number;
  /** What stands between `const` and `=`. */
  readonly binding: string;
}

/** The import as most people write it. */
const usualImport = /^import (\{[^}]*\}) from "snaphook\/hook";$/m;

/** Finds the import without a parser: for a text that is known. */
export function findUsualImport(source: string): KitImport | null {
  const found = usualImport.exec(source);
  if (found === null) return null;
  const [whole, names = "{}"] = found;
  return {
    start: found.index,
    end: found.index + whole.length,
    binding: names.replaceAll(" as ", ": "),
  };
}

/** A hook in JavaScript with the kit in its own file. */
export function putIntoJavaScript(source: string, { start, end, binding }: KitImport): string {
  const [, shebang = "", body = ""] = /^(#![^\n]*\n)?([^]*)$/.exec(source) ?? [];
  const at = start - shebang.length;
  const own = `${body.slice(0, at)}const ${binding} = snaphookKit;${body.slice(end - shebang.length)}`;
  return `${shebang}// ${NOTE}\n${inlineKit()}\n\n${own}`;
}

/**
 * A hook in Python with the kit in its own file: a module of its own, so that no name of the hook's can take the place of
 * one of the kit's. Null where it does not import the kit.
 */
export function putIntoPython(source: string): string | null {
  const found = /^(?:from snaphook_hook import|import snaphook_hook)\b/m.exec(source);
  if (found === null) return null;
  const kit = kitText("python");
  if (kit.includes("'''")) throw new Error("the kit holds the quotes that it is put between");
  const lines = [
    `# ${NOTE}`,
    "import sys",
    "import types",
    "",
    'sys.modules["snaphook_hook"] = types.ModuleType("snaphook_hook")',
    `exec(compile(r'''${kit}''', "snaphook_hook.py", "exec"), sys.modules["snaphook_hook"].__dict__)`,
    "",
  ];
  return `${source.slice(0, found.index)}${lines.join("\n")}\n${source.slice(found.index)}`;
}

/** A hook in the shell with the kit in its own file. Null where it does not load the kit. */
export function putIntoShell(source: string): string | null {
  const line = /^[ \t]*(?:\.|source)[ \t][^\n]*snaphook-hook\.sh[^\n]*$/m;
  if (!line.test(source)) return null;
  const kit = kitText("sh").trimEnd();
  return source.replace(line, () => `# ${NOTE}\n${kit}\n# The hook itself:`);
}
