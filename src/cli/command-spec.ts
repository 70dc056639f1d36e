/** One option of a command. `value` names what it takes; without it the option is a switch. */
export interface OptionSpec {
  readonly name: string;
  readonly value?: string;
  /** It may be given several times. */
  readonly many?: true;
  readonly text: string;
}

/** All that help, the argument parser and the reference page need to know of a command. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly details: string;
  readonly options: readonly OptionSpec[];
  /** `--dialect` may name a foreign host. */
  readonly readsHosts?: true;
  readonly examples: readonly { readonly run: string; readonly shows: string }[];
}

/** Options that every command has. */
export const commonOptions: readonly OptionSpec[] = [
  { name: "json", text: "print JSON instead of text" },
  {
    name: "dialect",
    value: "NAME",
    text: "how to read hooks: wave (default), wave/strict, wave/exit, gosu, pact; explain: also a host",
  },
  { name: "cwd", value: "DIR", text: "work in this folder instead of the current one" },
  { name: "help", text: "show this help" },
];

export const explain: CommandSpec = {
  name: "explain",
  readsHosts: true,
  summary: "what a hook's output would do, and why",
  usage:
    "snaphook explain EVENT [--exit N | --signal NAME | --timed-out] [options] < stdout-of-the-hook",
  details:
    "Reads what a hook printed from standard input (or --stdout-file), takes how it ended from the options\n" +
    "(exit code 0 where none is given), and shows the decision, who said what, who gets which text, and\n" +
    "every problem. The exit code is 0 whatever the decision.",
  options: [
    { name: "exit", value: "N", text: "the hook's exit code (default 0)" },
    { name: "signal", value: "NAME", text: "the hook was killed by this signal" },
    { name: "timed-out", text: "the hook did not answer in time" },
    {
      name: "stdout-file",
      value: "FILE",
      text: "what the hook printed on stdout, instead of standard input",
    },
    { name: "stderr", value: "TEXT", text: "what the hook printed on stderr" },
    { name: "stderr-file", value: "FILE", text: "the same, from a file" },
    {
      name: "payload",
      value: "FILE",
      text: "the event's payload as JSON (- for standard input; default: a sample)",
    },
    { name: "hosts", text: "what every host makes of it, side by side" },
    {
      name: "on-failure",
      value: "WHAT",
      text: "the hook's onFailure: continue (default), ask or block",
    },
  ],
  examples: [
    {
      run: "snaphook explain PreToolUse --exit 2 --stderr 'no rm -rf here' < /dev/null",
      shows: "exit code 2 blocks the tool",
    },
    {
      run: `echo '{"decision":"block","reason":"run the tests"}' | snaphook explain Stop`,
      shows: "the agent goes on instead of stopping",
    },
    {
      run: "snaphook explain PreToolUse --exit 2 --hosts < /dev/null",
      shows: "who blocks, and who lets the tool run",
    },
    {
      run: `echo '{"continue":false}' | snaphook explain UserPromptSubmit --dialect wave/strict --json`,
      shows: "the same bytes, read by the letter",
    },
  ],
};

export const run: CommandSpec = {
  name: "run",
  summary: "fire an event at this project's hooks and show what happens",
  usage: "snaphook run EVENT [--payload FILE | --tool NAME --input KEY=VALUE…] [options]",
  details:
    "Finds the hooks of this project (.snaphook and .wave), the user and the machine, runs those that match,\n" +
    "and shows why the others were skipped, how each ran, the decision, and who gets which text. Hooks of\n" +
    "the project run where they are approved (snaphook trust) or with --trust-project; those that did not\n" +
    "run for that are named, and the exit code is 3. Otherwise it is 0 whatever the decision.",
  options: [
    {
      name: "payload",
      value: "FILE",
      text: "the event's payload as JSON (- for standard input; default: a sample)",
    },
    { name: "tool", value: "NAME", text: "the tool's name, instead of a payload" },
    {
      name: "input",
      value: "KEY=VALUE",
      many: true,
      text: "a field of the tool's input; JSON where it is JSON, else text",
    },
    { name: "trust-project", text: "let the project's own hooks run, for this one call" },
  ],
  examples: [
    {
      run: "snaphook run PreToolUse --tool Bash --input command='rm -rf build' --trust-project",
      shows: "what the project's hooks say to a command",
    },
    {
      run: "snaphook run Stop --payload payload.json --trust-project --json",
      shows: "the same as data, for a recorded event",
    },
  ],
};

