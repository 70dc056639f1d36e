import type { KeyTable } from "./value-spec.js";

/** From the weakest to the strictest. */
export const failureWords = ["continue", "ask", "block"] as const;

/** Of a switch that appears twice: off. */
export const off = { prefer: [false] } as const;
/** Of a word that appears twice: the strictest. */
export const strictest = { prefer: failureWords.toReversed() } as const;

/** A timer of Node holds no more milliseconds than fit 31 bits: a longer one would go off at once. */
const LONGEST_TIMEOUT = 2_147_483;

const programs = ["command", "worker"] as const;
/** Types that run on this machine and see an environment. */
const local = [...programs, "module"] as const;

/** The key without which a hook of a type does nothing. */
export const actionKeys = {
  command: "command",
  json: "json",
  module: "module",
  worker: "command",
  http: "url",
  function: "run",
} as const;

/** The types that a hook can have. */
export type HookType = keyof typeof actionKeys;

const inFiles = Object.values(actionKeys).filter((key) => key !== "run");

/** Keys of one hook. */
export const hookKeys = {
  type: {
    value: {
      kind: "word",
      words: ["command", "json", "module", "worker", "http"],
      inCode: ["function"],
    },
    default: "command",
    description:
      "`command` runs a program. `json` gives the answer in `json` and runs nothing. `module`: a preloaded ES module. `worker`: a long-running process. `http` posts to a URL. In settings given by code also `function`: calls `run`.",
  },
  command: {
    value: { kind: "text" },
    hookTypes: programs,
    description: "A line for the shell or, where `args` is given, a program.",
  },
  args: {
    value: { kind: "texts" },
    hookTypes: programs,
    description: "The program's arguments. With them, also with an empty list, no shell is used.",
  },
  shell: {
    value: { kind: "text" },
    default: "/bin/sh",
    hookTypes: programs,
    description: "The shell that gets `command` after `-c`.",
  },
  json: {
    value: { kind: "any" },
    hookTypes: ["json"],
    description: "The answer.",
  },
  exitcode: {
    value: { kind: "integer", least: 0, most: 255 },
    default: 0,
    hookTypes: ["json"],
    description: "The exit code that goes with the answer.",
  },
  module: {
    value: { kind: "text" },
    hookTypes: ["module"],
    description: "The file of an ES module, relative to the project.",
  },
  memoryMb: {
    value: { kind: "integer", least: 16, most: 65_536 },
    default: 128,
    hookTypes: ["module"],
    description: "Megabytes that the module's thread may hold before it is ended.",
  },
  url: {
    value: { kind: "url" },
    hookTypes: ["http"],
    description: "Where the event is posted. The host must be in `httpHosts`.",
  },
  headers: {
    value: { kind: "variables" },
    default: {},
    hookTypes: ["http"],
    description: "Headers of the request. `$NAME` stands for a variable of `allowedEnvVars`.",
  },
  allowedEnvVars: {
    value: { kind: "texts" },
    default: [],
    hookTypes: ["http"],
    description:
      "Names of variables that `headers` may use. In a project's file, each must be in `httpVariables` too.",
  },
  run: {
    value: { kind: "function" },
    layers: ["program"],
    hookTypes: ["function"],
    description: "A function of the host's own code, called with the event.",
  },
  name: {
    value: { kind: "text", mayBeEmpty: true },
    description: "What people call the hook; by default a short form of its command.",
  },
  timeout: {
    value: { kind: "number", above: 0, most: LONGEST_TIMEOUT },
    default: 60,
    description: "Seconds until the hook is stopped. Fractions are allowed.",
  },
  onFailure: {
    value: { kind: "word", words: failureWords },
    default: "continue",
    twice: strictest,
    description: "What follows where the hook gives no usable answer.",
  },
  env: {
    value: { kind: "variables" },
    default: {},
    hookTypes: local,
    description: "Variables for the hook's environment.",
  },
  passEnv: {
    value: { kind: "texts" },
    default: [],
    layers: ["user", "program", "managed"],
    hookTypes: local,
    description: "Names of variables that look like credentials and are passed on all the same.",
  },
  cwd: {
    value: { kind: "text" },
    hookTypes: programs,
    description: "The folder to run in, relative to the project; by default the project itself.",
  },
  merge: {
    value: { kind: "flag" },
    default: false,
    description:
      "Whether a rewritten input is merged into the tool's input instead of replacing it.",
  },
  sequential: {
    value: { kind: "flag" },
    default: false,
    description:
      "Whether the hook waits for those before it, and those after it wait for it. Both get the input as the hooks before them left it.",
  },
  on: {
    value: { kind: "word", words: ["final"] },
    description:
      "`final`: the hook runs after all others, on the input that will be used. It may only restrict: deny, ask or halt.",
  },
  observe: {
    value: { kind: "flag" },
    default: false,
    twice: off,
    description:
      "Whether the hook only observes: it runs and is recorded with what it would have done, and has no effect.",
  },
  async: {
    value: { kind: "flag" },
    default: false,
    hookTypes: ["command"],
    twice: off,
    description:
      "Whether the hook is started and recorded without anyone waiting for it. It has no vote: it cannot block, change or add anything.",
  },
  disabled: {
    value: { kind: "flag" },
    default: false,
    twice: off,
    description: "Whether the hook is skipped. It is still listed.",
  },
} as const satisfies KeyTable;

/** Keys of a group: hooks that share a matcher. */
export const groupKeys = {
  matcher: {
    value: { kind: "pattern" },
    twice: "neither",
    description:
      "Which tools, or which sources on other events. Absent, empty or `*`: all. Only letters, digits, `_`, `-`, `,`, `|` and spaces: exact names. `/…/`: a regular expression. Anything else: a glob.",
  },
  if: {
    value: { kind: "patterns" },
    twice: "neither",
    description: "Fields of the tool's input, each with a pattern. All must match.",
  },
  hooks: {
    value: { kind: "entries", keys: hookKeys, needsOneOf: [...new Set(inFiles)] },
    required: true,
    twice: "both",
    description: "The hooks, in order.",
  },
} as const satisfies KeyTable;
