import { dirname, join } from "node:path";
import { placesOf, type Load, type LoadPlace } from "./load.js";

/** How the programs of one language find what they load. */
export interface Language {
  /** Where a script may be that is named on the command line. */
  readonly script: (name: string) => readonly Load[];
  /** Where a module may be that an option names; the command says for `missing` how it was named. */
  readonly module: (name: string, libraries: readonly string[], command: string) => readonly Load[];
  /** What code on the command line names. */
  readonly code: (text: string, libraries: readonly string[]) => readonly Load[];
  /** Whether the code loads something by a name that is known only when it runs. */
  readonly computes?: RegExp;
}

const quoted = /(["'`])((?:\\.|(?!\1)[^\\\n]){1,1024})\1/g;

function namesIn(text: string, expression: RegExp, group = 1): string[] {
  return [...text.matchAll(expression)].flatMap((found) => found[group] ?? []);
}

function absent(places: readonly LoadPlace[]): Load {
  return { places, missing: null };
}

const noFile = (what: string): string => `${what}: no such file was found`;

/** A script that is just a file. */
const plainScript = (name: string): readonly Load[] => [
  { places: [{ name }], missing: noFile(name) },
];

const nodeEndings = [
  ".js",
  ".cjs",
  ".mjs",
  ".json",
  ".node",
  ".ts",
  ".cts",
  ".mts",
  ".tsx",
  ".jsx",
];
const packageKeys = ["main", "exports", "bin", "module"];

/** A name as Node takes it: a file, a file with an ending, or a folder with a package.json or an index. */
export function nodePlaces(name: string): LoadPlace[] {
  const source = name.replace(/\.([mc]?)js$/, ".$1ts");
  return [
    ...placesOf([name, ...nodeEndings.map((ending) => `${name}${ending}`)]),
    ...(source === name ? [] : [{ name: source }]),
    { name: join(name, "package.json"), follow: { by: "package", keys: packageKeys } },
    ...nodeEndings.map((ending) => ({ name: join(name, `index${ending}`) })),
  ];
}

function nodeModule(name: string, libraries: readonly string[], missing: string | null): Load[] {
  if (/^(?:\.{0,2}\/|\.{1,2}$|file:)/.test(name)) {
    const path = name.replace(/^file:(?:\/\/)?/, "").replace(/[?#].*$/, "");
    return [{ places: nodePlaces(path), missing }, moduleType(path)];
  }
  if (/^(?:node|data|https?):/.test(name)) return [];
  const [scope = "", inside = ""] = name.split("/");
  const root = name.startsWith("@") ? `${scope}/${inside}` : scope;
  const folders = ["node_modules", ...libraries];
  const places = folders.flatMap((folder) => [
    ...nodePlaces(join(folder, name)),
    ...(root === name ? [] : [{ name: join(folder, root, "package.json"), follow: packageFollow }]),
  ]);
  return [{ places, isAbove: true, missing }];
}

const packageFollow = { by: "package", keys: packageKeys } as const;

/** The next package.json above a script says whether it is a module. */
function moduleType(path: string): Load {
  const places = [
    { name: "package.json", from: dirname(path), follow: { by: "module-type" } as const },
  ];
  return { places, isAbove: true, missing: null };
}

const node: Language = {
  script: (name) => [{ places: nodePlaces(name), missing: noFile(name) }, moduleType(name)],
  module: (name, libraries, command) => nodeModule(name, libraries, noFile(`${command} ${name}`)),
  code: (text, libraries) => [
    ...namesIn(text, quoted, 2)
      .filter((name) => /^(?:\.{1,2}(?:\/|$)|\/|file:)/.test(name))
      .flatMap((name) => nodeModule(name, libraries, null)),
    ...namesIn(text, /\b(?:from|import|require)\s*\(?\s*["'`]([@\w][^"'`\n]*)["'`]/g).flatMap(
      (name) => nodeModule(name, libraries, null),
    ),
  ],
  computes: /\b(?:import|require)\s*\(\s*(?!["'`)\s])/,
};

const pythonEndings = [".py", ".pyc", ".so", ".abi3.so", ".pyd"];

/** A module, and every package on the way to it. */
function pythonPlaces(dotted: string, libraries: readonly string[]): LoadPlace[] {
  const parts = dotted.split(".").filter((part) => part !== "");
  const ways = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return [".", ...libraries].flatMap((library) =>
    ways.flatMap((way) =>
      placesOf([
        ...pythonEndings.map((ending) => join(library, `${way}${ending}`)),
        ...["__init__", "__main__"].flatMap((name) =>
          pythonEndings.slice(0, 2).map((ending) => join(library, way, `${name}${ending}`)),
        ),
      ]),
    ),
  );
}

/** Modules of Python itself that people run. One of the same name in the project would be loaded instead, and is a change. */
const pythonsOwn: ReadonlySet<string> = new Set(
  "ast base64 calendar compileall cProfile dis doctest ensurepip filecmp gzip http.server inspect json json.tool pdb platform profile py_compile pydoc quopri site sysconfig tabnanny tarfile this timeit tokenize trace unittest uuid venv webbrowser zipapp zipfile".split(
    " ",
  ),
);

function startOfPython(libraries: readonly string[]): Load {
  const names = ["sitecustomize.py", "usercustomize.py"];
  return absent(libraries.flatMap((library) => placesOf(names.map((name) => join(library, name)))));
}

const python: Language = {
  script: (name) => [
    {
      places: placesOf([name, join(name, "__main__.py"), join(name, "__main__.pyc")]),
      missing: noFile(name),
    },
  ],
  module: (name, libraries, command) => [
    {
      places: pythonPlaces(name, libraries),
      missing: pythonsOwn.has(name) ? null : `${command} ${name}: no file of that module was found`,
    },
  ],
  code: (text, libraries) => {
    const imported = [
      ...namesIn(text, /\bimport\s+([\w.,\s]+)/g).flatMap((names) => names.split(/[\s,]+/)),
      ...[...text.matchAll(/\bfrom\s+([\w.]+)\s+import\s+([\w,\s]+)/g)].flatMap(
        ([, from = "", names = ""]) => names.split(/[\s,]+/).map((name) => `${from}.${name}`),
      ),
      ...namesIn(text, quoted, 2).filter((name) => /^\w+(?:\.\w+)*$/.test(name)),
    ].filter((name) => name !== "");
    return imported.map((name) => absent(pythonPlaces(name, libraries)));
  },
  computes: /\b(?:__import__|import_module|run_path|run_module)\s*\(\s*(?!["'`)\s])/,
};

function inLibraries(name: string, libraries: readonly string[]): Load {
  return absent(placesOf(libraries.map((library) => join(library, name))));
}

const perlFile = (name: string): string =>
  `${name
    .replace(/[=\s].*/s, "")
    .split("::")
    .join("/")}.pm`;

const perl: Language = {
  script: plainScript,
  module: (name, libraries) => [inLibraries(perlFile(name), libraries)],
  code: (text, libraries) =>
    namesIn(text, /\b(?:use|require|no)\s+([A-Za-z_]\w*(?:::\w+)*)/g).map((name) =>
      inLibraries(perlFile(name), libraries),
    ),
  computes: /\b(?:do|require)\s+\$/,
};

function rubyPlaces(name: string, libraries: readonly string[]): Load {
  const folders = /^(?:\.{0,2}\/|~)/.test(name) ? [""] : [...libraries, "."];
  return absent(
    folders.flatMap((folder) =>
      placesOf([name, `${name}.rb`, `${name}.so`].map((file) => join(folder, file))),
    ),
  );
}

const ruby: Language = {
  script: plainScript,
  module: (name, libraries) => [rubyPlaces(name, libraries)],
  code: (text, libraries) => namesIn(text, quoted, 2).map((name) => rubyPlaces(name, libraries)),
  computes: /\b(?:require|require_relative|load)\b[\s(]+(?!["'`\s])/,
};

const lua: Language = {
  script: plainScript,
  module: (name, libraries) => [
    absent(
      [".", ...libraries].flatMap((library) => {
        const file = join(library.replace(/\/?\?.*$/, ""), name.split(".").join("/"));
        return placesOf([`${file}.lua`, `${file}/init.lua`, `${file}.so`]);
      }),
    ),
  ],
  code: (text, libraries) =>
    namesIn(text, quoted, 2).flatMap((name) => lua.module(name, libraries, "")),
  computes: /\b(?:require|dofile|loadfile)\s*\(\s*(?!["'`)\s])/,
};

/** A class, where its files lie as its name says. */
const java: Language = {
  script: (name) => java.module(name, ["."], "java"),
  module: (name, libraries) => {
    const file = name.split(".").join("/");
    const places = libraries.flatMap((library) =>
      placesOf([join(library, `${file}.class`), library]),
    );
    return [{ places: [{ name }, ...places], missing: noFile(name) }];
  },
  code: () => [],
};

/** One that loads what its words name and nothing else by the way. */
const plain: Language = {
  script: plainScript,
  module: (name) => plainScript(name),
  code: () => [],
};

export const languages = { node, python, perl, ruby, lua, java, plain } as const;

/** What is loaded with every start of the language, from folders that a variable names. */
export function loadedFirst(language: Language, libraries: readonly string[]): readonly Load[] {
  return language === python && libraries.length > 0 ? [startOfPython(libraries)] : [];
}
