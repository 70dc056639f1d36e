import type { CommandSpec } from "./command-type.js";
import { bridge } from "./bridge-command-spec.js";
import { approvals, fleet } from "./fleet-command-spec.js";
import { explain } from "./explain-command-spec.js";
import { conform, hosts, serve } from "./host-command-spec.js";
import { policy } from "./policy-command-spec.js";
import { playground } from "./playground-command-spec.js";
import { run } from "./run-command-spec.js";
import { record, replay, test } from "./test-command-spec.js";
import { trace } from "./trace-command-spec.js";
import { verify } from "./verify-command-spec.js";
import { view } from "./view-command-spec.js";

export type { CommandSpec } from "./command-type.js";
export { bridge } from "./bridge-command-spec.js";
export { commonOptions, exitCodes } from "./common-options.js";
export { approvals, fleet } from "./fleet-command-spec.js";
export { explain } from "./explain-command-spec.js";
export { conform, hosts, serve } from "./host-command-spec.js";
export { policy } from "./policy-command-spec.js";
export { playground } from "./playground-command-spec.js";
export { run } from "./run-command-spec.js";
export { record, replay, test } from "./test-command-spec.js";
export { trace } from "./trace-command-spec.js";
export { verify } from "./verify-command-spec.js";
export { view } from "./view-command-spec.js";

export const why: CommandSpec = {
  name: "why",
  summary: "why a hook did not run, why a call was denied, why nobody saw a message",
  usage: "snaphook why [HOOK | EVENT-ID | EVENT] [--tool NAME --input KEY=VALUE…] [options]",
  details:
    "Of a hook (its name, id or script): where it is configured, whether its host ever runs it, whether it is\n" +
    "approved, whether it would run for the call that the options describe, and how its last run went.\n" +
    "Of an event in the ledger (by default the latest in this folder): who decided, which hooks ran, who got which\n" +
    "text, and what would have sent it elsewhere. Of an event's name: which hooks would run. Nothing is run.",
  options: {
    "--payload FILE": "the event's payload as JSON (- for standard input; default: a sample)",
    "--tool NAME": "the tool's name, instead of a payload",
    "--input KEY=VALUE":
      "a field of the tool's input (JSON, else text), or all of it as a JSON object",
    "--host HOST": "only this host's hooks: snaphook, or a name of `snaphook hosts`",
  },
  many: ["input"],
  examples: {
    "snaphook why": "why the latest event in this folder ended as it did",
    "snaphook why guard.sh --tool Bash --input command='rm -rf build'":
      "whether this hook runs for this call, and why not",
    "snaphook why PreToolUse --tool Write": "which hooks would run for it",
  },
};

export const doctor: CommandSpec = {
  name: "doctor",
  summary: "what is wrong with the hooks of this folder and of the user, on one page",
  usage: "snaphook doctor [--mine] [--host HOST] [options]",
  details:
    "Reads the settings of every host that is configured in this folder or for the user, and looks at the scripts\n" +
    "that they name: hooks that never run and why, missing scripts and programs, timeouts in the wrong unit, guards\n" +
    "that do not block when they fail, slow hooks, and Snaphook's own state. No hook is run.\n" +
    "Exit code 0: nothing but notes. 1: errors or warnings. 2: usage.",
  options: {
    "--mine":
      "also read the transcripts of Claude Code and Codex on this machine for hooks that failed in silence",
    "--host HOST":
      "only this host's hooks, in other hosts' files too: snaphook, or a name of `snaphook hosts`",
  },
  examples: {
    "snaphook doctor": "every host's hooks, here and of the user",
    "snaphook doctor --mine": "also hooks that failed in earlier sessions",
    "snaphook doctor --host codex --json": "what Codex finds, as data",
  },
};

export const trust: CommandSpec = {
  name: "trust",
  words: ["list", "review", "approve", "revoke", "lock", "check"],
  summary: "look at this project's hooks, approve them, pin them for a team",
  usage: "snaphook trust [list | review | approve | revoke | lock | check] [ID…] [options]",
  details:
    "Nothing of a project runs before you have approved it: neither the hooks in .snaphook and .wave, nor, in\n" +
    "`snaphook run`, those of other hosts in this folder. Approval is for one hook as it is: its whole entry and\n" +
    "the content of every file that it names. Whatever changes is asked about again.\n\n" +
    "  list     every hook of the project, its state and why (the default)\n" +
    "  review   the entry, what its scripts hold, what changed; on a terminal it asks about each\n" +
    "  approve  the hooks with these ids (or names), or --all\n" +
    "  revoke   take approval back\n" +
    "  lock     write snaphook.lock, which pins the project's hooks for everyone who has the file\n" +
    "  check    compare the hooks with snaphook.lock, for CI\n\n" +
    "Exit code 0: done. 1: the settings are broken. 2: it could not be done. 3: a hook is not what was\n" +
    "approved or pinned, or was not approved because it is not known which files it runs.",
  options: {
    "--all": "every hook of the project",
    "--host HOST": "only this host's hooks: snaphook, or a name of `snaphook hosts`",
    "--accept-unknown-files": "approve also hooks of which it is not known which files they run",
  },
  examples: {
    "snaphook trust review": "what is new or has changed, and asks about it",
    "snaphook trust approve project:PreToolUse:0.0": "one hook may run from now on",
    "snaphook trust check": "in CI: exit code 3 where hooks drifted from snaphook.lock",
  },
};

