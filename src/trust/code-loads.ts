import { importedPaths } from "./module-files.js";
import { namesIn } from "./language.js";
import { isPythonsOwn } from "./python-language.js";

// JavaScript

/** `join(__dirname, "lib", "x.js")`, `__dirname + "/x.js"` */
const besideScript =
  /(\b(?:require|import)\s*\(\s*[^()\n]{0,20}(?:\([^()\n]{0,20}\)[^()\n]{0,10})?)?(?:(?:\b(?:join|resolve)\(\s*)?\b(?:__dirname|import\.meta\.dirname)\s*[,+]((?:\s*(?:"[^"\n]*"|'[^'\n]*')\s*,?)+)|\$\{(?:__dirname|import\.meta\.dirname)\}([^`$\n]+)`)/g;
const codeEnding = /\.(?:[cm]?[jt]sx?|sh|bash|py)$/;

/** Paths that a script of JavaScript or TypeScript loads, from its own folder. */
export function scriptImports(text: string): string[] {
  const beside = [...text.matchAll(besideScript)].flatMap(([, loading, parts, template]) => {
    const path = template ?? namesIn(parts ?? "", /["']([^"'\n]*)["']/g).join("/");
    return loading !== undefined || codeEnding.test(path) ? [`./${path}`] : [];
  });
  return [...new Set([...importedPaths(text), ...beside])];
}

// Python

/** A module that a script of Python imports. */
export interface PythonImport {
  readonly name: string;
  /** How many folders up from its own it is meant; null where it is looked for in those of modules. */
  readonly up: number | null;
}

const imports =
  /(?:^|[;:])[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)|import[ \t]+([\w., \t]+))/gm;
const byName =
  /\b(?:(?:import_module|__import__|run_module)\(|setdefault\(\s*["']DJANGO_SETTINGS_MODULE["']\s*,)\s*["']([\w.]+)["']/g;

/** Modules that a script of Python imports, but for Python's own. */
export function pythonImports(text: string): PythonImport[] {
  const found = [...text.matchAll(imports)].flatMap(
    ([, dots = "", from = "", listed = "", whole = ""]): PythonImport[] => {
      const names = listed
        .split(/[\s,()\\]+/)
        .filter((name) => /^\w+$/.test(name) && name !== "as");
      const inside = [from, ...names.map((name) => (from === "" ? name : `${from}.${name}`))];
      if (dots !== "") return inside.map((name) => ({ name, up: dots.length - 1 }));
      if (from !== "") return inside.map((name) => ({ name, up: null }));
      return whole.split(",").map((one) => ({ name: one.trim().split(/\s/)[0] ?? "", up: null }));
    },
  );
  const all = [...found, ...namesIn(text, byName).map((name) => ({ name, up: null }))];
  return all.filter(
    ({ name, up }) =>
      (up !== null && name === "") ||
      (/^\w+(?:\.\w+)*$/.test(name) && (up !== null || !isPythonsOwn(name))),
  );
}

const added =
  /\bsys\.path\.(?:insert\(\s*-?\d+\s*,|append\()([^\n]{0,300})|\bsite\.addsitedir\(([^\n]{0,300})/g;
const MOST_FOLDERS = 8;
const DEEPEST = 3;

/** Folders that a script of Python adds to those of modules, from its own or from where it runs. */
export function pythonFolders(text: string): string[] {
  const lines = [...text.matchAll(added)].map(([, path, site]) => path ?? site ?? "");
  const folders = lines.map((line) => folderIn(line, text, 0)).filter((folder) => folder !== null);
  return [...new Set(folders)].slice(0, MOST_FOLDERS);
}

/** `Path(__file__).parent / "lib"`, `os.path.join(os.path.dirname(__file__), "..", "lib")`, or a name for it. */
function folderIn(code: string, text: string, depth: number): string | null {
  const parts = namesIn(code, /["']([^"'\n]*)["']/g).filter((part) => /^[\w./-]+$/.test(part));
  const up = (code.match(/\.parent\b|\bdirname\(/g) ?? []).length;
  if (code.includes("__file__")) {
    const parents = /\.parents\[(\d+)\]/.exec(code)?.[1];
    const steps = parents === undefined ? up : Number(parents) + 1;
    return [...Array.from({ length: Math.max(0, steps - 1) }, () => ".."), ...parts].join("/");
  }
  const named = code.replaceAll(
    /\b(?:str|os\.path\.join|os\.fspath|Path|os\.path\.abspath|dirname|os\.path\.dirname)\(/g,
    "",
  );
  const [, name] = /^\s*([A-Za-z_]\w*)/.exec(named) ?? [];
  if (name === undefined) return parts.length > 0 ? parts.join("/") : null;
  if (depth >= DEEPEST) return null;
  const meant = new RegExp(String.raw`^[ \t]*${name}\b[^=\n]{0,40}=([^=\n][^\n]{0,300})`, "m").exec(
    text,
  );
  const base = meant === null ? null : folderIn(meant[1] ?? "", text, depth + 1);
  return base === null
    ? null
    : [base, ...Array.from({ length: up }, () => ".."), ...parts].join("/");
}
