import { each, type Interpreter } from "./interpreter.js";
import { languages } from "./languages.js";
import { isShell, LANGUAGE_NAMES } from "../shell/index.js";

const node: Interpreter = {
  language: languages.node,
  operand: "script",
  short: { r: "module", e: "code", p: "code", pe: "code", C: "skip" },
  long: {
    require: "module",
    import: "module",
    loader: "module",
    "experimental-loader": "module",
    eval: "code",
    print: "code",
    run: "package-script",
    conditions: "skip",
    "env-file": "variables",
    "env-file-if-exists": "variables",
    "openssl-config": "settings",
    "experimental-config-file": "settings",
    "test-reporter": "module",
    "test-global-setup": "module",
    tsconfig: "settings",
    project: "settings",
    ...each(
      `input-type icu-data-dir title watch-path watch-kill-signal test-name-pattern test-skip-pattern test-reporter-destination
      test-concurrency test-timeout test-shard test-isolation test-coverage-include test-coverage-exclude
      unhandled-rejections disable-warning redirect-warnings diagnostic-dir report-dir report-directory report-filename
      report-signal trace-event-categories trace-event-file-pattern dns-result-order localstorage-file secure-heap
      secure-heap-min tls-cipher-list tls-keylog heapsnapshot-signal experimental-default-type allow-fs-read allow-fs-write
      inspect-publish-uid inspect-port debug-port max-http-header-size cpu-prof-dir heap-prof-dir`,
      "skip",
    ),
  },
  libraries: ["NODE_PATH"],
  options: ["NODE_OPTIONS", "npm_config_node_options", "NPM_CONFIG_NODE_OPTIONS"],
  variables: { NODE_REPL_EXTERNAL_MODULE: "module", OPENSSL_CONF: "settings" },
  unasked: ["node.config.json"],
};

const typescript: Interpreter = {
  ...node,
  short: { ...node.short, P: "settings", O: "skip" },
  long: { ...node.long, compiler: "module", presets: "module", plugins: "module" },
  variables: {
    ...node.variables,
    TS_NODE_REQUIRE: "module",
    TS_NODE_COMPILER: "module",
    TS_NODE_PROJECT: "settings",
    TSX_TSCONFIG_PATH: "settings",
  },
  unasked: ["tsconfig.json"],
  subcommands: { watch: "script" },
};

const babel: Interpreter = {
  ...typescript,
  unasked: [".babelrc", "babel.config.json"],
};
const restarting: Interpreter = {
  ...node,
  short: { ...node.short, x: "code", w: "skip", e: "skip", i: "skip", d: "skip" },
  long: {
    ...node.long,
    exec: "code",
    config: "settings",
    ...each("watch ext ignore delay signal cwd", "skip"),
  },
  unasked: ["nodemon.json"],
};

const python: Interpreter = {
  language: languages.python,
  operand: "script",
  short: { c: "code", m: "module", W: "category", X: "skip", Q: "skip" },
  long: { "check-hash-based-pycs": "skip", "profile-dir": "unseen", "ipython-dir": "unseen" },
  libraries: ["PYTHONPATH"],
  variables: {
    PYTHONBREAKPOINT: "modules",
    PYTHONWARNINGS: "category",
    DJANGO_SETTINGS_MODULE: "modules",
    PYTEST_PLUGINS: "modules",
    MPLBACKEND: "modules",
  },
};

/** They run a script with Python. */
const pythonRunner: Interpreter = {
  ...python,
  subcommands: each("run dev edit", "script"),
};

export const perl: Interpreter = {
  language: languages.perl,
  operand: "script",
  short: { e: "code", E: "code", M: "module", m: "module", I: "library" },
  attached: { d: "module" },
  libraries: ["PERL5LIB", "PERLLIB"],
  unasked: [".perldb"],
  options: ["PERL5OPT"],
};

