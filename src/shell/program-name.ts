import type { Word } from "./parsed-command.js";

/** A program's name without its folder, as a file system that folds case would find it. */
export function programName({ text }: Word): string {
  const name = text.slice(text.lastIndexOf("/") + 1).toLowerCase();
  return name.endsWith(".exe") ? name.slice(0, -4) : name;
}
