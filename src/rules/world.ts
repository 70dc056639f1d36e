import { absolute, isWithin, normalise } from "./paths.js";
import { GLOB } from "../shell/index.js";

/** Where a call happens. Folders are absolute and canonical. */
export interface CallWorld {
  readonly projectDir: string;
  readonly home: string;
  readonly cwd: string;
  /** Links resolved as far as the path exists; the rest appended. */
  canonical(path: string): string;
  exists(path: string): boolean;
  /** Whether the environment lets `*` in a shell find names that begin with a dot. */
  readonly findsHidden?: boolean;
  /** Canonical paths, files or whole folders, that nobody may write without the user's yes. */
  readonly protectedPaths: readonly string[];
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
    // A link before `..` leads elsewhere than the text says.
    const resolved = raw === written ? [raw] : [raw, written];
    return [written, ...resolved.map((one) => normalise(world.canonical(one)))];
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

/** The same world, in which each path is resolved once: many rules ask about the same ones. */
export function rememberLinks(world: CallWorld): CallWorld {
  const known = new Map<string, string>();
  const existing = new Map<string, boolean>();
  /** What is in a folder that does not exist does not exist: most words of a command are no paths. */
  const exists = (path: string): boolean => {
    let found = existing.get(path);
    if (found === undefined) {
      const parent = parentOf(path);
      found = (parent === path || exists(parent)) && world.exists(path);
      existing.set(path, found);
    }
    return found;
  };
  const canonical = (path: string): string => {
    let found = known.get(path);
    if (found === undefined) {
      const isPlain = path.startsWith("/") && path === normalise(path);
      found =
        isPlain && path !== "/" && !exists(path)
          ? `${canonical(parentOf(path)).replace(/\/$/, "")}/${path.slice(path.lastIndexOf("/") + 1)}`
          : world.canonical(path);
      known.set(path, found);
    }
    return found;
  };
  return { ...world, canonical };
}
