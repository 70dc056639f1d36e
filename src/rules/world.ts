import { absolute, normalise } from "./paths.js";

/** Where a call happens. Folders are absolute and canonical. */
export interface CallWorld {
  readonly projectDir: string;
  readonly home: string;
  readonly cwd: string;
  /** Links resolved as far as the path exists; the rest appended. */
  canonical(path: string): string;
  exists(path: string): boolean;
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