const ruby: Interpreter = {
  language: languages.ruby,
  operand: "script",
  short: { e: "code", r: "module", I: "library", C: "skip", E: "skip" },
  long: { require: "module", encoding: "skip" },
  libraries: ["RUBYLIB"],
  options: ["RUBYOPT"],
};

const php: Interpreter = {
  language: languages.php,
  operand: "script",
  short: {
    f: "script",
    r: "code",
    R: "code",
    B: "code",
    E: "code",
    c: "library-or-settings",
    d: "setting",
    S: "skip",
    t: "skip",
    z: "module",
  },
  long: {
    file: "script",
    run: "code",
    define: "setting",
    "php-ini": "library-or-settings",
    "zend-extension": "module",
  },
  settings: {
    extension: "module",
    zend_extension: "module",
    extension_dir: "library",
    include_path: "library",
  },
  libraries: ["PHP_INI_SCAN_DIR"],
  variables: { PHPRC: "library-or-settings" },
};

export const shell: Interpreter = {
  language: languages.plain,
  operand: "script",
  short: { o: "skip", O: "skip" },
  long: { rcfile: "file", "init-file": "file" },
  variables: { BASH_ENV: "variables", ENV: "variables" },
};

/** A file that is not there is no loss: there is no other place for it. */
const sourced: Interpreter = { language: languages.plain, operand: "variables" };

const lua: Interpreter = {
  language: languages.lua,
  operand: "script",
  short: { e: "code", l: "module" },
  libraries: ["", "_5_1", "_5_2", "_5_3", "_5_4", "_5_5"].flatMap((version) => [
    `LUA_PATH${version}`,
    `LUA_CPATH${version}`,
  ]),
  variables: each("LUA_INIT LUA_INIT_5_2 LUA_INIT_5_3 LUA_INIT_5_4 LUA_INIT_5_5", "code"),
};

const java: Interpreter = {
  language: languages.java,
  operand: "module",
  short: {
    jar: "script",
    cp: "library",
    classpath: "library",
    p: "library",
    m: "skip",
    "Djava.library.path": "library",
  },
  long: {
    "class-path": "library",
    "module-path": "library",
    module: "skip",
    "add-modules": "skip",
  },
  libraries: ["CLASSPATH"],
  options: ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"],
};

/** Other languages with the same folders of classes. */
const jvm: Interpreter = { ...java, short: { ...java.short, e: "code" }, unasked: ["deps.edn"] };

const plain: Interpreter = {
  language: languages.plain,
  operand: "script",
  short: { e: "code", f: "script", c: "code" },
  long: { file: "script", script: "script", eval: "code" },
};

const awk: Interpreter = {
  language: languages.awk,
  operand: "code",
  short: { f: "module", v: "skip", F: "skip", i: "module", E: "module", l: "module" },
  long: {
    file: "module",
    include: "module",
    exec: "module",
    load: "module",
    assign: "skip",
    "field-separator": "skip",
  },
  libraries: ["AWKPATH", "AWKLIBPATH"],
  isFilter: true,
};

const debuggers: Interpreter = {
  ...plain,
  short: { x: "script", ex: "code", iex: "code", ix: "script", s: "script", o: "code" },
  long: { command: "script", "eval-command": "code", source: "script" },
  unasked: [".gdbinit", ".lldbinit"],
};
const ocaml: Interpreter = { ...plain, unasked: [".ocamlinit"] };
const raku: Interpreter = { ...perl, language: languages.raku };
const haskell: Interpreter = { ...plain, language: languages.haskell, attached: { i: "library" } };

const powershell: Interpreter = { ...plain, language: languages.powershell };

const tcl: Interpreter = { ...plain, language: languages.tcl, libraries: ["TCLLIBPATH"] };

/** They read settings that hold code where they run. */
const r: Interpreter = { ...plain, unasked: [".Rprofile", ".Renviron"] };
const julia: Interpreter = { ...plain, unasked: ["Project.toml", "Manifest.toml"] };
const octave: Interpreter = {
  ...plain,
  language: languages.octave,
  short: { p: "library" },
  long: { eval: "code", path: "library" },
  unasked: [".octaverc"],
};

