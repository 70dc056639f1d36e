import { UNKNOWN, type Assignment } from "./parsed-command.js";

/** Variables whose value is a command line, or is expanded like one. Letters and paths are no danger: they can be seen. */
const COMMANDS =
  /^(?:PS[0-4]|PROMPT_COMMAND|\w*(?:PAGER|EDITOR|BROWSER)|VISUAL|SHELL|CONFIG_SHELL|MAKESHELL|LESS(?:OPEN|CLOSE)?|GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|ASKPASS|PROXY_COMMAND)|(?:SSH|SUDO)_ASKPASS|(?:RSYNC|CVS|SVN)_(?:RSH|SSH|CONNECT_PROG)|RSH|CC|CXX|M4|YACC|LEX|AUTO(?:M4TE|CONF|HEADER|MAKE)|ACLOCAL|LIBTOOLIZE|CPP|LD|AR|AS|FC|CPPFLAGS|RUSTC\w*|CARGO_\w+|GO(?:FLAGS|TOOLCHAIN|CACHEPROG)|\w*MAKEFLAGS|MAKEFILES|TAR_OPTIONS|NODE_OPTIONS|RUBYOPT|PERL5OPT|PERL5DB|LUA_INIT\w*|\w*VIMINIT|EXINIT|INPUTRC|npm_config_\w+|NPM_CONFIG_\w+|\w*JAVA_\w*OPTIONS|MAVEN_OPTS|GRADLE_OPTS|PERL5?LIB|RUBYLIB|NODE_PATH|CLASSPATH|PYTHON(?:PATH|BREAKPOINT|WARNINGS|INSPECT)|FZF_DEFAULT_COMMAND|OPENSSL_CONF)$/;

/** Variables that say what files a shell, an interpreter or the loader reads first, or where programs are. */
const FILES =
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|BASH_ALIASES|BASH_CMDS|BASH_LOADABLES_PATH|ZDOTDIR|FPATH|HOME|XDG_CONFIG_(?:HOME|DIRS)|LD_(?:PRELOAD|LIBRARY_PATH|AUDIT)|DYLD_\w+|GIT_(?:TEMPLATE_DIR|EXEC_PATH|CONFIG(?!_NOSYSTEM$)\w*)|GCONV_PATH|PYTHON(?:STARTUP|HOME|USERBASE|PYCACHEPREFIX)|NODE_REPL_EXTERNAL_MODULE|LUA_C?PATH\w*|TCLLIBPATH|R_PROFILE\w*|R_ENVIRON\w*|AWK(?:LIB)?PATH|GCC_EXEC_PREFIX|COMPILER_PATH|VIM|VIMRUNTIME|TMUX_CONF|SCREENRC|DOCKER_CONFIG|KUBECONFIG|OPENSSL_ENGINES|MANPATH|CDPATH|RIPGREP_CONFIG_PATH|APT_CONFIG|PSQLRC|WGETRC|CURL_HOME|TERMINFO\w*)$/;

/** No sign that a shell or another language gives a meaning to. */
const PLAIN = /^[\w@%+=:,./ -]*$/;
/** Options that name a file or a text to run, for the variables that hold options. */
const OPTIONS = /^(?:NODE_OPTIONS|RUBYOPT|PERL5OPT|\w*JAVA_\w*OPTIONS|MAVEN_OPTS|GRADLE_OPTS)$/;
const LOADING =
  /(?:^|\s)-(?:-?(?:r|require|import|loader|experimental-loader|eval|e|I|javaagent|agent\w*)\b|[mMd])/;
const FOLDER = /^(?:\/|~(?=\/|$))[\w@%+=,./~-]*$/;

/** Whether a variable says what programs do or start, so that a value that is not known matters. */
export function isObeyedName(name: string): boolean {
  return COMMANDS.test(name) || FILES.test(name) || name === "PATH";
}

/** Whether programs look for commands in a variable. */
export function isObeyed({ name }: Assignment): boolean {
  return COMMANDS.test(name);
}

/** Why setting a variable can make a later command run something else; null where it cannot. */
export function doubtAssignment({ name, value: { text, known } }: Assignment): string | null {
  const why = `${name} says what programs do or start`;
  if (COMMANDS.test(name)) {
    const loads = OPTIONS.test(name) && LOADING.test(text);
    return known && PLAIN.test(text) && !loads ? null : why;
  }
  if (FILES.test(name)) return text === "" || text === "/dev/null" ? null : why;
  if (name === "PATH") return isSearched(text) ? null : why;
  if (name === "IFS") return null;
  return text.startsWith("() {") ? why : null;
}

/** Folders in front of or behind the ones that were there, by whole paths. */
function isSearched(text: string): boolean {
  return text
    .split(":")
    .every((folder) => FOLDER.test(folder.startsWith(UNKNOWN) ? `/${folder.slice(1)}` : folder));
}
