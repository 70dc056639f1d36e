import { showVariables, UNKNOWN, wordText, type SimpleCommand, type Word } from "../shell/index.js";

const LONGEST_EXCERPT = 200;
/** Shorter values are in too many words, and are no secrets. */
const SHORTEST_VALUE = 4;

/** A part of a call in a message; long ones are cut. */
export function excerpt(text: string): string {
  const cut = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
  return JSON.stringify(cut);
}

/**
 * A simple command in a message, its quoting undone. The name that says that something is a secret may be in what is not known,
 * or where the line sets a variable: what follows the one is left out, and the other is shown as the variable.
 */
export function showCommand(command: SimpleCommand, line: readonly SimpleCommand[]): string {
  const { words, assignments, redirections } = command;
  const values = line
    .flatMap((one) => (one.assignments === assignments ? [] : one.assignments))
    .filter(({ value }) => value.known && value.text.length >= SHORTEST_VALUE);
  const shown = ({ text }: Word): string => {
    const gap = text.indexOf(UNKNOWN);
    const known = gap < 0 ? text : text.slice(0, gap + 1);
    return values.reduce(
      (one, { name, value }) =>
        one.includes(`${name}=`) ? one : one.replaceAll(value.text, () => `$${name}`),
      known,
    );
  };
  const parts = [
    ...assignments.map(({ name, value }) => `${name}=${shown(value)}`),
    ...words.map(shown),
    ...redirections.map(({ operator, target }) => `${operator} ${shown(target)}`),
  ];
  return excerpt(showVariables(wordText(parts.join(" ")), "$$$1"));
}