const deno: Interpreter = {
  ...node,
  short: { c: "settings" },
  long: {
    "import-map": "settings",
    config: "settings",
    preload: "module",
    import: "module",
    require: "module",
    lock: "file",
    ext: "skip",
    cwd: "skip",
    "env-file": "variables",
    env: "variables",
  },
  alone: { "env-file": ".env", env: ".env" },
  unasked: ["deno.json", "deno.jsonc"],
  subcommands: {
    ...each("run serve compile", "script"),
    ...each("test bench x", "unseen"),
    ...each("fmt lint check doc info cache install add remove outdated repl types upgrade", "skip"),
    task: "task",
    eval: "code",
  },
};

const k6: Interpreter = { ...node, subcommands: each("run archive inspect cloud", "script") };

/** By the name of the program, in small letters. */
const interpreters: readonly (readonly [Pick<RegExp, "test">, Interpreter])[] = [
  [/^(?:node|nodejs|iojs|electron|zx|forever|supervisor)$/, node],
  [/^babel-node$/, babel],
  [/^(?:nodemon|node-dev)$/, restarting],
  [
    /^(?:tsx|ts-node|ts-node-esm|ts-node-dev|tsnd|tsm|esno|jiti|vite-node|swc-node|esr)$/,
    typescript,
  ],
  [/^deno$/, deno],
  [/^k6$/, k6],
  [LANGUAGE_NAMES.python, python],
  [/^(?:ipython3?|bpython|pyinstrument|debugpy|kernprof|viztracer|scalene)$/, python],
  [/^(?:streamlit|marimo|chainlit|solara)$/, pythonRunner],
  [LANGUAGE_NAMES.perl, perl],
  [LANGUAGE_NAMES.ruby, ruby],
  [LANGUAGE_NAMES.php, php],
  [LANGUAGE_NAMES.lua, lua],
  [LANGUAGE_NAMES.awk, awk],
  [/^(?:pwsh|powershell)$/, powershell],
  [/^(?:tclsh|wish|expect)[\d.]*$/, tcl],
  [/^(?:rscript|r)$/, r],
  [/^julia$/, julia],
  [/^octave(?:-cli)?$/, octave],
  [/^(?:gdb|lldb)$/, debuggers],
  [/^ocaml$/, ocaml],
  [/^raku$/, raku],
  [/^(?:runghc|runhaskell)$/, haskell],
  [{ test: isShell }, shell],
  [/^(?:source|\.)$/, sourced],
  [/^java$/, java],
  [/^(?:groovy|scala|kotlin|clojure|clj)$/, jvm],
  [
    /^(?:guile|racket|sbcl|clisp|elixir|escript|kotlinc|swift|crystal|jshell|osascript|bb|janet|dart|gjs|qjs|gnuplot|m4|bc|xonsh|elvish)$/,
    plain,
  ],
];

export function interpreterOf(name: string): Interpreter | null {
  return interpreters.find(([names]) => names.test(name))?.[1] ?? null;
}

export function isPython({ language }: Interpreter): boolean {
  return language === languages.python;
}

/** An interpreter's name that may stand among the words of another program. */
export function isLoader(name: string): boolean {
  return interpreters.some(([names]) => names.test(name)) && name !== "." && name !== "r";
}

/** One name for each interpreter that obeys variables. */
export const obeyingInterpreters = [
  "node",
  "ts-node",
  "python3",
  "perl",
  "ruby",
  "php",
  "lua",
  "java",
  "bash",
] as const;

/** Variables that an interpreter obeys. */
export function variablesOf(name: string): readonly string[] {
  const found = interpreterOf(name);
  return [
    ...(found?.libraries ?? []),
    ...(found?.options ?? []),
    ...Object.keys(found?.variables ?? {}),
  ];
}
