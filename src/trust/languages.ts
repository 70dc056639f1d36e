import { dirname, join } from "node:path";
import { absent, namesIn, noFile, quoted, type Language } from "./language.js";
import { placesOf, type Load, type LoadPlace } from "./load.js";
import { python } from "./python-language.js";

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
  if (name.startsWith("data:")) return [...node.code(dataOf(name), libraries)];
  if (/^(?:node|https?):/.test(name)) return [];
  if (name.startsWith("#")) return [{ ...ownPackage, missing }];
  const [scope = "", inside = ""] = name.split("/");
  const root = name.startsWith("@") ? `${scope}/${inside}` : scope;
  const folders = ["node_modules", ...libraries];
  const places = folders.flatMap((folder) => [
    ...nodePlaces(join(folder, name)),
    ...(root === name ? [] : [{ name: join(folder, root, "package.json"), follow: packageFollow }]),
  ]);
  return [{ places, isAbove: true, missing }, ownPackage];
}

/** The text that a `data:` address holds; one that is broken is not loaded either. */
function dataOf(address: string): string {
  const text = address.slice(address.indexOf(",") + 1);
  if (/^[^,]*;base64,/.test(address)) return Buffer.from(text, "base64").toString();
  return text.replaceAll(/%([\da-f]{2})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** A package may name its own files, by its name or with `#`. */
const ownPackage: Load = {
  places: [{ name: "package.json", follow: { by: "own-package" } }],
  isAbove: true,
  missing: null,
};

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
  code: (text, libraries) => {
    const names = namesIn(text, quoted, 2).filter((name) => !/\s/.test(name));
    return [
      ...names
        .filter((name) => /^(?:\.{1,2}(?:\/|$)|\/|file:)/.test(name))
        .flatMap((name) => nodeModule(name, libraries, null)),
      ...namesIn(text, /\b(?:from|import|require)\s*\(?\s*["'`]([@#\w][^"'`\n]*)["'`]/g).flatMap(
        (name) => nodeModule(name, libraries, null),
      ),
      // `fork("guard")` and `new Worker("guard.js")` take a name from the folder in which they run.
      ...names.filter((name) => /^\w[\w./-]*$/.test(name)).map((name) => absent(nodePlaces(name))),
    ];
  },
  endings: ["js", "cjs", "mjs", "json", "node"],
};

function inLibraries(name: string, libraries: readonly string[]): Load {
  return absent(placesOf(libraries.map((library) => join(library, name))));
}

/** `-MGuard`, `-MA::Guard=x`, `-Mif=1,Guard`: each word may be a module. */
const perlFiles = (text: string): string[] =>
  text
    .split(/[^\w:]+/)
    .map((name) => name.replace(/^:+/, ""))
    .filter((name) => name !== "")
    .map((name) => name.split("::").join("/"))
    .flatMap((name) => [`${name}.pm`, `${name}.pmc`, `Devel/${name}.pm`]);

const perl: Language = {
  script: plainScript,
  module: (name, libraries) => perlFiles(name).map((file) => inLibraries(file, libraries)),
  code: (text, libraries) => {
    // Any text may be a folder that the code adds to those of modules.
    const folders = [
      ...namesIn(text, quoted, 2),
      ...namesIn(text, /\bqw\s*[(/{[]([^)/}\]]*)/g).flatMap((list) => list.split(/\s+/)),
    ].map((folder) => folder.replace(/^[$\0][\w:{}]*\/*/, "./"));
    return namesIn(text, /\b(?:use|require|no)\s+([A-Za-z_]\w*(?:::\w+)*)/g)
      .flatMap(perlFiles)
      .map((file) => inLibraries(file, [...libraries, ...folders]));
  },
  endings: ["pm", "pmc"],
};

function rubyPlaces(name: string, libraries: readonly string[]): Load {
  const folders = /^(?:\.{0,2}\/|~)/.test(name) ? [""] : [...libraries, "."];
  return absent(
    folders.flatMap((folder) =>
      placesOf([name, `${name}.rb`, `${name}.so`].map((file) => join(folder, file))),
    ),
  );
}

/** Bundler runs the Gemfile. */
const gemfiles: Load = {
  places: placesOf(["Gemfile", "gems.rb", "Gemfile.lock", ".bundle/config"]),
  isAbove: true,
  missing: null,
};

const ruby: Language = {
  script: plainScript,
  module: (name, libraries) => [
    rubyPlaces(name, libraries),
    ...(/^bundler\b/.test(name) ? [gemfiles] : []),
  ],
  code: (text, libraries) => namesIn(text, quoted, 2).map((name) => rubyPlaces(name, libraries)),
  endings: ["rb", "so"],
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
  endings: ["lua", "so"],
};

/** A class, where its files lie as its name says. */
const java: Language = {
  script: (name) => java.module(name, ["."], "java"),
  module: (name, libraries) => {
    const file = name.split(".").join("/");
    const places = libraries.flatMap((library) =>
      placesOf([join(library, `${file}.class`), library]),
    );
    // A jar may name others beside it.
    const beside = [join(dirname(name), "*.jar"), join(dirname(name), "lib/*.jar")];
    return [
      { places: [{ name }, ...places], missing: noFile(name) },
      absent(name.endsWith(".jar") ? placesOf(beside) : []),
    ];
  },
  code: () => [],
  endings: ["class", "jar", "groovy", "scala", "clj", "so"],
};

/** One that loads what its words name and nothing else by the way. */
const plain: Language = {
  script: plainScript,
  module: (name) => plainScript(name),
  code: () => [],
};

/** A name without an ending has one, and is looked for in folders too. */
const awk: Language = {
  ...plain,
  module: (name, libraries) => [
    absent(
      ["", ...libraries].flatMap((library) =>
        placesOf(["", ".awk", ".so"].map((ending) => join(library, `${name}${ending}`))),
      ),
    ),
  ],
  code: (text, libraries) =>
    namesIn(text, /@(?:include|load)\s+"([^"\n]+)"/g).flatMap((name) =>
      awk.module(name, libraries, ""),
    ),
};

const powershellPlaces = (name: string): Load =>
  absent(placesOf(["", ".ps1", ".psm1", ".psd1"].map((ending) => `${name}${ending}`)));

const powershell: Language = {
  ...plain,
  code: (text) => namesIn(text, /(\.{1,2}[\\/][\w.\\/-]+)/g).map(powershellPlaces),
};

const tcl: Language = { ...plain, endings: ["tcl", "tm", "so"] };

/** Its settings may name a file that is run first. */
const php: Language = {
  ...plain,
  module: (name, libraries) => [
    absent(
      ["", ...libraries].flatMap((library) =>
        placesOf([name, `${name}.so`].map((file) => join(library, file))),
      ),
    ),
  ],
  endings: ["ini", "so", "php"],
};

/** A program that is named by itself is a file of that name. */
const octave: Language = {
  ...plain,
  code: (text, libraries) =>
    namesIn(text, /([A-Za-z_]\w*)/g).map((name) => inLibraries(`${name}.m`, [".", ...libraries])),
  endings: ["m"],
};

const raku: Language = { ...plain, module: () => [], endings: ["rakumod", "pm6", "raku"] };
const haskell: Language = { ...plain, endings: ["hs", "lhs"] };

export const languages = {
  node,
  python,
  perl,
  ruby,
  php,
  lua,
  java,
  awk,
  powershell,
  tcl,
  octave,
  raku,
  haskell,
  plain,
} as const;
