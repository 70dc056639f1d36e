import { expect, test } from "vitest";
import { parseCommand } from "./parse-command.js";
import { wordText, type SimpleCommand } from "./parsed-command.js";

/** A command as people read it: `A=1 [rm] [-rf] [a b] >[out]`. */
function shown({ words, assignments, redirections }: SimpleCommand): string {
  return [
    ...assignments.map(({ name, value }) => `${name}=${wordText(value.text)}`),
    ...words.map(({ text }) => `[${wordText(text)}]`),
    ...redirections.map(({ operator, target }) => `${operator}[${wordText(target.text)}]`),
  ].join(" ");
}

/** What a line may run; it must have been read as a whole. */
function found(command: string, read: typeof parseCommand): readonly string[] {
  const { commands, unparsed } = read(command);
  expect(unparsed).toBeNull();
  return commands.map(shown);
}

type Cases = readonly (readonly [command: string, ...found: string[]])[];

/** A test for each line: the commands that are found in it. */
export function check(cases: Cases, read = parseCommand): void {
  test.each(cases.map(([command, ...commands]) => ({ command, commands })))(
    "$command",
    ({ command, commands }) => {
      expect(found(command, read)).toEqual(commands);
    },
  );
}
