import { showVariables, wordText, type SimpleCommand } from "../shell/index.js";

const LONGEST_EXCERPT = 200;

/** A part of a call in a message; long ones are cut. */
export function excerpt(text: string): string {
  const cut = text.length > LONGEST_EXCERPT ? `${text.slice(0, LONGEST_EXCERPT)}…` : text;
  return JSON.stringify(cut);
}

/** A simple command in a message, its quoting undone. */
export function showCommand({ words, assignments, redirections }: SimpleCommand): string {
  const parts = [
    ...assignments.map(({ name, value }) => `${name}=${value.text}`),
    ...words.map(({ text }) => text),
    ...redirections.map(({ operator, target }) => `${operator} ${target.text}`),
  ];
  return excerpt(showVariables(wordText(parts.join(" ")), "$$$1"));
}