export const permissions: CommandSpec = {
  name: "permissions",
  summary: "which permission rule decides about a call, and why",
  usage: "snaphook permissions [TOOL] [--input KEY=VALUE… | --payload FILE] [options]",
  details:
    "Shows what the rules of the user, the project and the machine say to a call, and why each does or does\n" +
    "not apply. Nothing is run. Without a tool it lists the rules. deny > ask > allow, whoever wrote them;\n" +
    "a project can ask and deny, but never allow.",
  options: {
    "--input KEY=VALUE":
      "a field of the tool's input (JSON, else text), or all of it as a JSON object",
    "--payload FILE": "a PreToolUse payload with tool_name and tool_input (- for standard input)",
  },
  many: ["input"],
  examples: {
    "snaphook permissions Bash --input command='git status && rm -rf build'":
      "which part of a command is caught by which rule",
    "snaphook permissions Write --input file_path=.snaphook/settings.json": "self-protection",
    "snaphook permissions": "every rule, with its file and line",
  },
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
  options: {
    "--print TEXT": "-p: answer this prompt and end (- for standard input)",
    "--model NAME": "anthropic:NAME, openai:NAME or script:FILE",
    "--stream": "with -p: one JSON line for each thing that happens",
    "--allow RULE": "a permission rule for this session, such as 'Bash(npm test)'",
    "--trust-project": "let the project's own hooks run, for this session",
    "--wait-for-view":
      "with -p: questions wait for an answer in `snaphook view`, instead of being denied",
    "--continue": "continue the latest session of this folder",
    "--resume ID": "continue this session",
  },
  many: ["allow"],
  examples: {
    "snaphook agent": "open it in this folder",
    "snaphook agent -p 'run the tests' --allow 'Bash(npm test)' --json":
      "one prompt, with what came of it as data",
    "snaphook agent --continue": "continue where you left off",
  },
};

export const demo: CommandSpec = {
  name: "demo",
  summary: "a tour of two minutes: six hooks at work in a throw-away workspace",
  usage: "snaphook demo [--play] [options]",
  details:
    "Opens the agent with an embedded model, which needs no key and no network, in a workspace that is removed\n" +
    "afterwards. The hooks, the tools and the permission rules are real. Without a terminal, or with --play, it\n" +
    "plays itself and prints the transcript.",
  options: {
    "--play": "let it play itself, also on a terminal",
    "--keep": "keep the workspace, to look at its hooks",
  },
  examples: {
    "snaphook demo": "the tour; press Enter to continue",
    "snaphook demo --play | less": "what there is to see, as text",
  },
};

export const init: CommandSpec = {
  name: "init",
  summary: "write a guard that works: script, settings, approval, and a test that it blocks",
  usage: "snaphook init [--host HOST] [--language LANGUAGE] [--yes]",
  details:
    "Writes a script that blocks `rm -rf` and an entry for it into the settings, after showing both; nothing\n" +
    "that is there is overwritten. Then it approves the hook, fires two commands at it and shows the answers.\n" +
    "On a terminal it asks; elsewhere it takes the agent whose folder is here (Snaphook's own where there is\n" +
    "none) and the first language that runs here.\n\n" +
    "Exit code 0: the guard works. 1: it does not block. 3: not agreed to.",
  options: {
    "--host HOST": "the agent that runs the guard: snaphook, or one that `snaphook hosts` lists",
    "--language LANGUAGE":
      "node (default), python, sh (needs awk) or typescript (Node 22.18 or newer)",
    "--yes": "write without asking",
  },
  examples: {
    "snaphook init": "asks for the agent and the language",
    "snaphook init --host claude-code --language python --yes":
      "a guard for Claude Code, in Python",
  },
};

export const completion: CommandSpec = {
  name: "completion",
  words: ["bash", "zsh", "fish"],
  summary: "complete commands, options and events in your shell",
  usage: "snaphook completion bash | zsh | fish",
  details: "Prints a script. Load it when the shell starts, in .bashrc, .zshrc or config.fish.",
  options: {},
  examples: {
    'eval "$(snaphook completion bash)"': "in .bashrc; in .zshrc the same with zsh",
    "snaphook completion fish | source": "in config.fish",
  },
};

