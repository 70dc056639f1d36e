import { absolute, isWithin, normalise } from "./paths.js";
import { GLOB } from "../shell/index.js";

/** Where a call happens. Folders are absolute and canonical. */
export interface CallWorld {
  readonly projectDir: string;
  readonly home: string;
  readonly cwd: string;
  /** The path without links, of one whose folder has none. */
  canonical(path: string): string;
  /** Whether something is there, also a link that leads nowhere. */
  exists(path: string): boolean;
  /** Whether the environment lets `*` in a shell find names that begin with a dot. */
  readonly findsHidden?: boolean;
  /**
   * Canonical paths, files or whole folders, that nobody may write without the user's yes. Asked for where a call may change
   * something: finding them takes a look at every hook. The same list each time.
   */
  protectedPaths(): readonly string[];
  /**
   * Canonical paths at which hosts find hooks. Who names one of them to write it needs the user's yes too; what is brought by
   * a checkout or an archive does not. The same list each time.
   */
  hookFiles?(): readonly string[];
}

/** What a path may mean: as written, and with its links resolved. All are normalised; null where it is not known. */
export function meaningsOf(
  path: string,
  folder: string,
  world: CallWorld,
): readonly string[] | null {
  if (path === "" || path.includes("\u0000")) return null;
  const raw = absolute(path, folder, world.home);
  const written = normalise(raw);
  try {
    const canonical = normalise(world.canonical(raw));
    if (raw === written) return canonical === written ? [written] : [written, canonical];
    // A link before `..` leads elsewhere than the text says.
    return [written, canonical, normalise(world.canonical(written))];
  } catch {
    return null;
  }
}

/** Whether a path surely leads into the project; of one with a file pattern in it, the folder before that. */
export function leadsInto(path: string, folder: string, world: CallWorld): boolean {
  const raw = absolute(path, folder, world.home);
  const gap = raw.indexOf(GLOB);
  const plain = gap < 0 ? raw : raw.slice(0, raw.lastIndexOf("/", gap) + 1);
  // After a file pattern, `..` leads to where a link that it finds may lead.
  if (plain.includes("\u0000") || raw.slice(plain.length).includes("..")) return false;
  try {
    return [plain, normalise(plain)].every((one) =>
      isWithin(normalise(world.canonical(one)), world.projectDir),
    );
  } catch {
    return false;
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

/** More paths are not looked at for one call: on a slow file system, each of them holds up the whole host. */
export const MOST_LOOKS = 3000;

/** A world that is looked at for one call. */
export interface LookedAtWorld extends CallWorld {
  /** Whether something was not looked at, because it was too much. */
  readonly isTooMuch: () => boolean;
}

/** The same world, in which each path is looked at once: many rules ask about the same ones. */
export function rememberLinks(world: CallWorld): LookedAtWorld {
  const known = new Map<string, string>();
  const existing = new Map<string, boolean>();
  let looks = 0;
  const isTooMuch = (): boolean => looks > MOST_LOOKS;
  const mayLook = (): boolean => ++looks <= MOST_LOOKS;
  /** What is in a folder that does not exist does not exist: most words of a command are no paths. */
  const exists = (path: string): boolean => {
    let found = existing.get(path);
    if (found === undefined) {
      const parent = parentOf(path);
      found = (parent === path || exists(parent)) && mayLook() && world.exists(path);
      existing.set(path, found);
    }
    return found;
  };
  const canonical = (path: string): string => {
    if (isTooMuch()) return path;
    let found = known.get(path);
    if (found === undefined) known.set(path, (found = resolve(path)));
    return found;
  };
  /** Name by name: after a link, `..` leads elsewhere than the text says. */
  const resolve = (path: string): string => {
    if (path === "/" || !path.startsWith("/")) return mayLook() ? world.canonical(path) : path;
    const folder = canonical(parentOf(path));
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (name === "" || name === ".") return folder;
    if (name === "..") return parentOf(folder);
    const whole = folder === "/" ? `/${name}` : `${folder}/${name}`;
    return exists(whole) ? world.canonical(whole) : whole;
  };
  return { ...world, canonical, exists, isTooMuch };
}
