import * as z from "zod";
import { headOf } from "./files.js";
import { defineTool } from "./tool.js";

const DEFAULT_SECONDS = 120;
const MOST_SECONDS = 600;
/** The beginning of a command, to recognise it. */
const LONGEST_SHOWN = 80;

export const bash = defineTool({
  name: "Bash",
  description: "Runs a command of the shell in the workspace and gives back what it printed.",
  schema: z.strictObject({
    command: z.string().min(1),
    timeout: z.number().positive().max(MOST_SECONDS).optional().describe("Seconds; by default 120"),
  }),
  onlyReads: false,
  async run({ command, timeout = DEFAULT_SECONDS }, { runCommand, warn }) {
    const result = await runCommand(command, timeout * 1000);
    const { exit, signal, stdout, stderr, timedOut, cut } = result;
    if (signal !== null)
      warn(`the command was killed by ${signal}: ${headOf(command, LONGEST_SHOWN)}`);
    const parts = [
      stdout.trimEnd(),
      stderr.trimEnd(),
      cut ? "(the rest of the output was cut)" : "",
      timedOut ? `(stopped after ${timeout} s)` : "",
      signal === null ? "" : `(killed by ${signal})`,
      exit !== null && exit !== 0 ? `(exit code ${exit})` : "",
    ].filter((part) => part !== "");
    const text = parts.length === 0 ? "(no output)" : parts.join("\n");
    return exit === 0 ? { text } : { text, failed: true };
  },
});

export const subagent = defineTool({
  name: "Task",
  description:
    "Gives a task to another agent with the same tools and a conversation of its own; gives back its last words.",
  schema: z.strictObject({
    prompt: z.string().min(1),
    agent_type: z.string().min(1).optional().describe("What kind of agent, such as reviewer"),
  }),
  onlyReads: false,
  startsAgents: true,
  run: async ({ prompt, agent_type = "general" }, { askSubagent }) => ({
    text: await askSubagent(agent_type, prompt),
  }),
});
