import { statSync } from "node:fs";

/** Whether a path leads to a folder, be it by a link. What cannot be looked at is none. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}
