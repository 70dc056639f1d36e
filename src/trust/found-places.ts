import { extname, resolve } from "node:path";
import { above } from "./followed-files.js";
import type { FilePatterns } from "./glob-files.js";
import type { Follow, Load, LoadPlace } from "./load.js";
import { shadowing } from "./python-language.js";
import { filesIn, kindAt } from "./system-paths.js";
import { withoutProc } from "./word-meanings.js";

/** A place that a program reads, and what follows from its content. */
export interface FoundPlace {
  readonly path: string;
  readonly follow: Follow | null;
}

/** The places of something that is loaded at which there is something. */
export function placesThere(
  { places, isAbove = false }: Load,
  folders: readonly string[],
  folder: string,
  patterns: FilePatterns,
): FoundPlace[] {
  return folders.flatMap((base) => {
    const started = places.map((place) => ({
      place,
      bases: isAbove ? above(resolve(base, place.from ?? "")) : [resolve(base, place.from ?? "")],
    }));
    const most = Math.max(0, ...started.map(({ bases }) => bases.length));
    for (let step = 0; step < most; step++) {
      const found = started.flatMap(({ place, bases }) => {
        const from = bases[step];
        return from === undefined ? [] : pathsAt(place, from, folder, patterns);
      });
      if (found.length > 0) return found;
    }
    return [];
  });
}

function pathsAt(
  place: LoadPlace,
  from: string,
  folder: string,
  patterns: FilePatterns,
): FoundPlace[] {
  const { name, isFolder: isWhole = false } = place;
  const follow = place.follow ?? null;
  const path = withoutProc(resolve(from, name), folder);
  if (isWhole) {
    const files = place.of === "python" ? shadowing(path) : filesIn(path);
    return files.map((file) => ({ path: file, follow: null }));
  }
  if (/[*?[{]/.test(name)) {
    const files = patterns.files(path);
    // Two stars stand for every file below.
    const kept = name.includes("**/*.")
      ? files.filter((file) => file.endsWith(extname(name)))
      : files;
    return kept.map((file) => ({ path: file, follow }));
  }
  return kindAt(path) === "file" || (follow?.by === "git-folder" && kindAt(path) === "folder")
    ? [{ path, follow }]
    : [];
}
