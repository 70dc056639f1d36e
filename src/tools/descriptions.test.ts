import { expect, test } from "vitest";
import { tools } from "./index.js";

test("a model reads what each tool does", () => {
  expect(Object.fromEntries(tools.map(({ name, description }) => [name, description]))).toEqual({
    Read: "Reads a text file of the workspace. Lines are numbered.",
    Write: "Writes a text file of the workspace. What was there is replaced; folders are made.",
    Edit: "Replaces a text in a file of the workspace. The old text must occur exactly once, unless replace_all is given.",
    Glob: "Lists files of the workspace by a glob such as src/**/*.ts, the last changed first.",
    Grep: "Finds lines by a regular expression in files of the workspace. Linear time: no look-around, no back-references.",
    Bash: "Runs a command of the shell in the workspace and gives back what it printed.",
    Task: "Gives a task to another agent with the same tools and a conversation of its own; gives back its last words.",
  });
});
