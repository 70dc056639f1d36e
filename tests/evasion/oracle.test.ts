import { expect, test } from "vitest";
import { parse } from "unbash";
import { parseCommand, programName, UNKNOWN, wordText } from "../../src/shell/index.js";
import { generateLines } from "./generate-lines.js";
import { readLines } from "./run-lines.js";

/** Longer lines are not given to the other parser. */
const LONGEST = 10_000;

/** The names of all simple commands that another parser of bash finds, without recursion. */
function namesByOther(line: string): readonly string[] {
  if (line.length > LONGEST) return [];
  const names: string[] = [];
  try {
    const waiting: unknown[] = [parse(line)];
    while (waiting.length > 0) {
      const node = waiting.pop();
      if (typeof node !== "object" || node === null) continue;
      const { type, name } = node as { type?: unknown; name?: { value?: unknown } | null };
      if (type === "Command" && typeof name?.value === "string") names.push(name.value);
      waiting.push(...Object.values(node));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return names;
}

/** A name that only the shell makes; the other parser also takes `a=<(b)` for one. */
const EXPANDED = /[$`*?[{~<]/;

test("every command that another parser finds is found or doubted", () => {
  const missed: string[] = [];
  let found = 0;
  for (const line of [...readLines(), ...generateLines(1000)]) {
    const { commands, unparsed } = parseCommand(line);
    if (unparsed !== null) continue;
    const ours = new Set(
      commands.flatMap(({ words: [program] }) =>
        program === undefined ? [] : [program.text, programName(program), wordText(program.text)],
      ),
    );
    const isOpen = commands.some(({ words: [program] }) => program?.text.includes(UNKNOWN));
    for (const name of namesByOther(line)) {
      found++;
      if (!ours.has(name) && !EXPANDED.test(name) && !isOpen) missed.push(`${name}: ${line}`);
    }
  }
  expect(missed).toEqual([]);
  expect(found).toBeGreaterThan(500);
});
