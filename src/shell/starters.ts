import { startsPlainly } from "./code.js";
import { callsOfProgram, isLanguage } from "./languages.js";
import { isPlainWord } from "./plain-words.js";
import { bringsText, wordOf, type SimpleCommand, type Word } from "./parsed-command.js";
import { programName } from "./program-name.js";
import { rememberTexts } from "./remember.js";
import { isMadeOnTheWay } from "./script-file.js";
import { isShell } from "./unfold-shell.js";

function names(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}

/**
 * Programs that start what their words say, in ways that are not taken apart here. The policy: where all of their words can
 * be seen, a denied name in them is found by itself; where one cannot, or is more than letters, the line is asked about.
 */
const STARTERS = names(
  `choom capsh ssh-agent uclampset linux32 linux64 i386 i486 i586 i686 x86_64 uname26 ppc ppc64 s390 s390x arm64 aarch64
  fakeroot fakechroot sg newgrp start-stop-daemon run-parts daemon daemonize setuidgid softlimit chpst envdir envuidgid
  s6-setuidgid numactl cgexec eatmydata faketime torsocks tsocks proxychains proxychains4 rlwrap xvfb-run xinit startx
  dbus-launch dtach abduco screen tmux byobu zellij expect unbuffer parallel sem entr watchexec hyperfine nodemon
  concurrently at batch atq crontab ssh sshpass autossh scp sftp mosh rsh slogin telnet nc ncat netcat socat rsync rclone
  gdb lldb rr perf bpftrace systemtap stap dtruss xterm gnome-terminal konsole alacritty kitty wezterm foot urxvt
  systemd-run systemd-nspawn machinectl systemd-inhibit busctl runcon schroot proot debootstrap bwrap firejail flatpak snap
  ip doas pkexec gosu su-exec tini dumb-init catatonit logrotate inotifywait chronic ts ifne pee sponge vipe vidir mispipe
  dpkg-architecture dpkg-buildpackage debuild fakeroot-sysv fakeroot-tcp jrunscript jshell groovy scala kotlin clojure
  erl elixir iex ghci runghc ocaml sbcl clisp guile racket gnuplot octave maxima gp xonsh elvish rc es yash posh lksh sash
  m4 dc ftp lftp mongosh redis-cli vipw vigr visudo sensible-editor sensible-pager sensible-browser select-editor
  xdg-open open editor pager run-mailcap see edit compose print ld.so rlfe trickle cpulimit reptyr nohup.sh setlock uvx
  bunx pnpx pipx systemd-cat systemd-socket-activate systemd-notify run0 env_parallel parset gdbtui
  gdb-multiarch gpg-connect-agent salt-call corepack ssh-copy-id sqlplus rpmspec rpmbuild debconf direnv gpg-agent lckdo zrun msgfilter msgexec qemu-x86_64 qemu-aarch64 qemu-arm qemu-i386 box64 box86 wine`,
);

/** The loader starts the program that it is given. */
const LOADER = /^ld(?:-linux\S*|-musl\S*|64|\.so|-\d[\d.]*)?\.so(?:\.\d+)*$/;

