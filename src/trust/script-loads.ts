import { isBuiltin } from "node:module";
import { extname, join } from "node:path";
import { startsPrograms } from "../shell/index.js";
import { interpreters } from "./interpreters.js";
import { absent, namesIn, quoted } from "./language.js";
import { languages, nodePlaces, ownPackage, packageFollow } from "./languages.js";
import { placesOf, type Follow, type Load, type LoadPlace } from "./load.js";
import { isPythonsOwn, modulePlaces } from "./python-language.js";

/** How a script is followed: what reads it, and where that finds modules. */
export type CodeFollow = Extract<Follow, { by: "code" }>;

/** What a script loads or starts, as far as its text tells. */
export interface ScriptLoads {
  readonly loads: readonly Load[];
  /** Lines for a shell. */
  readonly commands: readonly string[];
}

/** The program for files that are named without one, by how they end. */
const readersOf: Readonly<Record<string, string>> = {
  sh: "sh",
  bash: "bash",
  zsh: "zsh",
  ksh: "ksh",
  envrc: "bash",
  py: "python3",
  pyw: "python3",
  ...Object.fromEntries(
    ["js", "cjs", "mjs", "jsx", "ts", "cts", "mts", "tsx"].map((ending) => [ending, "node"]),
  ),
  pl: "perl",
  pm: "perl",
  t: "perl",
  rb: "ruby",
  rake: "ruby",
  lua: "lua",
  php: "php",
  tcl: "tclsh",
  exp: "expect",
  awk: "awk",
  R: "rscript",
  jl: "julia",
  ps1: "pwsh",
  psm1: "pwsh",
  fish: "fish",
  exs: "elixir",
  groovy: "groovy",
  rkt: "racket",
  scm: "guile",
  el: "emacs",
  vim: "vim",
  sql: "sqlite3",
  gdb: "gdb",
  m4: "m4",
  jq: "jq",
  dart: "dart",
  cmake: "cmake",
};

const codeEndings = [...Object.keys(readersOf), "so", "dylib", "jar", "class", "pyz", "wasm"];
export const isCode = new RegExp(String.raw`\.(?:${codeEndings.join("|")})$`);
/** Not read as text, whatever loads it. */
const isBinary = /\.(?:so|dylib|node|wasm|pyc|pyd|pyz|class|jar|json)$/;
/** Longer ones nobody has written. */
const LONGEST = 262_144;

/** What reads a file that is named without its program; null where nothing is known to. */
export function programFor(path: string): string | null {
  const ending = extname(path).slice(1);
  return Object.hasOwn(readersOf, ending) ? (readersOf[ending] ?? null) : null;
}

/** Reads a script for what it loads. Packages are not followed: what is in them was installed, not written by the project. */
export function scriptLoads(
  { path, real }: { readonly path: string; readonly real: string },
  text: string,
  follow: CodeFollow,
): ScriptLoads {
  if (isBinary.test(path) || /\/(?:node_modules|site-packages)\//.test(real)) return nothing;
  if (text.length > LONGEST) return unknownIn(path, "it is too long to be read");
  const name = programFor(path) ?? follow.as;
  const language = interpreters.find(([names]) => names.test(name))?.[1].language;
  if (/^(?:ba|da|z|k|a)?sh$/.test(name)) return { loads: [], commands: [text] };
  if (language === languages.python) return pythonScript(path, text, follow);
  if (language === languages.node) return nodeScript(path, text, follow);
  return otherScript(path, text, follow);
}

const nothing: ScriptLoads = { loads: [], commands: [] };

function unknownIn(path: string, why: string): ScriptLoads {
  return { loads: [{ places: [], missing: `${path}: ${why}` }], commands: [] };
}

const computed = (path: string): string => `${path}: what it loads is known only when it runs`;

/** Places with what follows from each: it is code as well, and modules are found in the same folders. */
function asModules(load: Load, { as }: CodeFollow, libraries: readonly string[]): Load {
  const follow: Follow = { by: "code", as, libraries, isModule: true };
  return {
    ...load,
    places: load.places.map((place) =>
      place.follow === undefined && place.isFolder !== true ? { ...place, follow } : place,
    ),
  };
}

/** The texts between quotes, without what is put in when it runs. */
function textsOf(code: string): string[] {
  return namesIn(code, quoted, 2).map((text) => text.replace(/^.*\$\{[^}]*\}/s, "."));
}

/** Files that a text of code names by a path: as they are written, and behind a folder that is known only when it runs. */
function namedIn(text: string): LoadPlace[] {
  const words = [...new Set(textsOf(text).flatMap((one) => one.split(/[\s;|&]+/)))];
  return words
    .map((word) => word.replace(/^\/(?!\w+\/\w+\/)/, "./"))
    .flatMap((name) => {
      if (isCode.test(name)) return [{ name }];
      return /^[\w.-]*\/[\w./-]*\w$/.test(name) && extname(name) === ""
        ? [{ name, isProgram: true }]
        : [];
    });
}

