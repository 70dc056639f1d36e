import { rememberTexts } from "./remember.js";

/** The names of the programs that read one language, in small letters. */
export const LANGUAGE_NAMES = {
  python: /^(?:python|pypy)[\d.]*w?$/,
  perl: /^perl[\d.]*$/,
  ruby: /^(?:ruby|jruby|truffleruby)[\d.]*$/,
  php: /^php[\d.]*$/,
  lua: /^lua(?:jit|[\d.]*)$/,
  awk: /^[gmn]?awk$/,
  tcl: /^(?:tclsh|wish)[\d.]*$/,
} as const;

/**
 * What in a text of code starts a program or evaluates a text. Rather too much: whoever reaches these by another name must
 * name one of the ways to it.
 */
const PYTHON_MODULES = String.raw`(?:code|profile|trace|doctest|pydoc|rlcompleter|zipimport|venv|ensurepip|idlelib|tkinter|turtle|pexpect|plumbum|fabric|invoke|pipes|popen2|commands|sarge|mailcap)\b`;
export const PYTHON = new RegExp(
  String.raw`\b(?:system|\w*[pP]open\d?|exec[lv]p?e?|posix_spawnp?|spawn(?:[lv]p?e?)?|\w*subprocess\w*|pty|_?ctypes|cffi|_tkinter|script_helper|addsitedir|addpackage|exec(?:site|user)customize|temp_original|_importer|BaseConfigurator|ConvertingDict|resolve_dotted_attribute|eval_str|singledispatch\w*|__import__|importlib|imp|import_module|getattr(?:_static)?|attrgetter|methodcaller|getmembers\w*|get_field|resolve_name|get_type_hints|ForwardRef|dictConfig|fileConfig|get_(?:objects|referrers|referents)|FunctionType|CodeType|run_string|_getframe|tb_frame|f_(?:builtins|globals|locals|back)|globals|locals|vars|__\w*(?:builtins|globals|subclasses|dict|getattribute|loader|spec|code|reduce\w*)__|builtins|runpy|\w*[pP]ickle\w*|marshal|shelve|dill|joblib|codeop|pdb|bdb|timeit|cProfile|webbrowser|antigravity|multiprocessing|modules|breakpoint|startfile|fork|forkpty|_gcd_import|setprofile|settrace|load_module|exec_module|distutils|setuptools|pip|yaml\.(?:load|unsafe_load)\w*|UnsafeLoader|fdopen_|InteractiveConsole|IMAP4_stream|_get_command_\w+|_syscmd\w*)\b|\b(?:eval|exec)\b|(?<!\bre\.|\bregex\.|\bre2\.)\bcompile\s*\(|\bimport\s+(?:[\w.]+\s*,\s*)*${PYTHON_MODULES}|\bfrom\s+${PYTHON_MODULES}`,
);
const NODE =
  /child_process|\b(?:eval|Function|constructor|vm|exec\w*|spawn\w*|fork|binding|_linkedBinding|dlopen|getBuiltinModule|mainModule|createRequire|cluster|worker_threads|Worker|inspector|Reflect|repl|wasi|wasm|Bun|Deno|shelljs|zx|runIn\w*|_load|_compile|_extensions|registerHooks)\b|\bimport\s*\(|(?<![\w.])require\s*(?!\s*\(\s*(["'`])[\w@./:-]+\1\s*\))|(?:globalThis|global|this|module|process|self)\s*(?:\?\.)?\[|\bmodule\s*\.\s*require|["'`](?:(?:node:)?module["'`]|data:)|[\w)\]]\s*\[[^\][\n]*\]\s*\(|\]\s*\]\s*\(|[{,]\s*\[\s*["'`][^\][\n]*\]\s*:|(?:[=([]|\.\.\.)\s*(?:process|globalThis)\s*(?:[;,)}\]\n]|$)|\.\s*valueOf\b|["'`]\s*\.\s*concat\b|setTimeout\s*\(\s*["'`]/;
const PERL =
  /\b(?:system|exec|readpipe|eval(?:bytes)?|qx|syscall|fork|dbmopen|IPC|open[23]|CORE|require|App::\w+|TAP::\w+|Inline|DynaLoader|XSLoader|POSIX|Safe|sub\s+AUTOLOAD|__DATA__|glob)\b|`|\bopen\b(?!\s*\(?\s*(?:my\s*\$)?\w+\s*,\s*(?:"(?:<|>>?)(?::[\w():-]+)?"\s*,|'(?:<|>>?)(?::[\w():-]+)?'\s*,|(?:"[<>]{1,2}\s*[\w./-]*"|'[<>]{1,2}\s*[\w./-]*')\s*(?:\)|;|\bor\b|$)))|IO::|\bdo\s*[^\s{]|[@*$]ARGV\b[^;=]{0,80}(?<![=!<>])=(?![=~>])|(?:push|unshift|splice|for|foreach|map)\W*@ARGV|->\s*can\b|(?<=[^\w\s])[a-z]*ee[a-z]*(?=\W|$)|&\s*[{$"]|<\s*["`]/;
const RUBY =
  /\b(?:system|exec|spawn|\w*eval|send|__send__|public_send|popen\w*|Open3|PTY|fork|Fiddle|syscall|\w*load|binding|\w*method|Kernel|ERB|IRB|const_get|open|Shellwords|Process|[Rr]ake|sh)\b|\bIO\s*(?:\.|::)\s*(?:bin)?(?:read|write|foreach)|`|%x/;
const PHP =
  /\b(?:system|\w*exec|passthru|popen|proc_open|eval|assert|call_user_func\w*|create_function|include\w*|require\w*|preg_replace\w*|array_(?:map|filter|walk\w*|reduce|udiff\w*|u?intersect\w*|diff_u\w*)|u\w*sort|iterator_apply|forward_static_call\w*|register_\w+|set_\w+_handler|spl_autoload\w*|ob_start|filter_var\w*|mail|putenv|FFI|dl|Reflection\w*|unserialize)\b|`|\$\w+\s*\(|["'\])]\s*\(/;
const LUA =
  /\b(?:execute|popen|load\w*|dofile|require|package|_G|_ENV|debug|ffi|getfenv|setfenv)\b|\b(?:os|io)\b(?!\s*\.\s*[a-z])/;
export const AWK = /\bsystem\b|\|(?!\|)|@|^e(?:xe?c?)?$/;
const NATIVE =
  /\b(?:system|w?popen|f?exec\w*|wordexp|ScriptEngine\w*|execute_command_line|posix_spawn\w*|vfork|fork|clone|syscall|Syscall|StartProcess|Command|ProcessBuilder|Runtime|Process|dlopen|dlsym|asm|__asm__|forName|invoke\w*|MethodHandles?|CreateProcess\w*|ShellExecute\w*|WinExec|plugin|include_str|include_bytes|unsafe|constructor|libc|Invoke|LoadLibrary)\b|##|go:generate|#\s*(?:include\s*[^<"\s]|pragma)|\bimport\s+"C"/;
const ANY =
  /system|exec|eval|spawn|popen|`|shell|run|source|load|open|import|require|subst|uplevel|process|command/i;

/** Every word of it may be a command, also one that it puts together. */
const TCL = /^(?!\s*(?:(?:puts|set|expr|incr|package)\b[^[$\\;]*(?:\n\s*|$))+$)/;

/** How a language's program takes code in its words. */
export interface CodeOptions {
  /** An option whose value is code, in the same word after it or in the next one. */
  readonly code?: RegExp;
  /** Options with another value in the next word. */
  readonly valued?: RegExp;
  /** Options that name a file or module to load, or hold more code. */
  readonly loads?: RegExp;
  /** Options after which its input is code too, whatever else it gets. */
  readonly interactive?: RegExp;
  /** Whether the first word that is no option is code. */
  readonly isFirstCode?: boolean;
  /** Options that load something next to the code, which is then still in the first word. */
  readonly loadsBesides?: RegExp;
  /** Options that hold a pattern which may have code in it. */
  readonly evaluates?: RegExp;
}

interface Language {
  readonly program: RegExp;
  /** How its files end. */
  readonly extension?: RegExp;
  /** The calls that matter in it. */
  readonly calls: RegExp;
  /** Null where its program is not taken apart. */
  readonly options: CodeOptions | null;
}

const PYTHON_OPTIONS: CodeOptions = {
  code: /^-[bBdEhiIOqsSuvVx]*c/,
  valued: /^-[bBdEhiIOqsSuvVx]*[WX]$/,
  loads: /^-[bBdEhiIOqsSuvVx]*m/,
  interactive: /^-[bBdEhIOqsSuvVx]*i/,
};

/** Each language in one place: who reads it, its files, what matters in it, and how its program is called. */
const LANGUAGES: readonly Language[] = [
  {
    program: LANGUAGE_NAMES.python,
    extension: /^(?:py|pyw|ipynb)$/,
    calls: PYTHON,
    options: PYTHON_OPTIONS,
  },
  { program: /^ipython[\d.]*$/, calls: PYTHON, options: PYTHON_OPTIONS },
  { program: /^uv$/, calls: PYTHON, options: null },
  {
    program: /^(?:node|nodejs|bun|tsx|ts-node|deno)$/,
    extension: /^(?:[cm]?[jt]sx?)$/,
    calls: NODE,
    options: {
      code: /^(?:-[pi]*e|-e?p|--eval|--print)(?==|$)=?/,
      valued: /^(?:-C|--conditions|--title|--input-type)$/,
      loads:
        /^(?:-r|--require|--import|--loader|--experimental-loader|--env-file(?:-if-exists)?)(?==|$)=?/,
      interactive: /^(?:-[pe]*i[pe]*|--interactive)$/,
    },
  },
  {
    program: LANGUAGE_NAMES.perl,
    extension: /^(?:pl|pm|t)$/,
    calls: PERL,
    options: {
      code: /^-[acdfglnpsStTuUvwWXli0-7]*[eE]/,
      loads: /^-[acfglnpsw]*[mMIxdD]/,
      interactive: /^-[acfglnpsStTuUvwWX]*d/,
      evaluates: /^-\w*F.*\(\?+\{/s,
    },
  },
  {
    program: LANGUAGE_NAMES.ruby,
    extension: /^(?:rb|rake)$/,
    calls: RUBY,
    options: { code: /^-[acdlnpswW0-7]*e/, loads: /^-[rI]/ },
  },
  { program: /^irb[\d.]*$/, calls: RUBY, options: null },
  { program: /^erb[\d.]*$/, calls: RUBY, options: { loads: /^-r/, valued: /^-[ETSU]$/ } },
  {
    program: /^(?:p|file-|perl-)?rename$/,
    calls: PERL,
    options: { code: /^-[a-z]*e|^--expr/, isFirstCode: true },
  },
  {
    program: LANGUAGE_NAMES.php,
    extension: /^php$/,
    calls: PHP,
    options: { code: /^-[BERr]/, loads: /^-[dczf]/ },
  },
  {
    program: LANGUAGE_NAMES.lua,
    extension: /^lua$/,
    calls: LUA,
    options: { code: /^-e/, loads: /^-l/, interactive: /^-i/ },
  },
  {
    program: LANGUAGE_NAMES.awk,
    extension: /^awk$/,
    calls: AWK,
    options: {
      code: /^(?:-e|-W|--source(?:=|$))/,
      valued: /^(?:-v|-F|--assign|--field-separator)$/,
      loads: /^(?:-f|--file|-i|-l|-E|--include|--load|--exec)/,
      loadsBesides: /^(?:-i|-l|--include|--load)/,
      isFirstCode: true,
    },
  },
  {
    program:
      /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|tcc|go|rustc|cargo|java|javac|dotnet|swift|swiftc|zig|ghc)$/,
    extension: /^(?:c|h|cc|cpp|cxx|hpp|go|rs|java|cs|fs|kt|swift|zig|hs|razor|cshtml|vue|svelte)$/,
    calls: NATIVE,
    options: null,
  },
  {
    program: /^(?:osascript|rscript|r|julia)$/,
    extension: /^(?:r|jl)$/,
    calls: ANY,
    options: { code: /^-[eE]/ },
  },
  { program: /^cmd$/, calls: ANY, options: {} },
  { program: LANGUAGE_NAMES.tcl, extension: /^tcl$/, calls: TCL, options: {} },
  { program: /^(?:gnuplot|octave)$/, calls: ANY, options: null },
];

const languageOf = rememberTexts((name: string): Language | undefined =>
  LANGUAGES.find(({ program }) => program.test(name)),
);

/** The calls that matter in the language that a program reads; null where it reads none. */
export function callsOfProgram(name: string): RegExp | null {
  return languageOf(name)?.calls ?? null;
}

/** The same for a file's name. */
export function callsOfFile(file: string): RegExp | null {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
  return LANGUAGES.find((one) => one.extension?.test(extension) === true)?.calls ?? null;
}

/** How a program takes code in its words; null where it is no program of a language, or not taken apart. */
export function codeOptionsOf(name: string): CodeOptions | null {
  return languageOf(name)?.options ?? null;
}

/** Whether a program reads one of its words as code in a language of its own. */
export function isLanguage(name: string): boolean {
  return codeOptionsOf(name) !== null;
}