export const conform: CommandSpec = {
  name: "conform",
  readsHosts: true,
  summary: "run conformance cases and show each difference",
  usage: "snaphook conform FILE… [options]",
  details:
    "Each file is a JSON array of cases: what hooks did, and what the host then did. Prints each key in\n" +
    "which Snaphook differs from a case. Exit code 0: all hold. 1: there are differences. 2: a file\n" +
    "cannot be read. With --dialect only the cases of that dialect are run.",
  options: [],
  examples: [
    { run: "snaphook conform conformance/*.json", shows: "every case of the repository" },
    { run: "snaphook conform my-cases.json --json", shows: "the differences as data" },
  ],
};

export const trust: CommandSpec = {
  name: "trust",
  summary: "look at this project's hooks, approve them, pin them for a team",
  usage: "snaphook trust [list | review | approve | revoke | lock | check] [ID…] [options]",
  details:
    "Nothing of a project runs before you have approved it. Approval is for one hook as it is: its whole\n" +
    "entry and the content of every file that it names. Whatever changes is asked about again.\n\n" +
    "  list     every hook of the project, its state and why (the default)\n" +
    "  review   the entry, what its scripts hold, what changed; on a terminal it asks about each\n" +
    "  approve  the hooks with these ids (or names), or --all\n" +
    "  revoke   take approval back\n" +
    "  lock     write snaphook.lock, which pins the project's hooks for everyone who has the file\n" +
    "  check    compare the hooks with snaphook.lock, for CI\n\n" +
    "Exit code 0: done. 2: it could not be done. 3: a hook is not what was approved or pinned.",
  options: [{ name: "all", text: "every hook of the project" }],
  examples: [
    { run: "snaphook trust review", shows: "what is new or has changed, and asks about it" },
    { run: "snaphook trust approve project:PreToolUse:0.0", shows: "one hook may run from now on" },
    {
      run: "snaphook trust check",
      shows: "in CI: exit code 3 where hooks drifted from snaphook.lock",
    },
  ],
};

export const permissions: CommandSpec = {
  name: "permissions",
  summary: "which permission rule decides about a call, and why",
  usage: "snaphook permissions [TOOL] [--input KEY=VALUE… | --payload FILE] [options]",
  details:
    "Shows what the rules of the user, the project and the machine say to a call, and why each does or does\n" +
    "not apply. Nothing is run. Without a tool it lists the rules. deny > ask > allow, whoever wrote them;\n" +
    "a project can ask and deny, but never allow.",
  options: [
    {
      name: "input",
      value: "KEY=VALUE",
      many: true,
      text: "a field of the tool's input; JSON where it is JSON, else text",
    },
    {
      name: "payload",
      value: "FILE",
      text: "a PreToolUse payload with tool_name and tool_input (- for standard input)",
    },
  ],
  examples: [
    {
      run: "snaphook permissions Bash --input command='git status && rm -rf build'",
      shows: "which part of a command is caught by which rule",
    },
    {
      run: "snaphook permissions Write --input file_path=.snaphook/settings.json",
      shows: "self-protection",
    },
    { run: "snaphook permissions", shows: "every rule and where it stands" },
  ],
};

export const agent: CommandSpec = {
  name: "agent",
  summary: "a coding agent in your terminal in which hooks see and guard every step",
  usage: "snaphook agent [-p TEXT] [--model NAME] [options]",
  details:
    "Without -p it opens in the terminal. With -p it answers one prompt and ends: what the model says goes to\n" +
    "stdout, the rest to stderr. Nobody can be asked then: a call that no rule and no hook allows is denied,\n" +
    "and hooks of the project that are not approved end the turn.\n\n" +
    "Models: anthropic:NAME (ANTHROPIC_API_KEY), openai:NAME (OPENAI_API_KEY; OPENAI_BASE_URL for others that\n" +
    "speak the same), script:FILE (plays a script; needs no key and no network).\n\n" +
    "Exit codes with -p: 0 the turn ended by itself, 1 a hook, a denied permission or the model ended it,\n" +
    "2 usage, 3 hooks that nobody has approved, 130 interrupted.",
  options: [
    { name: "print", value: "TEXT", text: "-p: answer this prompt and end (- for standard input)" },
    { name: "model", value: "NAME", text: "anthropic:NAME, openai:NAME or script:FILE" },
    { name: "stream", text: "with -p: one JSON line for each thing that happens" },
    {
      name: "allow",
      value: "RULE",
      many: true,
      text: "a permission rule for this session, such as 'Bash(npm test)'",
    },
    { name: "trust-project", text: "let the project's own hooks run, for this session" },
    { name: "continue", text: "go on with the latest session of this folder" },
    { name: "resume", value: "ID", text: "go on with this session" },
  ],
  examples: [
    { run: "snaphook agent", shows: "open it in this folder" },
    {
      run: "snaphook agent -p 'run the tests' --allow 'Bash(npm test)' --json",
      shows: "one prompt, with what came of it as data",
    },
    { run: "snaphook agent --continue", shows: "go on where you were" },
  ],
};

