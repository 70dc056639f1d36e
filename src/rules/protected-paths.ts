import { absolute, foldNames, isWithin, normalise } from "./paths.js";
import { GLOB, UNKNOWN } from "./shell/index.js";
import { advance, begin, type Step } from "./wildcard.js";
import { meaningsOf, type World } from "./world.js";

/** More looks at the file system for one call are refused: whoever needs them hides something. */
const MOST_LOOKS = 5000;

/** Longer texts are no paths. */
const LONGEST_PATH = 4096;

/** How a text is meant. */
export interface PathUse {
  readonly folders: readonly string[];
  /** Whether a folder above a protected path is in danger too. */
  readonly reachesBelow: boolean;
  /** Whether the text is surely a path, so that one that cannot be resolved is suspicious. */
  readonly isPath: boolean;
}

interface Folded {
  readonly paths: readonly string[];
  readonly names: ReadonlySet<string>;
}

/** Folded once for each list: it stays the same from call to call. */
const remembered = new WeakMap<readonly string[], Folded>();

function fold(protectedPaths: readonly string[]): Folded {
  const known = remembered.get(protectedPaths);
  if (known !== undefined) return known;
  const paths = protectedPaths.map((path) => foldNames(normalise(path)));
  const last = paths.map((path) => path.slice(path.lastIndexOf("/") + 1));
  const folded = { paths, names: new Set([".snaphook", ...last.filter((name) => name !== "")]) };
  remembered.set(protectedPaths, folded);
  return folded;
}

/** The protected paths of a world, compared as file systems that fold names would. */
export class ProtectedPaths {
  readonly #world: World;
  readonly #paths: readonly string[];
  readonly #names: ReadonlySet<string>;
  #looks = 0;

  constructor(world: World) {
    this.#world = world;
    const { paths, names } = fold(world.protectedPaths);
    this.#paths = paths;
    this.#names = names;
  }

  /** Whether a text taken as a path is a protected one, inside it or, where that matters, above it. */
  isEndangered(text: string, use: PathUse): boolean {
    const path = text.trim();
    if (path === "" || path.length > LONGEST_PATH || path.includes("\n")) return false;
    if (path.includes(UNKNOWN) || path.includes(GLOB)) return this.#mayBe(path, use);
    return use.folders.some((folder) => this.#isHit(path, folder, use));
  }

  #isHit(path: string, folder: string, { reachesBelow, isPath }: PathUse): boolean {
    if (++this.#looks > MOST_LOOKS) return true;
    const world = this.#world;
    const meanings = meaningsOf(path, folder, world);
    if (meanings === null && isPath) return true;
    const written = normalise(absolute(path, folder, world.home));
    return (meanings ?? [written])
      .map(foldNames)
      .some((meaning) =>
        this.#paths.some(
          (one) => isWithin(meaning, one) || (reachesBelow && isWithin(one, meaning)),
        ),
      );
  }

  /** Whether the end of a relative path is that of a protected one, for when its folder is not known. */
  hasSameEnd(text: string): boolean {
    const parts = partsOf(foldNames(text)).filter((part) => part !== "." && part !== "..");
    return this.#paths.some((path) => {
      const own = partsOf(path);
      return parts.some((_part, at) => endsWith(own, parts.slice(0, at + 1)));
    });
  }

  /** Whether a text names a protected file anywhere, its quoting aside. */
  isMentioned(text: string): boolean {
    const folded = foldNames(text.replaceAll(/["'\\]/g, ""));
    return Array.from(this.#names).some((name) => folded.includes(name));
  }

  /** A word with gaps: whether it can turn out to be a protected path. */
  #mayBe(path: string, { folders, reachesBelow }: PathUse): boolean {
    return this.#candidates(path, folders).some((candidate) => {
      const steps = stepsOf(foldNames(candidate));
      return this.#paths.some((one) => canReach(steps, one, reachesBelow));
    });
  }

  /** The absolute forms of a word with gaps. A gap at its beginning may hold any folder. */
  #candidates(path: string, folders: readonly string[]): readonly string[] {
    const rest = path.slice(path.lastIndexOf(UNKNOWN) + 1);
    if (path.startsWith(UNKNOWN)) return rest.startsWith("/") ? [UNKNOWN + normalise(rest)] : [];
    const gap = path.search(new RegExp(`[${UNKNOWN}${GLOB}]`));
    const cut = path.lastIndexOf("/", gap) + 1;
    return folders.flatMap((folder) => {
      this.#looks++;
      const plain = meaningsOf(path.slice(0, cut) || ".", folder, this.#world) ?? [];
      return plain.map((before) => normalise(`${before}/${path.slice(cut)}`));
    });
  }
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function endsWith(all: readonly string[], end: readonly string[]): boolean {
  const offset = all.length - end.length;
  return offset >= 0 && end.every((part, at) => part === all[offset + at]);
}

function stepsOf(candidate: string): readonly Step[] {
  return Array.from(candidate, (character): Step => {
    if (character === UNKNOWN) return { type: "any" };
    return character === GLOB ? { type: "name" } : { type: "character", character };
  });
}

/** Whether the steps can end at the path or inside it or, where that matters, above it. */
function canReach(steps: readonly Step[], path: string, reachesBelow: boolean): boolean {
  let places = begin(steps);
  for (const character of path) {
    if (reachesBelow && character === "/" && places.has(steps.length)) return true;
    places = advance(steps, places, character);
  }
  // A gap at the beginning that swallows the whole path says nothing.
  const goesOn = Array.from(places).some((place) => {
    const step = steps[place];
    return place > 1 && step?.type === "character" && step.character === "/";
  });
  return places.has(steps.length) || goesOn;
}
