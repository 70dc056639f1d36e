import { toJsonText } from "../../show/index.js";

/** The last part of a path: enough to recognise a folder by. */
export function basename(path: string): string {
  return (
    path
      .replace(/[/\\]+$/, "")
      .split(/[/\\]/)
      .at(-1) ?? path
  );
}

export function jsonOf(value: unknown): string {
  return toJsonText(value);
}