export const demo: CommandSpec = {
  name: "demo",
  summary: "a tour of two minutes: six hooks at work in a throw-away workspace",
  usage: "snaphook demo [--play] [options]",
  details:
    "Opens the agent with an embedded model, which needs no key and no network, in a workspace that is removed\n" +
    "afterwards. The hooks, the tools and the permission rules are real. Without a terminal, or with --play, it\n" +
    "plays itself and prints the transcript.",
  options: [
    { name: "play", text: "let it play itself, also on a terminal" },
    { name: "keep", text: "keep the workspace, to look at its hooks" },
  ],
  examples: [
    { run: "snaphook demo", shows: "the tour; press Enter to go on" },
    { run: "snaphook demo --play | less", shows: "what there is to see, as text" },
  ],
};

export const hosts: CommandSpec = {
  name: "hosts",
  summary: "what other agents do with hooks: their events, exit codes and fields",
  usage: "snaphook hosts [HOST[@VERSION]] [options]",
  details:
    "Without a name: each event, and what every host calls it. With one: what exit code 2, plain text and each\n" +
    "field do on every event of that host. `snaphook explain --hosts` shows what all of them make of one answer.",
  options: [
    {
      name: "config",
      text: "the hooks that hosts find for this folder in their own settings, and which they ignore",
    },
  ],
  examples: [
    { run: "snaphook hosts", shows: "the events of every host side by side" },
    { run: "snaphook hosts codex", shows: "all that Codex reads" },
    {
      run: "snaphook hosts --config",
      shows: "every host's hooks for this folder, with file and line",
    },
  ],
};

export const bridge: CommandSpec = {
  name: "bridge",
  summary: "run a hook of one host under another, or this project's hooks under any",
  usage:
    "snaphook bridge run --host HOST --from HOST -- COMMAND…\n       snaphook bridge fire --host HOST\n       snaphook bridge install | uninstall HOST… [--yes]",
  details:
    "To be put into a host's own configuration as the command of a hook. Reads the host's event from standard\n" +
    "input, tells it to the hook in the words of the host that the hook was written for, and gives the host\n" +
    "the answer in its own: the exit code, stdout and stderr that it reads as the hook meant them.\n\n" +
    "  run        a hook that was written for --from\n" +
    "  fire       the hooks of this project's .snaphook/settings.json (and .wave, under another host than Wave)\n" +
    "  install    put `bridge fire` into hosts' settings of this project; shows the difference first\n" +
    "  uninstall  take it out again, to the byte where nobody has written since\n\n" +
    "What has no form in the host is written to --log; where the host cannot ask, it denies.",
  options: [
    {
      name: "host",
      value: "HOST",
      text: "the host that runs this, as `snaphook hosts` lists it",
    },
    { name: "from", value: "HOST", text: "the host that the hook was written for" },
    { name: "timeout", value: "SECONDS", text: "the hook's deadline (default: that of --from)" },
    { name: "log", value: "FILE", text: "append what was lost, a JSON line an event" },
    { name: "yes", text: "install, uninstall: write without a question" },
  ],
  examples: [
    {
      run: "snaphook bridge run --host codex --from claude-code -- ./guard.sh",
      shows: "a hook for Claude Code, in Codex's hooks.json",
    },
    {
      run: "snaphook bridge install codex gemini",
      shows: "this project's hooks, in Codex and Gemini CLI",
    },
  ],
};

export const commands: readonly CommandSpec[] = [
  demo,
  agent,
  run,
  explain,
  trust,
  permissions,
  conform,
  hosts,
  bridge,
];
