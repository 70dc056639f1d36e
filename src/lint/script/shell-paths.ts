import type { FilePath } from "./syntax.js";

/** The script's own name, as scripts write it. */
const SELF = String.raw`(?:\$0|\$\{0\}|\$\{?BASH_SOURCE(?:\[0\])?(?::-\$\{?0\}?)?\}?|\$\{\(%\):-%[xN]\})`;

/** Ways to write the folder of the script, quotes taken out. The first group is what comes after it. */
const ownFolder: readonly RegExp[] = [
  new RegExp(
    String.raw`\$\(\s*(?:CDPATH=\s+)?cd (?:-P )?(?:-- )?(?:\$\(dirname (?:-- )?${SELF}\)|\$\{(?:0|BASH_SOURCE(?:\[0\])?)%/\*\})(/[^\s&;)]*)?[^&;)]{0,40}(?:&&|;)\s*pwd(?: -P)?\s*\)`,
    "g",
  ),
  new RegExp(String.raw`\$\(\s*dirname (?:-- )?${SELF}\s*\)()`, "g"),
  /\$\{(?:0|BASH_SOURCE(?:\[0\])?)%\/\*\}()/g,
];

const ABSOLUTE = new RegExp(
  String.raw`\$\(\s*(?:realpath|readlink -f)(?: -[a-z]+| --)* ${SELF}[^)]{0,40}\)`,
  "g",
);
/** The folder of the repository, quotes taken out; hooks are started there. */
export const TOP_LEVEL = /\$\(\s*(?:git rev-parse --show-toplevel[^)]{0,40}|pwd(?: -P)?\s*)\)/g;

/** Variables that hosts and systems set for hooks. */
const given = /^(?:[A-Z]+_PROJECT_DIR|(?:[A-Z]+_)?PLUGIN_ROOT|extensionPath|HOME|PWD)$/;

const LONGEST = 1000;

/** The path that a word of a shell script stands for; null where it is known only when it runs. */
export function shellPath(word: string, assigned: ReadonlyMap<string, string>): FilePath | null {
  let path = word;
  for (let round = 0; round < 6; round++) {
    if (path.length > LONGEST) return null;
    path = withFolders(path.replaceAll(/["']/g, ""));
    path = path.replaceAll(/\$\{(\w+)%\/\*\}/g, (whole, name: string) =>
      isSelf(assigned.get(name)) ? "@" : whole,
    );
    const next = path.replaceAll(
      /\$\{(\w+)(?::[-=][^}]*)?\}|\$([A-Za-z_]\w*)/g,
      (whole, braced: string | undefined, bare: string | undefined) => {
        const name = braced ?? bare ?? "";
        if (given.test(name)) return `$${name}`;
        return assigned.get(name) ?? whole;
      },
    );
    if (next === path) break;
    path = next;
  }
  const rest = path.replace(/^\$([A-Z]\w*)(?=\/)/, (whole, name: string) =>
    given.test(name) ? "" : whole,
  );
  return /[$`*?{}()|&;<> \n]/.test(rest) || path === "" ? null : path;
}

const ONLY_SELF = new RegExp(`^${SELF}$`);

/** `script_path="${BASH_SOURCE[0]//\\//}"` */
function isSelf(text: string | undefined): boolean {
  if (text === undefined) return false;
  return ONLY_SELF.test(text.replaceAll(/["']/g, "").replace(/(?<=\]|\d)\/\/[^}]*(?=\}$)/, ""));
}

function withFolders(text: string): string {
  if (!text.includes("$")) return text;
  let path = text.replaceAll(ABSOLUTE, "$0").replaceAll(TOP_LEVEL, "$PWD");
  for (const pattern of ownFolder)
    path = path.replaceAll(pattern, (_, more: string | undefined) => `@${more ?? ""}`);
  return path;
}

/** All that is put into a text are folders that hosts name. */
export function hasOnlyFolders(written: string): boolean {
  const names = Array.from(written.matchAll(/(?<!\\)\$\{?(\w*)/g), ([, name = ""]) => name);
  return names.every((name) => given.test(name));
}
