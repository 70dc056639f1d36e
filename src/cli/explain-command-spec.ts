import type { CommandSpec } from "./command-type.js";

export const explain: CommandSpec = {
  name: "explain",
  words: "events",
  readsHosts: true,
  summary: "what a hook's output would do, and why",
  usage:
    "snaphook explain EVENT [--exit N | --signal NAME | --timed-out] [options] < stdout-of-the-hook\n" +
    "       snaphook explain CODE",
  details:
    "With the code of a problem or of a lint rule instead of an event: what it means, and what to do.\n" +
    "Reads the hook's stdout from standard input (or --stdout-file) and its exit code from the options\n" +
    "(default 0). Shows the decision, why, where each text goes (model, user or log), and every problem.\n" +
    "With --hosts: where it blocks, where that is LOST, which fields are ignored, what to print instead.\n" +
    "The exit code is 0 whatever the decision.",
  options: {
    "--exit N": "the hook's exit code (default 0)",
    "--signal NAME": "the hook was killed by this signal",
    "--timed-out": "the hook did not answer in time",
    "--stdout-file FILE": "what the hook printed on stdout, instead of standard input",
    "--stderr TEXT": "what the hook printed on stderr",
    "--stderr-file FILE": "the same, from a file",
    "--payload FILE": "the event's payload as JSON (- for standard input; default: a sample)",
    "--hosts": "compare what every host does with this output",
    "--on-failure WHAT": "the hook's onFailure: continue (default), ask or block",
  },
  examples: {
    "snaphook explain PreToolUse --exit 2 --stderr 'no rm -rf here' < /dev/null":
      "exit code 2 blocks the tool",
    [`echo '{"decision":"block","reason":"run the tests"}' | snaphook explain Stop`]:
      "the agent keeps working instead of stopping",
    "snaphook explain PreToolUse --exit 2 --hosts < /dev/null":
      "which hosts block, and which run the tool anyway",
    [`echo '{"continue":false}' | snaphook explain UserPromptSubmit --dialect wave/strict --json`]:
      "read by the strict rules, as JSON",
  },
};
