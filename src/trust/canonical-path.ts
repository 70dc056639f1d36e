import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** The path without links, as far as it exists; what does not exist yet is appended as it is. */
export function canonicalPath(path: string): string {
  let known = resolve(path);
  const rest: string[] = [];
  for (;;) {
    try {
      // Most of what is asked for does not exist, and an error costs more than the look.
      if (existsSync(known)) return join(realpathSync.native(known), ...rest);
    } catch {
      // It is gone by now.
    }
    const parent = dirname(known);
    if (parent === known) return resolve(path);
    rest.unshift(basename(known));
    known = parent;
  }
}

/** Whether a path is a folder or is in it. Both are taken as they are. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  // On Windows there is no way from one drive to another.
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Snaphook's own folder, where it is in the project: the project could say there what is trusted. Null where it
 * does not, or where the project is the user's home folder or around it.
 */
export function plantedHome(home: string, project: string, userHome: string): string | null {
  const path = canonicalPath(home);
  return isInside(path, project) && !isInside(userHome, project) ? path : null;
}