export const build: CommandSpec = {
  name: "build",
  summary: "make one file of a hook and its kit, or print the kit",
  usage: "snaphook build HOOK [--out FILE]\n       snaphook build --kit LANGUAGE [--out FILE]",
  details:
    "HOOK is a file that uses snaphook/hook (JavaScript, TypeScript), snaphook_hook.py or snaphook-hook.sh. What is\n" +
    "written needs nothing else, and can be copied to where snaphook is not installed. A hook that imports other\n" +
    "files or packages is bundled by esbuild, if that is installed where the hook is.\n" +
    "With --kit: the kit itself, to be put next to your hooks. Without --out it is printed.",
  options: {
    "--out FILE": "write it there; as guard.cjs it starts soonest",
    "--kit LANGUAGE": "print the kit for node, python or sh",
  },
  examples: {
    "snaphook build hooks/guard.ts --out .claude/hooks/guard.cjs": "one file for Claude Code",
    "snaphook build --kit python > snaphook_hook.py": "the kit for hooks in Python",
  },
};

export const schema: CommandSpec = {
  name: "schema",
  words: ["settings", "payload", "answer", "hooktest"],
  summary: "print the JSON Schema of the settings, a payload, an answer or hook tests",
  usage: "snaphook schema [settings | payload EVENT | answer DIALECT EVENT | hooktest]",
  details: "Without a name it lists all of them.",
  options: {},
  examples: {
    "snaphook schema payload PreToolUse": "what a hook gets on stdin",
    "snaphook schema answer wave PreToolUse": "what it may print on stdout",
  },
};

export const lint: CommandSpec = {
  name: "lint",
  summary: "find hooks that do not do what they are meant to: settings and scripts",
  usage:
    "snaphook lint [PATH…] [--fix | --fix=unsafe] [--diff] [--host NAME] [--format NAME] [options]",
  details:
    "Reads the hooks of every host that is configured here, and the scripts that they run (shell, Python,\n" +
    "JavaScript), and reports what is broken: a block that does not block, a message that nobody reads, a hook\n" +
    "that never runs. Each finding says who sees what today, and after the fix. Nothing is started, but with\n" +
    "--prove: then approved hooks run in a copy of the project, without network where the system can do that.\n" +
    "PATH is a project folder or a script. A comment `# snaphook: ignore[CODE] reason` on the line, or on the\n" +
    "line before, turns a finding off. Exit code 0: no errors. 1: errors. 2: usage.\n" +
    "--fix changes files of the project and the user's own settings, and nothing else. A script that could not be\n" +
    "parsed afterwards, or would have another error, stays as it is. A changed hook needs approval again.",
  options: {
    "--fix":
      "apply the safe fixes: the hook then does what was plainly meant, and nothing else changes",
    "--fix=unsafe": "apply also fixes that are only probably what was meant; look at the diff",
    "--diff": "show what --fix (or --fix=unsafe) would change, as a patch; write nothing",
    "--host NAME": "only the hooks of this host",
    "--event NAME": "the event of a script that no settings name",
    "--all":
      "show hints one by one instead of one line for each kind, and what --prove has withdrawn",
    "--hosts": "who sees what in every known host, not only in those whose settings use the script",
    "--prove":
      "run the hooks in a sandboxed copy: a finding becomes proven, is withdrawn, or says why no run settles it",
    "--trust-project":
      "with --prove: run hooks of the project that are not approved, for this one call",
    "--format NAME":
      "text (default), agent (one line each, with the fix, for a coding agent), json, sarif, github, junit",
    "--baseline FILE":
      "leave out what is in the file; where there is no such file, write it with all that is found now",
  },
  examples: {
    "snaphook lint": "every hook of this project, whatever host it is for",
    "snaphook lint .claude/hooks/guard.py --event PreToolUse": "one script",
    "snaphook lint --diff --fix=unsafe": "what all fixes would change; nothing is written",
    "snaphook lint --fix": "apply the fixes that are safe",
    "snaphook lint --host codex --json": "the hooks of Codex, as data",
    "snaphook lint --prove": "which findings hold when the hooks really run",
    "snaphook lint --format github --baseline lint-baseline.json": "in CI: only what is new",
    "snaphook explain stderr-unseen": "what a code means, with examples",
  },
};

export const commands: readonly CommandSpec[] = [
  init,
  build,
  demo,
  agent,
  run,
  why,
  trace,
  view,
  doctor,
  lint,
  test,
  record,
  replay,
  verify,
  explain,
  playground,
  trust,
  permissions,
  conform,
  hosts,
  bridge,
  serve,
  approvals,
  fleet,
  policy,
  schema,
  completion,
];
