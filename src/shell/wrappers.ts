/** How a program that starts another one is called. */
export interface Wrapper {
  /** Options of one letter without a value. */
  readonly flags?: string;
  /** Options of one letter with a value, in the same word or the next. */
  readonly valued?: string;
  /** Long options without a value. */
  readonly longFlags?: readonly string[];
  /** Long options whose value may be the next word. */
  readonly longValued?: readonly string[];
  /** How many words are between the options and the program. */
  readonly operands?: number;
  /** Whether `NAME=value` may come before the program. */
  readonly assigns?: boolean;
  /** An option whose value is a line for a shell. */
  readonly codeOption?: string;
  readonly longCodeOption?: string;
  /** Whether it starts a shell where no program is named. */
  readonly startsShell?: boolean;
  /** Options with which it starts a shell, for what follows them or for its input. */
  readonly shellFlags?: readonly string[];
  /** Options of one letter with which nothing is started. */
  readonly idleFlags?: string;
}

/** `runuser -u user program`, or as `su`. */
export const RUNUSER: Wrapper = {
  flags: "mpPlf",
  valued: "ugGwcs",
  longFlags: ["preserve-environment", "pty", "login", "fast"],
  longValued: [
    "user",
    "group",
    "supp-group",
    "whitelist-environment",
    "command",
    "session-command",
    "shell",
  ],
};

/** Options that are not here make it unknown which word is the program. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    "sudo",
    {
      flags: "ABbEeHiKklNnPSsVv",
      valued: "aCcDghpRrTtUu",
      longFlags: [
        "preserve-env",
        "set-home",
        "login",
        "non-interactive",
        "shell",
        "stdin",
        "background",
      ],
      longValued: ["user", "group", "host", "prompt", "chdir", "chroot", "role", "type"],
      assigns: true,
      shellFlags: ["s", "i", "shell", "login"],
    },
  ],
  ["doas", { flags: "Lns", valued: "Cu", shellFlags: ["s"] }],
  [
    "env",
    {
      flags: "i0v",
      valued: "uC",
      longFlags: ["ignore-environment", "null", "debug"],
      longValued: ["unset", "chdir", "split-string"],
      assigns: true,
      codeOption: "S",
      longCodeOption: "split-string",
    },
  ],
  ["nohup", {}],
  // Options that are not listed are a doubt, and a doubt is asked about.
  ["setpriv", { flags: "d" }],
  ["unshare", { flags: "bcCfimnprTuU", startsShell: true }],
  ["nsenter", { flags: "aCeFimnpruUW", valued: "tSGw", startsShell: true }],
  ["taskset", { flags: "ac", operands: 1, longFlags: ["all-tasks", "cpu-list"] }],
  ["chrt", { flags: "abdfioRrv", valued: "TPD", operands: 1 }],
  ["setarch", { flags: "3BFILRSTXZv", operands: 1, startsShell: true }],
  ["prlimit", { flags: "v" }],
  [
    "systemd-run",
    {
      flags: "dGPqrStT",
      valued: "EHMpu",
      longFlags: ["user", "scope", "pty", "wait", "shell"],
      shellFlags: ["S", "shell"],
    },
  ],
  ["systemd-inhibit", {}],
  ["dbus-run-session", {}],
  ["firejail", {}],
  ["bwrap", {}],
  ["unbuffer", { flags: "p" }],
  ["catchsegv", {}],
  ["ltrace", { flags: "bcCfirStT", valued: "aeloOpsuwxX" }],
  ["valgrind", { flags: "qv" }],
  ["gdb", {}],
  [
    "time",
    {
      flags: "alpqvV",
      valued: "fo",
      longFlags: ["portability", "append", "verbose"],
      longValued: ["format", "output"],
    },
  ],
  [
    "timeout",
    {
      flags: "fpv",
      valued: "ks",
      longFlags: ["foreground", "preserve-status", "verbose"],
      longValued: ["kill-after", "signal"],
      operands: 1,
    },
  ],
  ["nice", { flags: "0123456789", valued: "n", longValued: ["adjustment"] }],
  [
    "ionice",
    { flags: "t", valued: "cn", longFlags: ["ignore"], longValued: ["class", "classdata"] },
  ],
  ["stdbuf", { valued: "ioe", longValued: ["input", "output", "error"] }],
  ["setsid", { flags: "cfw", longFlags: ["ctty", "fork", "wait"] }],
  ["command", { flags: "p", idleFlags: "vV" }],
  ["builtin", {}],
  ["exec", { flags: "cl", valued: "a" }],
  ["noglob", {}],
  ["nocorrect", {}],
  ["-", {}],
  ["repeat", { operands: 1 }],
  ["busybox", {}],
  ["toybox", {}],
  [
    "chroot",
    {
      longFlags: ["skip-chdir"],
      longValued: ["userspec", "groups"],
      operands: 1,
      startsShell: true,
    },
  ],
  [
    "flock",
    {
      flags: "enosux",
      valued: "wE",
      longFlags: ["exclusive", "nonblock", "no-fork", "close", "shared", "unlock"],
      longValued: ["timeout", "wait", "conflict-exit-code", "command"],
      operands: 1,
      codeOption: "c",
      longCodeOption: "command",
    },
  ],
  ["strace", { flags: "CcdfhikqrtTvVwxyZz", valued: "abeEIoOpPsSuUX" }],
  ["pkexec", { longFlags: ["disable-internal-agent", "keep-cwd"], longValued: ["user"] }],
  [
    "git",
    {
      flags: "pPvh",
      valued: "Cc",
      longFlags: [
        "version",
        "help",
        "html-path",
        "man-path",
        "info-path",
        "paginate",
        "no-pager",
        "bare",
        "no-replace-objects",
        "literal-pathspecs",
        "no-optional-locks",
      ],
      longValued: ["git-dir", "work-tree", "namespace", "exec-path", "config-env", "super-prefix"],
    },
  ],
  [
    "watch",
    {
      flags: "bcCdegprtwx",
      valued: "nq",
      longFlags: [
        "beep",
        "color",
        "differences",
        "errexit",
        "chgexit",
        "precise",
        "no-title",
        "no-wrap",
        "exec",
      ],
      longValued: ["interval", "equexit"],
    },
  ],
  [
    "xargs",
    {
      flags: "0oprtxeil",
      valued: "adEIJLnPRsS",
      longFlags: [
        "null",
        "no-run-if-empty",
        "verbose",
        "interactive",
        "exit",
        "open-tty",
        "replace",
        "eof",
        "max-lines",
      ],
      longValued: ["arg-file", "delimiter", "max-args", "max-procs", "max-chars"],
    },
  ],
]);
