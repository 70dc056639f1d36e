import { expect, test } from "vitest";
import { tools, type CommandResult, type ToolContext } from "./index.js";

const ended: CommandResult = {
  exit: 0,
  signal: null,
  stdout: "",
  stderr: "",
  timedOut: false,
  cut: false,
};

/** The tool over a command that ended like this; what it was asked to run comes back as well. */
async function run(
  name: string,
  input: object,
  result: Partial<CommandResult> = {},
): Promise<{ readonly asked: unknown[]; readonly reported: unknown }> {
  const asked: unknown[] = [];
  const context: ToolContext = {
    workspace: "/workspace",
    signal: new AbortController().signal,
    runCommand: (...given) => {
      asked.push(given);
      return Promise.resolve({ ...ended, ...result });
    },
    askSubagent: (...given) => {
      asked.push(given);
      return Promise.resolve("All quiet.");
    },
    warn: (text) => asked.push({ warn: text }),
  };
  const reported = await tools.find((tool) => tool.name === name)?.run(input, context);
  return { asked, reported };
}

const failed = true;
const rows: readonly (readonly [
  name: string,
  result: Partial<CommandResult>,
  reported: { readonly text: string; readonly failed?: true },
])[] = [
  ["that prints nothing", {}, { text: "(no output)" }],
  ["that prints", { stdout: "  one\ntwo\n\n" }, { text: "  one\ntwo" }],
  ["that prints to both", { stdout: "out\n", stderr: "err\n" }, { text: "out\nerr" }],
  ["that fails", { exit: 3, stderr: "no\n" }, { text: "no\n(exit code 3)", failed }],
  ["that fails without a word", { exit: 1 }, { text: "(exit code 1)", failed }],
  ["that was cancelled", { exit: null, stdout: "half" }, { text: "half", failed }],
  [
    "that took too long",
    { exit: null, stdout: "half\n", timedOut: true },
    { text: "half\n(stopped after 7 s)", failed },
  ],
  [
    "that took too long without a word",
    { exit: null, timedOut: true },
    { text: "(stopped after 7 s)", failed },
  ],
  [
    "that printed too much",
    { stdout: "much", cut: true },
    { text: "much\n(the rest of the output was cut)" },
  ],
  [
    "with everything wrong",
    { exit: null, stdout: "a", stderr: "b", timedOut: true, cut: true },
    { text: "a\nb\n(the rest of the output was cut)\n(stopped after 7 s)", failed },
  ],
];

test.each(rows)("Bash reports a command %s", async (_name, result, reported) => {
  expect(await run("Bash", { command: "do it", timeout: 7 }, result)).toEqual({
    asked: [["do it", 7000]],
    reported,
  });
});

test.each([
  ["120 seconds where none are given", {}, 120_000, "(stopped after 120 s)"],
  ["a part of a second", { timeout: 0.5 }, 500, "(stopped after 0.5 s)"],
  ["ten minutes at most", { timeout: 600 }, 600_000, "(stopped after 600 s)"],
])("Bash waits for %s", async (_name, input, milliseconds, text) => {
  const result = { exit: null, timedOut: true };
  expect(await run("Bash", { command: "wait", ...input }, result)).toEqual({
    asked: [["wait", milliseconds]],
    reported: { text, failed },
  });
});

test.each([
  { command: "" },
  { command: "x", timeout: 0 },
  { command: "x", timeout: 601 },
  { command: "x", cwd: "/" },
])("Bash does not take %j", async (input) => {
  await expect(run("Bash", input)).rejects.toThrow("The input is not right.");
});

test.each([
  [{ prompt: "look" }, ["general", "look"]],
  [{ prompt: "look", agent_type: "scout" }, ["scout", "look"]],
])("Task %j asks another agent and gives back its words", async (input, asked) => {
  expect(await run("Task", input)).toEqual({ asked: [asked], reported: { text: "All quiet." } });
});

test("only the tools that change nothing say so", () => {
  expect(Object.fromEntries(tools.map(({ name, onlyReads }) => [name, onlyReads]))).toEqual({
    Read: true,
    Write: false,
    Edit: false,
    Glob: true,
    Grep: true,
    Bash: false,
    Task: false,
  });
});

test("the user is warned of a command that was killed, and the model reads by what", async () => {
  const command = `python train.py ${"x".repeat(100)}`;
  const { asked, reported } = await run(
    "Bash",
    { command },
    { exit: null, signal: "SIGKILL", stdout: "half\n" },
  );
  expect(reported).toEqual({ text: "half\n(killed by SIGKILL)", failed });
  expect(asked.at(-1)).toEqual({
    warn: `the command was killed by SIGKILL: ${command.slice(0, 80)}…`,
  });
});
