import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** Links that lead to links, one after the other; file systems follow no more. */
const MOST_LINKS = 40;

/**
 * The path without links, as far as it exists; what does not exist yet is appended as it is. A link that leads nowhere is
 * where what is written through it is made.
 */
export function canonicalPath(path: string): string {
  // After a link, `..` leads elsewhere than the text says: it is left to the file system.
  const whole = isAbsolute(path) ? path : join(process.cwd(), "/") + path;
  let known = whole.replace(/(?<!^)\/+$/, "");
  const rest: string[] = [];
  for (let links = 0; ;) {
    if (isThere(known)) {
      const found = attempt(() => realpathSync.native(known));
      if (found !== null) return join(found, ...rest);
      const target = links++ < MOST_LINKS ? attempt(() => readlinkSync(known)) : null;
      if (target !== null) {
        known = isAbsolute(target) ? target : `${dirname(known)}/${target}`;
        continue;
      }
    }
    const parent = dirname(known);
    if (parent === known) return resolve(path);
    rest.unshift(basename(known));
    known = parent;
  }
}

/** Whether something is at a path, also a link that leads nowhere. */
export function isThere(path: string): boolean {
  // Most of what is asked for does not exist, and an error costs more than the look.
  return attempt(() => lstatSync(path, { throwIfNoEntry: false }) !== undefined) === true;
}

function attempt<Found>(look: () => Found): Found | null {
  try {
    return look();
  } catch {
    // It is gone by now, or cannot be reached.
    return null;
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
