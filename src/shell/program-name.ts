import type { Word } from "./parsed-command.js";

/** On some systems GNU's programs have a letter before their names. */
const GNU =
  /^g(?:sed|find|xargs|tar|timeout|env|nice|nohup|stdbuf|split|sort|cp|mv|rm|ln|cat|head|tail|cut|tee|dd|touch|install|chmod|chown|truncate|shred)$/;

/** A program's name without its folder, as a file system that folds case would find it. */
export function programName({ text }: Word): string {
  const name = text.slice(text.lastIndexOf("/") + 1).toLowerCase();
  if (name.startsWith("g") && GNU.test(name)) return name.slice(1);
  return name.endsWith(".exe") ? name.slice(0, -4) : name;
}