/** Whatever starts a program may start each file that the text names. */
function startedIn(text: string, program: string): Load {
  return absent(startsPrograms(text, program) ? namedIn(text) : []);
}

// Python

const pythonImport =
  /(?:^|;)[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+)|import[ \t]+([\w., \t]+))/gm;
const pythonLoading =
  /\b(?:import_module|__import__|run_path|run_module|spec_from_file_location|SourceFileLoader|load_source|execfile|exec\s*\(\s*(?:compile\s*\(\s*)?(?:open|Path|pathlib)\b|CDLL|LoadLibrary)([^\n]*(?:\n[^\n]*['"][^\n]*)?)/g;

function pythonScript(path: string, text: string, follow: CodeFollow): ScriptLoads {
  const libraries = [
    ...follow.libraries,
    ...(follow.isModule ? [] : [join(path, "..")]),
    ...searchedFolders(text, path, /sys\.path|addsitedir/),
  ];
  const names = [...text.matchAll(pythonImport)].flatMap(
    ([, dots = "", from = "", imported = "", plain = ""]): {
      base: string | null;
      name: string;
    }[] => {
      const listed = imported.split(/[\s,()]+/).filter((name) => /^\w+$/.test(name));
      if (dots !== "") {
        const base = join(".", ...Array.from(dots.slice(1), () => ".."));
        return [from, ...listed.map((name) => `${from}.${name}`)].map((name) => ({ base, name }));
      }
      const whole = plain.split(",").map((name) => name.trim().split(/\s/)[0] ?? "");
      return [...whole, from, ...listed.map((name) => `${from}.${name}`)]
        .filter((name) => /^\w+(?:\.\w+)*$/.test(name) && !isPythonsOwn(name))
        .map((name) => ({ base: null, name }));
    },
  );
  const loads: Load[] = names.map(({ base, name }) =>
    absent(modulePlaces(name, base === null ? libraries : [base])),
  );
  for (const [, rest = ""] of text.matchAll(pythonLoading)) {
    const texts = textsOf(rest);
    const modules = texts.filter((name) => /^[\w.]+$/.test(name));
    if (modules.length > 0 && modules.every(isPythonsOwn)) continue;
    loads.push({
      places: [
        ...placesOf(texts.flatMap((name) => [name, name.replace(/^\//, "")])).filter(
          ({ name }) => name !== "",
        ),
        ...modules.flatMap((name) => modulePlaces(name, libraries)),
      ],
      missing: computed(path),
    });
  }
  // `os.environ["X_MODULE"] = "pkg.settings"`
  for (const line of text.match(/^.*\benviron\b.*(?:_MODULE|_APP|_PLUGINS)\b.*$/gm) ?? [])
    loads.push(absent(textsOf(line).flatMap((name) => modulePlaces(name, libraries))));
  loads.push(startedIn(text, "python3"));
  return { loads: loads.map((load) => asModules(load, follow, libraries)), commands: [] };
}

/** Folders that code adds to those of modules: texts of the lines that do so, and those above the script. */
function searchedFolders(text: string, path: string, adding: RegExp): string[] {
  if (!adding.test(text)) return [];
  const folder = join(path, "..");
  const lines = text
    .split("\n")
    .filter((line) => adding.test(line) || /\b(?:dir|path|lib|root|here)\b/i.test(line));
  const named = textsOf(lines.slice(0, 20).join("\n"))
    .map((name) => name.replace(/^\$[\w:{}]+\//, "").replace(/\/?\?.*$/, ""))
    .filter((name) => /^[\w./-]+$/.test(name));
  const above = ["..", "../.."];
  const below = [...new Set(named)].slice(0, 12);
  return [
    ...above.map((up) => join(folder, up)),
    ...below.flatMap((name) => [
      name,
      join(folder, name),
      ...above.map((up) => join(folder, up, name)),
    ]),
  ];
}

// Node

const nodeNames =
  /\b(?:from|import|require(?:\.resolve)?|new\s+URL|new\s+Worker|fork)\s*\(?\s*(["'`])([^"'`\n]+)\1/g;
const nodeLoading = /(?<![\w.$])(?:import|require)\s*\(\s*(?!["'`][^"'`\n$]*["'`]\s*[),])([^\n]*)/g;
/** The file that Node was started with, which is part of the approval. */
const loadsMain = /^[^;\n]{0,80}\bprocess\.argv\[1\]/;
const isPath = /^(?:\.{1,2}(?:\/|$)|\/|file:)/;

function nodeScript(path: string, text: string, follow: CodeFollow): ScriptLoads {
  const plain = text.replaceAll(/(^|\s)\/\/[^\n]*|\/\*[\s\S]*?\*\//g, "$1");
  const names = [...new Set([...plain.matchAll(nodeNames)].map(([, , name = ""]) => name))];
  const bare = names.filter((name) => !isPath.test(name) && !isBuiltin(name));
  const loads: Load[] = [
    ...names
      .filter((name) => isPath.test(name))
      .map((name) => absent(nodePlaces(name.replace(/^file:(?:\/\/)?|[?#].*$/g, "")))),
    // `new URL("x.mjs", import.meta.url)`, and names for which a compiler knows a folder.
    ...bare
      .filter((name) => /^[@~]\//.test(name) || isCode.test(name))
      .map((name) => name.replace(/^[@~]\//, ""))
      .map((name) => ({
        places: ["", "src", "app", "lib"].flatMap((folder) => nodePlaces(join(folder, name))),
        isAbove: true,
        missing: null,
      })),
    ...bare.map((name) =>
      absent(follow.libraries.flatMap((library) => nodePlaces(join(library, name)))),
    ),
    ...bare.map((name): Load => ({ places: [linkedPackage(name)], isAbove: true, missing: null })),
    ...(bare.length > 0 ? [ownPackage(bare)] : []),
  ];
  for (const [, rest = ""] of plain.matchAll(nodeLoading)) {
    if (loadsMain.test(rest)) continue;
    const texts = textsOf(rest).map((name) => name.replace(/^\//, "./"));
    loads.push({ places: texts.flatMap(nodePlaces), missing: computed(path) });
  }
  loads.push(startedIn(plain, "node"));
  return { loads: loads.map((load) => asModules(load, follow, follow.libraries)), commands: [] };
}

function linkedPackage(name: string): LoadPlace {
  const root = name.split("/").slice(0, name.startsWith("@") ? 2 : 1);
  return {
    name: join("node_modules", ...root, "package.json"),
    isLinked: true,
    follow: packageFollow,
  };
}

// Others

const loadingLine =
  /(?:^|[^\w-])(?:require\w*|include\w*|load\w*|dofile|do|use|using|import\w*|source|from|read|eval\w*|evaluate|exec\w*|system|spawn\w*|popen|shell|run\w*|add_subdirectory|\.)(?![\w-])|`/i;
/** Nothing but a variable behind the word that loads. */
const loadsVariable =
  /^\s*(?:require\w*|include\w*|load|dofile|do|source)\b[\s(]*[$@][\w:]+[\s);]*$/m;

/** Any other language: of each line that may load something, whatever is there under a name that the line has. */
function otherScript(path: string, text: string, follow: CodeFollow): ScriptLoads {
  const ending = extname(path);
  const endings = [
    "",
    ...new Set([ending, ".rb", ".lua", ".jq", ".awk"].slice(0, ending === "" ? 5 : 1)),
  ];
  const folders = [
    "",
    ...(ending === ".lua" ? ["lua"] : []),
    ...follow.libraries,
    ...searchedFolders(text, path, /\blib\b|INC|LOAD_PATH|\$:|include_path|package\.c?path/),
  ];
  const lines = text
    .split("\n")
    .filter((line) => loadingLine.test(line) && !/^\s*(?:#|\/\/|--)/.test(line));
  const words = lines.flatMap((line) => line.match(/[\w.][\w./:-]*/g) ?? []);
  const tails = lines.flatMap((line) => namesIn(line, /[\]})\w"']\s*[.,]?\s*["']?\/([\w./-]+)/g));
  const names = [...new Set([...words, ...tails])].slice(0, 200).flatMap((word) => {
    const name = word.replaceAll("::", "/").replace(/:+$/, "");
    if (/::/.test(word)) return [`${name}.pm`];
    if (ending === ".lua" || follow.as.startsWith("lua")) return [name, name.replaceAll(".", "/")];
    return [name, ...(/\.(?:pm|pl|t)$/.test(path) || follow.as === "perl" ? [`${name}.pm`] : [])];
  });
  const places = names.flatMap((name) =>
    folders.flatMap((folder) => endings.map((end) => ({ name: join(folder, `${name}${end}`) }))),
  );
  const code = places.filter(
    ({ name }) => isCode.test(name) || (ending !== "" && name.endsWith(ending)),
  );
  const missing = loadsVariable.test(text) ? [{ places: [], missing: computed(path) }] : [];
  const commands = [startedIn(text, follow.as), absent(code), ...missing];
  return { loads: commands.map((load) => asModules(load, follow, follow.libraries)), commands: [] };
}