/** Options of other programs whose value is a program, a command line or code; a long one may be cut short. */
const STARTING_OPTIONS: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ["tar", /^(?:-?[A-Za-z]*[IF]|--(?:to|check\S*-a|us|rs|inf|ne|I))/],
  ["bsdtar", /^--(?:us|to)/],
  ["sort", /^--com/],
  ["split", /^--fi/],
  ["zip", /^(?:-\w*T|--u)/],
  ["install", /^--strip-p/],
  ["man", /^(?:-\w*[PHC]|--(?:pa|ht|co))/],
  ["gcc", /^-(?:wrapper|B|fplugin|specs|iplugindir)/],
  ["g++", /^-(?:wrapper|B|fplugin|specs)/],
  ...Array.from(
    names("cc c++ cpp c89 c99"),
    (name) => [name, /^-(?:wrapper|B|fplugin|specs)/] as const,
  ),
  ["clang", /^-(?:B|fplugin|Xclang|load)/],
  ["ld", /^-+plugin/],
  ["rg", /^--(?:pre(?!-glob)|hostname-b)/],
  ["fd", /^(?:-\w*[xX]|--exec)/],
  ["fdfind", /^(?:-\w*[xX]|--exec)/],
  ["find", /^-(?:exec|ok)/],
  ["rpm", /^(?:-\w*[ED]|--(?:ev|de|pi|lo|ma|rc|pre|post))/],
  ["cpio", /^--rsh/],
  ["rsync", /^(?:-[A-Za-z]*e|--rs)/],
  ["socat", /^(?:exec|system|shell)\b/i],
  ["expect", /^-\w*c/],
  ["parallel", /[;&|$`<>()]/],
  ["gdb", /^-+(?:ex|iex|x|ix|com|ev|ini|args)/],
  ["tmux", /^(?:;|run|if|new|pipe|split|resp|source|conf|bind|set-h|popup)/],
  ...Array.from(
    names("ssh scp sftp ssh-copy-id"),
    (name) =>
      [
        name,
        /^(?:-\w*[FS]|(?:-o)?(?:proxyc|localc|knownhostsc|pkcs11|securityk|incl|match))/i,
      ] as const,
  ),
  ...Array.from(
    names("vim vi view nvim ex rvim vimdiff"),
    (name) => [name, /^(?:\+.*\D|-[cSsuW]|--cmd|!)/] as const,
  ),
  ["prove", /^(?:-\w*e|--ex)/],
  ...Array.from(names("groff troff nroff"), (name) => [name, /^-\w*U/] as const),
  ["pip", /^(?:--editor|--python)/],
  ["diff", /^--diff-p/],
  ["sdiff", /^--diff-p/],
  ["gh", /^(?:!|--shell$)/],
  ["glab", /^(?:!|--shell$)/],
  ["mysql", /^--(?:pager|init-c)/],
  ["psql", /^(?:-f|--file)/],
  ["ansible", /^(?:-a|--args)/],
  ["puppet", /^(?:-e|--exec)/],
  ["asciinema", /^(?:-\w*c|--com)/],
  ["gpg", /^--(?:\w+-program|photo-v|exec-p)/],
  ["ag", /^--pager/],
  ["bat", /^--pager/],
  ["go", /^-{1,2}(?:exec|toolexec|vettool|overlay)/],
  ["cargo", /^(?:--config|-Z)/],
  ["make", /^(?:-\w*[fE]|--(?:fi|mak|ev)|[\w.-]+[:+?!]*=)/],
  ["gmake", /^(?:-\w*[fE]|--(?:fi|mak|ev)|[\w.-]+[:+?!]*=)/],
  ["cmake", /^-[EPC]/],
  ["just", /^(?:-f|--justf|--shell|--set)/],
  ["kubectl", /^--kubec/],
  ["yq", /^--sec/],
  ["ctest", /^(?:-S|--scr)/],
  ["ninja", /^-\w*[ft]/],
  ["npm", /^(?:-c|--(?:ca|scr|sh|node-o|git|ed|vi|br))/],
  ["npx", /^(?:-c|--(?:ca|scr|sh|node-o))/],
  ["pnpm", /^(?:-c|--(?:scr|sh|node-o))/],
  ["yarn", /^--(?:scr|use)/],
  ["openssl", /^(?:-engine|-provider|engine)/],
  ["java", /^-(?:XX:On|javaagent|agent|cp|classpath)/],
  ["less", /^(?:\+|-\w*k|--lessk)/],
  ["more", /^\+/],
  ["strace", /^(?:-\w*o)?\|/],
  ["wget", /^(?:-\w*e|--(?:use-a|e|con))/],
  ...Array.from(
    names("apt apt-get apt-cache apt-config aptitude"),
    (name) => [name, /^(?:-[oc]|--(?:op|conf))/] as const,
  ),
  ["dpkg", /^--(?:pre|post|status-l)/],
  ["tcpdump", /^-\w*z/],
  ["nmap", /^(?:--script|--i)/],
  ["aria2c", /^--on-/],
  ["ctags", /^--/],
  ["pdflatex", /^-+sh/],
  ["latex", /^-+sh/],
  ["docker", /^--(?:entryp)/],
  ["mail", /^-\w*[SI]/],
  ["sendmail", /^-/],
  ["mutt", /^-e/],
]);

/** What stands for the input as a file, also right behind an option. */
const INPUT = /^-(?:\w+-)?$|=-$|(?:^|=)\/+(?:\.\/)*(?:dev|proc)\//;

/** Programs whose first word that is no option says what is started. */
const FIRST_WORD = names("npx bunx uvx pipx pnpx");

const SQLITE =
  /^\s*\.(?!(?:tables?|schema|headers?|mode|dump|ind\w*|databases|width|separator|timeout|nullvalue|show|print|quit|exit)\b)|^-(?:cmd|init)|\b(?:edit|writefile|load_extension)\s*\(/im;

/** Programs that read commands from their input, and what in it, or in their words, starts a program. */
const RUNNING_INPUT: ReadonlyMap<string, RegExp> = new Map([
  ...Array.from(names("sqlite3 duckdb"), (name) => [name, SQLITE] as const),
  ["psql", /\\|\bprogram\b/i],
  ["mysql", /\\!|\b(?:system|pager)\b/i],
  ["ed", /!/],
  ["red", /!/],
  ...Array.from(
    names("groff troff nroff"),
    (name) => [name, /^[.']\s*(?:sy|pso|pi|open|so|mso)\b/m] as const,
  ),
  ...Array.from(
    names("gdb at batch m4 dc ftp crontab parallel expect newgrp sg"),
    (name) => [name, /\S\s/] as const,
  ),
]);

/** Programs that read a file with whatever name, or their input, as code. */
const COMPILER =
  /^(?:g?cc|[gc]\+\+|clang(?:\+\+)?|tcc|rustc|java|gfortran|gnat|ldc2|dmd|ghc|fpc|nim|zig|n?as|yasm)$/;
/** Assemblers read their input by themselves. */
const ASSEMBLER = /^n?as$/;
/** With these nothing comes of it that runs. */
const ONLY_LOOKS = /^-(?:E|fsyntax-only|dM|-version|v)$/;

export function isCompiler(name: string): boolean {
  return COMPILER.test(name) || COMPILER.test(plainName(name));
}

/** Those of them that, without a program's name, read commands from their input. */
const READS_INPUT = names(
  `fakeroot fakechroot fakeroot-sysv fakeroot-tcp capsh linux32 linux64 i386 i486 i586 i686 x86_64 uname26 ppc ppc64 s390
  s390x arm64 aarch64 systemd-run run0 schroot proot firejail xonsh elvish rc es yash posh lksh sash jrunscript jshell groovy
  scala kotlin clojure erl elixir iex ghci runghc ocaml sbcl clisp guile racket gnuplot octave maxima gp r julia irb lftp
  mongosh sqlplus lldb rr bpftrace`,
);
/** What they start is started on another machine. */
const ELSEWHERE = /^(?:ssh|sshpass|autossh|mosh|rsh|slogin)$/;

/** Programs that start all that follows such an option. */
const TAKES_ALL = names("fd fdfind");

/** Programs that start things with some first words, and then whatever follows. */
const WHOLE = /^cmake -[EP]$/;

/** Editors run what follows `!`, in words, in files and in what they read. */
const EDITORS = names(
  "vim vi view nvim ex ed red emacs emacsclient nano rvim rview vimdiff gvim pico joe micro kak hx",
);
const EDITING_OPTION = /^(?:[-+]|!)/;

export function isStarter(name: string): boolean {
  return STARTERS.has(name) || LOADER.test(name);
}

export function isEditor(name: string): boolean {
  return EDITORS.has(name) || EDITORS.has(plainName(name));
}

/** A name without what says its machine, its version or how it was built: `x86_64-linux-gnu-gcc-12`, `vim.tiny`. */
const plainName = rememberTexts((name: string): string =>
  name
    .replace(/^(?:\w+-)+(?=(?:gcc|g\+\+|cc|c\+\+|cpp|ld)(?:-|$))/, "")
    .replace(/-?\d[\d.]*$|\.(?:basic|tiny|nox|gtk3?)$/, ""),
);

function startingOption(name: string): RegExp | undefined {
  return STARTING_OPTIONS.get(name) ?? STARTING_OPTIONS.get(plainName(name));
}

/** Whether a program has options with which it starts another. */
export function takesStartingOption(name: string): boolean {
  return startingOption(name) !== undefined;
}

/** Whether one of the words is an option with which the program starts another. */
export function hasStartingOption(name: string, words: readonly Word[]): boolean {
  const option = startingOption(name);
  return option !== undefined && words.slice(1).some(({ text }) => option.test(text));
}

/** The files that such options name, in their word or in the next. */
export function filesOfOptions(name: string, words: readonly Word[]): readonly Word[] {
  const option = startingOption(name);
  if (option === undefined) return [];
  return words.flatMap(({ text }, at) => {
    if (at === 0 || !option.test(text)) return [];
    const glued = text.startsWith("--") ? text.replace(/^[^=]*=?/, "") : text.replace(/^-\w/, "");
    return [wordOf(glued), ...words.slice(at + 1, at + 2)];
  });
}

/** What in the text that a program gets starts another; null where it reads no commands. */
export function startsInInput(name: string): RegExp | null {
  return RUNNING_INPUT.get(name) ?? null;
}

/** Why a program may start another that its words do not show; null where it does not. */
export function doubtStarter(
  name: string,
  { words, redirections, isPiped }: SimpleCommand,
): string | null {
  const rest = words.slice(1);
  const why = `${name} may start a program that is not known`;
  const texts = redirections.filter(bringsText).map(({ target }) => target);
  if (isStarter(name) && !rest.every(isPlainWord)) return why;
  if (isStarter(name) && texts.length > 0) return `${name} reads commands from its input`;
  if (isPiped && readsCommands(name, rest)) return `${name} reads commands from its input`;
  if (isCompiler(name) && (rest.some(({ text }) => text === "-") || ASSEMBLER.test(name))) {
    const isLooked = rest.some(({ text }) => ONLY_LOOKS.test(text));
    const calls = callsOfProgram(plainName(name));
    const isPlain =
      !isPiped && calls !== null && texts.every(({ text }) => startsPlainly(text, calls));
    return isLooked || isPlain ? null : `${name} gets code that starts programs or is not known`;
  }
  if (name === "run-parts") return `it is not known what ${name} starts`;
  if (isEditor(name) && (isPiped || redirections.some(({ operator }) => operator.startsWith("<"))))
    return `${name} reads commands from its input`;
  if (isEditor(name) && rest.some(({ text, known }) => EDITING_OPTION.test(text) || !known))
    return rest.every(isHarmlessEdit) ? null : `${name} may run a command of its own language`;
  if (FIRST_WORD.has(name) && rest.find(({ text }) => !text.startsWith("-"))?.known === false)
    return why;
  const option = startingOption(name);
  if (option !== undefined)
    for (const [at, word] of rest.entries()) {
      const value = word.text.includes("=") ? word : (rest[at + 1] ?? word);
      if (!option.test(word.text)) continue;
      const given = TAKES_ALL.has(name) ? rest.slice(at) : [word, value];
      const isShellGiven = TAKES_ALL.has(name) && given.some((one) => isShell(programName(one)));
      if (isShellGiven || !given.every(isPlainWord)) return why;
      if (INPUT.test(word.text) || INPUT.test(value.text))
        return `${name} reads commands from its input`;
    }
  if (WHOLE.test(`${name} ${rest[0]?.text ?? ""}`) && !rest.every(isPlainWord)) return why;
  const running = RUNNING_INPUT.get(name);
  if (running === undefined) return null;
  const isRun = [...rest, ...texts].some(({ text }) => running.test(text));
  return isPiped || isRun || !texts.every(({ known }) => known) || redirections.some(isMadeOnTheWay)
    ? `${name} reads commands from its input`
    : null;
}

/** Whether a program, or a shell that it starts, takes commands from what it gets piped. */
function readsCommands(name: string, words: readonly Word[]): boolean {
  const operands = words.filter(({ text }) => !text.startsWith("-")).map(programName);
  if (operands.length === 0) return READS_INPUT.has(name);
  return (
    isStarter(name) &&
    !ELSEWHERE.test(name) &&
    operands.some((one) => isShell(one) || isLanguage(one))
  );
}

function isHarmlessEdit({ text, known }: Word): boolean {
  return known && (/^\+\d*$/.test(text) || !EDITING_OPTION.test(text));
}
