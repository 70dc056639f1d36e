/**
 * What in a text of code starts a program or evaluates a text. Rather too much: whoever reaches these by another name must
 * name one of the ways to it.
 */
const PYTHON =
  /\b(?:system|popen\d?|exec[lv]p?e?|posix_spawnp?|spawn[lv]p?e?|subprocess|pty|ctypes|cffi|__import__|importlib|imp|import_module|getattr|globals|locals|vars|__\w*(?:builtins|globals|subclasses|dict|getattribute|loader|spec|code|reduce\w*)__|builtins|runpy|pickle|cPickle|marshal|shelve|dill|joblib|codeop|pdb|bdb|timeit|cProfile|webbrowser|antigravity|multiprocessing|create_subprocess_\w+|modules|breakpoint|startfile|fork|forkpty|setprofile|settrace|load_module|exec_module|distutils|setuptools|pip|unpickle|yaml\.(?:load|unsafe_load)|fdopen_|InteractiveConsole)\b|\b(?:eval|exec)\b|(?<!\bre\.|\bregex\.|\bre2\.)\bcompile\s*\(|\bimport\s+(?:\w+\s*,\s*)*code\b|\bfrom\s+code\s/;
const NODE =
  /child_process|\b(?:eval|Function|constructor|vm|exec\w*|spawn\w*|fork|binding|_linkedBinding|dlopen|getBuiltinModule|mainModule|createRequire|cluster|worker_threads|Worker|inspector|Reflect|repl|wasi|wasm|Bun|Deno|shelljs|zx|runIn\w*|_load|_compile|_extensions|registerHooks)\b|\bimport\s*\(|(?<![\w.])require\s*(?!\s*\(\s*(["'`])[\w@./:-]+\1\s*\))|(?:globalThis|global|this|module|process|self)\s*(?:\?\.)?\[|\bmodule\s*\.\s*require|setTimeout\s*\(\s*["'`]/;
const PERL =
  /\b(?:system|exec|readpipe|eval|qx|syscall|fork|dbmopen|IPC|open[23]|CORE|require|Inline|DynaLoader|XSLoader|POSIX|Safe|sub\s+AUTOLOAD|__DATA__|glob)\b|`|\bopen\b[^;]*(?:\||\$|\.\s*["'])|\bdo\s*["'$(]|(?<=[^\w\s])[a-z]*ee[a-z]*(?=\W|$)|&\s*[{$"]|<\s*["`]/;
const RUBY =
  /\b(?:system|exec|spawn|\w*eval|send|__send__|public_send|popen\w*|Open3|PTY|fork|Fiddle|syscall|load|binding|method|Kernel|const_get|open|Shellwords|Process)\b|`|%x/;
const PHP =
  /\b(?:system|\w*exec|passthru|popen|proc_open|eval|assert|call_user_func\w*|create_function|include\w*|require\w*|preg_replace|array_map|usort|mail|putenv|FFI|dl|ReflectionFunction|unserialize)\b|`|\$\w+\s*\(|["']\s*\(/;
const LUA =
  /\b(?:execute|popen|load\w*|dofile|require|package|_G|_ENV|debug|ffi|getfenv|setfenv)\b/;
const AWK = /\bsystem\b|\|(?!\|)|@/;
const NATIVE =
  /\b(?:system|w?popen|exec\w*|posix_spawn\w*|vfork|fork|clone|syscall|Syscall|StartProcess|Command|ProcessBuilder|Runtime|Process|dlopen|dlsym|asm|__asm__|CreateProcess\w*|ShellExecute\w*|WinExec|plugin|include_str|include_bytes|unsafe|constructor|libc|Invoke|LoadLibrary)\b|#\s*(?:include\s*[^<"\s]|pragma)|\bimport\s+"C"/;
const ANY =
  /system|exec|eval|spawn|popen|`|shell|run|source|load|open|import|require|subst|uplevel|process|command/i;

const LANGUAGES: readonly (readonly [program: RegExp, extension: RegExp, calls: RegExp])[] = [
  [/^(?:python[\d.]*|pypy[\d.]*|ipython[\d.]*|uv)$/, /^(?:py|pyw|ipynb)$/, PYTHON],
  [/^(?:node|nodejs|deno|bun|tsx|ts-node)$/, /^(?:[cm]?[jt]sx?)$/, NODE],
  [/^perl[\d.]*$/, /^(?:pl|pm|t)$/, PERL],
  [/^(?:ruby|irb|jruby)[\d.]*$/, /^(?:rb|rake)$/, RUBY],
  [/^php[\d.]*$/, /^php$/, PHP],
  [/^(?:lua[\d.]*|luajit)$/, /^lua$/, LUA],
  [/^[gmn]?awk$/, /^awk$/, AWK],
  [
    /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|tcc|go|rustc|cargo|java|javac|dotnet|swift|swiftc|zig|ghc)$/,
    /^(?:c|h|cc|cpp|cxx|hpp|go|rs|java|cs|fs|kt|swift|zig|hs|razor|cshtml|vue|svelte)$/,
    NATIVE,
  ],
  [/^(?:osascript|tclsh[\d.]*|wish|rscript|r|julia|cmd|gnuplot|octave)$/, /^(?:tcl|r|jl)$/, ANY],
];

/** The calls that matter in the language that a program reads; null where it reads none. */
export function callsOfProgram(name: string): RegExp | null {
  return LANGUAGES.find(([program]) => program.test(name))?.[2] ?? null;
}

/** The same for a file's name. */
export function callsOfFile(file: string): RegExp | null {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
  return LANGUAGES.find(([, known]) => known.test(extension))?.[2] ?? null;
}

const TEXT = String.raw`(?:"[^"\\$\x60{}%\n]*"|'[^'\\$\x60{}%\n]*')`;
const TEXTS = String.raw`(?:${TEXT}|\[\s*${TEXT}(?:\s*,\s*${TEXT})*\s*,?\s*\])`;
const SETTINGS = String.raw`(?:\s*,\s*(?:\w+\s*=\s*(?:True|False|None|\d+|${TEXT})|${TEXTS}|\{[\w\s:,"']*\}))*`;
/** A call that starts what a plain text names, and the import before it: the name can be seen. */
const PLAIN_CALL = new RegExp(
  String.raw`(?:\bos\.system|\bsubprocess\.(?:run|call|check_call|check_output)|(?:require\(\s*["'](?:node:)?child_process["']\s*\)|\bcp|\bchild_process)\.(?:execSync|execFileSync|spawnSync)|(?<![\w.$>])(?:execSync|execFileSync|spawnSync|system))\(\s*${TEXTS}${SETTINGS}\s*,?\s*\)`,
  "g",
);
const PLAIN_IMPORT =
  /\bimport\s+(?:\w+\s*,\s*)*subprocess(?:\s*,\s*\w+)*(?=\s*(?:;|\n|$))|\b(?:const|let|var)\s*\{\s*(?:execSync|execFileSync|spawnSync)(?:\s*,\s*(?:execSync|execFileSync|spawnSync))*\s*\}\s*=\s*require\(\s*["'](?:node:)?child_process["']\s*\)|\bimport\s*\{\s*(?:execSync|execFileSync|spawnSync)\s*\}\s*from\s*["'](?:node:)?child_process["']/g;

const ESCAPE = /\\(?:x([0-9A-Fa-f]{2})|u\{?([0-9A-Fa-f]{4,6})\}?|U([0-9A-Fa-f]{8})|([0-7]{1,3}))/g;

/** A text with the letters in place of the escapes that most languages have for them. */
export function decodeEscapes(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(ESCAPE, (all, ...groups: (string | undefined)[]) => {
    const [x, u, long, octal] = groups;
    const code =
      octal === undefined ? Number.parseInt(x ?? u ?? long ?? "", 16) : Number.parseInt(octal, 8);
    return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}

/** Whether code calls nothing that starts a program or evaluates a text. */
export function callsNothing(code: string, calls: RegExp): boolean {
  return !calls.test(calls === AWK ? withoutAwkTexts(code) : decodeEscapes(code));
}

/** Whether code in the language that a program reads may start another program or evaluate a text. */
export function startsPrograms(code: string, program: string): boolean {
  const calls = callsOfProgram(program);
  return calls !== null && !callsNothing(code, calls);
}

/** Programs that get a text to read as commands, or start another. */
const READS_MORE =
  /\b(?:(?:ba|da|z|k|c|tc|fi)?sh|python\w*|perl|node|ruby|awk|env|xargs|eval|source|make|find|sudo)\b/;
const PLAIN_PIPE = /\|\s*"(?:sort|uniq|wc|head|tail|cat|column|tr|cut)\b[\w\s.-]*"/g;

/** Whether all that code starts is named by plain texts in it. */
export function startsPlainly(code: string, calls: RegExp): boolean {
  const rest = code
    .replace(PLAIN_CALL, (call) => (READS_MORE.test(call) ? call : ""))
    .replace(PLAIN_IMPORT, "")
    .replace(PLAIN_PIPE, "");
  return callsNothing(rest, calls);
}

const NAME = String.raw`(?:"[\w@.:/\s-]*"|'[\w@.:/\s-]*'|\x60[\w@.:/\s-]*\x60)`;
/** What in code loads, starts or evaluates nothing but what a plain text names; one after the other is taken out. */
const PLAIN_USES: readonly RegExp[] = [
  PLAIN_CALL,
  PLAIN_IMPORT,
  PLAIN_PIPE,
  new RegExp(
    String.raw`(?:\w+\.)*\b(?:__import__|import_module|run_path|run_module|require\w*|do|dofile|loadfile|load|import|system|fork|exec|open|readFileSync)\s*\(?\s*${NAME}(?:\s*,\s*\[?\s*${NAME}\s*\]?)*\s*(?=[)\];}\n]|$)`,
    "g",
  ),
  /\b(?:exec|eval)\(\)(?:\.read\(\))?\)/g,
  /\bimport\s+(?:\w+\s*,\s*)*(?:importlib|runpy)\b/g,
  /`[\w@./\s-]*`/g,
];

/** Whether code in the language that a program reads may load, start or evaluate what no plain text in it names. */
export function startsUnseen(code: string, program: string): boolean {
  const calls = callsOfProgram(program);
  if (calls === null) return false;
  const rest = PLAIN_USES.reduce((text, plain) => text.replace(plain, ""), decodeEscapes(code));
  return !callsNothing(rest, calls);
}

/** A program for awk without its texts and expressions, in which a `|` means nothing. */
function withoutAwkTexts(code: string): string {
  let kept = "";
  for (let at = 0; at < code.length; at++) {
    const character = code[at] ?? "";
    const isText = character === '"';
    const isExpression =
      character === "/" && /(?:^|[(,!~{};&|\n]|\breturn)\s*$/.test(kept.slice(-20));
    if (!isText && !isExpression) {
      if (character === "#") {
        const end = code.indexOf("\n", at);
        at = end < 0 ? code.length : end - 1;
      } else kept += character;
      continue;
    }
    let end = at + 1;
    let isClass = false;
    for (; end < code.length && (isClass || code[end] !== character); end++) {
      if (code[end] === "\\") end++;
      else if (isExpression && code[end] === "[") isClass = true;
      else if (code[end] === "]") isClass = false;
      else if (code[end] === "\n") return `${kept}|`;
    }
    if (end >= code.length) return `${kept}|`;
    kept += isText ? '""' : "//";
    at = end;
  }
  // What is piped into a plain text, or out of one, can be seen.
  return kept.replace(/\|\|/g, "");
}
