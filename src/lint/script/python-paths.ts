import type { FilePath } from "./syntax.js";

const ADDED = /\bsys\.path\.(?:insert\(\s*\d+\s*,|append\()([^\n]{0,300})/g;
const MOST_FOLDERS = 6;
const MOST_TRIED = 20;

/** The folders in which Python looks for modules of the script: its own, and those that it adds to `sys.path`. */
export function moduleFolders(source: string): readonly FilePath[] {
  const folders = ["@"];
  for (const [, added = ""] of [...source.matchAll(ADDED)].slice(0, MOST_TRIED)) {
    const folder = folderOf(added, source, 0);
    if (folder !== null && !folders.includes(folder)) folders.push(folder);
    if (folders.length >= MOST_FOLDERS) break;
  }
  return folders;
}

/** `Path(__file__).parent / "lib"`, `os.path.join(os.path.dirname(__file__), "..", "lib")`, or a name for it. */
function folderOf(text: string, source: string, depth: number): FilePath | null {
  if (depth > 3) return null;
  const parts = Array.from(text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g), ([, a, b]) => a ?? b ?? "");
  if (text.includes("__file__")) {
    const parents = /\.parents\[(\d+)\]/.exec(text)?.[1];
    const steps = (text.match(/\.parent\b|\bdirname\(/g) ?? []).length;
    const up = parents === undefined ? steps - 1 : Number(parents);
    if (up < 0 || up > 8) return null;
    return ["@", ...Array<string>(up).fill(".."), ...parts].join("/");
  }
  const [, name = ""] =
    /\b(?:str\(|join\(|fspath\()?\s*([A-Za-z_]\w*)/.exec(
      text.replaceAll(/\b(?:str|os\.path\.join|os\.fspath|Path)\(/g, ""),
    ) ?? [];
  if (name === "") return null;
  const meant = new RegExp(String.raw`^[ \t]*${name}\b[^=\n]{0,40}=([^=\n][^\n]{0,300})`, "m").exec(
    source,
  )?.[1];
  const base = meant === undefined ? null : folderOf(meant, source, depth + 1);
  const more = (text.match(/\.parent\b/g) ?? []).map(() => "..");
  return base === null ? null : [base, ...more, ...parts].join("/");
}

/** Where a module may be: `a.b` is `a/b.py` or the folder `a/b`. */
export function modulePaths(name: string, folders: readonly FilePath[]): readonly FilePath[] {
  const path = name.replaceAll(".", "/");
  return folders.flatMap((folder) => [`${folder}/${path}.py`, `${folder}/${path}/__init__.py`]);
}
