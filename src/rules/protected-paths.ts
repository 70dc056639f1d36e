import { canJoin } from "./code-changes.js";
import { withoutQuotes } from "./line-text.js";
import { absolute, foldCase, foldNames, isWithin, normalise } from "./paths.js";
import { GLOB, UNKNOWN } from "../shell/index.js";
import type { TreeWrite } from "./tree-writers.js";
import { Places, type Step } from "./wildcard.js";
import { meaningsOf, type CallWorld } from "./world.js";

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
  /** Whether what it names is surely changed, so that a name that may be any is suspicious. */
  readonly isChanged: boolean;
}

/** Paths that lead to whatever a process has open, or to the folder in which it is. */
const LEADS_ANYWHERE = /^\/(?:proc(?:\/|$)|dev\/(?:cwd|root|stdin|fd(?!\/[12]$)(?:\/|$)))/;

interface Folded {
  readonly paths: readonly string[];
  /** The last names of the paths. */
  readonly names: ReadonlySet<string>;
  /** The last two names of the files in which hosts find hooks: one alone is in many texts. */
  readonly hostFiles: readonly string[];
  /** The names of the paths, and of the folders of the project and the home folder around them. */
  readonly parts: readonly string[];
}

/** Folded once for each list: it stays the same from call to call. */
const remembered = new WeakMap<readonly string[], Folded>();

function fold(world: CallWorld): Folded {
  const protectedPaths = world.protectedPaths();
  const known = remembered.get(protectedPaths);
  if (known !== undefined) return known;
  const own = protectedPaths.map((path) => foldNames(normalise(path)));
  const others = (world.hookFiles?.() ?? []).map((path) => foldNames(normalise(path)));
  // First those that have names which nothing else has, in their order.
  const paths = [...own, ...others.filter((path) => !own.some((one) => isWithin(path, one)))];
  const last = own.map((path) => path.slice(path.lastIndexOf("/") + 1));
  const names = new Set([".snaphook", ...last.filter((name) => name !== "")]);
  const around = [world.projectDir, world.home].map(foldNames);
  const parts = own.flatMap((path) => {
    const folder = around.find((one) => isWithin(path, one));
    return folder === undefined ? [] : path.slice(folder.length + 1).split("/");
  });
  const hostFiles = Array.from(new Set(others.map((path) => path.split("/").slice(-2).join("/"))));
  const folded = { paths, names, hostFiles, parts: Array.from(new Set([...names, ...parts])) };
  remembered.set(protectedPaths, folded);
  return folded;
}

/** The protected paths of a world, compared as file systems that fold names would. */
export class ProtectedPaths {
  readonly #world: CallWorld;
  #known: Folded | null = null;
  #looks = 0;

  constructor(world: CallWorld) {
    this.#world = world;
  }

  get #folded(): Folded {
    return (this.#known ??= fold(this.#world));
  }

  /** Whether a text taken as a path is a protected one, inside it or, where that matters, above it. */
  isEndangered(text: string, use: PathUse): boolean {
    const path = text.trim();
    if (path.length > LONGEST_PATH) return use.isPath;
    // A name may also be made of blanks, and `..` after it leads back.
    return this.#isAnyEndangered(path, use) || (path !== text && this.#isAnyEndangered(text, use));
  }

  #isAnyEndangered(path: string, use: PathUse): boolean {
    if (path === "" || this.#folded.paths.length === 0) return false;
    return use.folders.some((folder) => {
      if (++this.#looks > MOST_LOOKS) return true;
      const isJoined = hasGap(folder) && !path.startsWith(UNKNOWN);
      const whole = isJoined ? absolute(path, folder, this.#world.home) : path;
      if (use.isChanged && LEADS_ANYWHERE.test(this.#written(whole, folder))) return true;
      return hasGap(whole) ? this.#mayBe(whole, folder, use) : this.#isHit(whole, folder, use);
    });
  }

  #isHit(path: string, folder: string, { reachesBelow, isPath }: PathUse): boolean {
    const meanings = meaningsOf(path, folder, this.#world);
    if (meanings === null && isPath) return true;
    const { paths } = this.#folded;
    return (meanings ?? [this.#written(path, folder)])
      .map(foldNames)
      .some((meaning) =>
        paths.some((one) => isWithin(meaning, one) || (reachesBelow && isWithin(one, meaning))),
      );
  }

  #written(path: string, folder: string): string {
    return normalise(absolute(path, folder, this.#world.home));
  }

  /** Whether a relative path can be a protected one in some folder, for when its folder is not known. */
  isEndangeredSomewhere(text: string, reachesBelow: boolean): boolean {
    if (text.startsWith(UNKNOWN)) return false;
    return this.#canReachAny(UNKNOWN + normalise(`/${text}`), reachesBelow);
  }

  /** Whether a text names a protected file anywhere, its quoting aside. */
  isMentioned(text: string): boolean {
    const folded = foldNames(withoutQuotes(text));
    return Array.from(this.#folded.names).some((name) => folded.includes(name));
  }

  /** Whether a text names a file in which a host finds hooks, its quoting aside. */
  namesHostFile(text: string): boolean {
    const plain = foldCase(withoutQuotes(text));
    return this.#folded.hostFiles.some((file) => plain.includes(file));
  }

  /** Whether a text names a protected file, one of the folders around it or a file of a host, its quoting aside. */
  isHinted(text: string): boolean {
    const plain = foldCase(withoutQuotes(text));
    const words = new Set(plain.split(/[^\w.-]+/));
    const isNamed = this.#folded.parts.some((part) => words.has(part));
    return isNamed || this.isMentioned(text) || this.namesHostFile(text);
  }

  /** Whether a protected name can be put together from two of the texts. */
  canBeJoined(texts: readonly string[]): boolean {
    const folded = texts.map(foldCase);
    return this.#folded.parts.some((name) => canJoin(folded, name));
  }

  /** A word with gaps: whether it can turn out to be a protected path. */
  #mayBe(path: string, folder: string, { reachesBelow, isChanged }: PathUse): boolean {
    // A name that is not known, in a folder that is not known.
    const name = path.replace(/\/+$/, "");
    if (isChanged && name.startsWith(UNKNOWN) && !name.includes("/"))
      return this.#canReachAny(name, reachesBelow);
    return this.#candidates(path, folder).some((one) => this.#canReachAny(one, reachesBelow));
  }

  /** Whether a protected file that is there lies where a command may write what it likes. */
  isTreeEndangered({ folder, reach }: TreeWrite, folders: readonly string[]): boolean {
    if (folder !== null && !folder.known) return true;
    const { projectDir } = this.#world;
    const { paths } = this.#folded;
    if (paths.length === 0) return false;
    const roots = folders
      .flatMap((one) => meaningsOf(folder?.text ?? ".", one, this.#world) ?? [one])
      .map((root) => (reach === "repository" && isWithin(root, projectDir) ? projectDir : root))
      .map(foldNames);
    return this.#world
      .protectedPaths()
      .some(
        (path, at) =>
          roots.some((root) => isWithin(paths[at] ?? "", root)) && this.#world.exists(path),
      );
  }

  #canReachAny(candidate: string, reachesBelow: boolean): boolean {
    const folded = foldNames(candidate);
    const likely = this.#folded.paths.filter((one) => isLikely(folded, one));
    if (likely.length === 0) return false;
    const steps = stepsOf(folded);
    return likely.some((one) => canReach(steps, one, reachesBelow));
  }

  /** The absolute forms of a word with gaps. A gap at its beginning may hold any folder. */
  #candidates(path: string, folder: string): readonly string[] {
    const rest = path.slice(path.lastIndexOf(UNKNOWN) + 1);
    if (path.startsWith(UNKNOWN)) return rest.startsWith("/") ? [UNKNOWN + normalise(rest)] : [];
    const gap = path.search(GAP);
    const cut = path.lastIndexOf("/", gap) + 1;
    const start = path.slice(0, cut) || ".";
    const plain = meaningsOf(start, folder, this.#world) ?? [this.#written(start, folder)];
    return plain.map((before) => normalise(`${before}/${path.slice(cut)}`));
  }
}

const GAP = new RegExp(`[${UNKNOWN}${GLOB}]`);

/** A quick look whether a candidate can lead to a path: by what it begins with, or by the first name after a gap. */
function isLikely(candidate: string, path: string): boolean {
  const gap = candidate.search(GAP);
  const start = gap < 0 ? candidate : candidate.slice(0, gap);
  if (gap !== 0) return path.startsWith(start) || start.startsWith(path);
  const [first = ""] = FIRST_NAME.exec(candidate.slice(1)) ?? [];
  return path.includes(first);
}

const FIRST_NAME = new RegExp(`^/?[^/${UNKNOWN}${GLOB}]*`);

function hasGap(text: string): boolean {
  return text.includes(UNKNOWN) || text.includes(GLOB);
}

function stepsOf(candidate: string): readonly Step[] {
  return Array.from(candidate, (character): Step => {
    if (character === UNKNOWN) return { type: "any" };
    return character === GLOB ? { type: "name" } : { type: "character", character };
  });
}

/** Whether the steps can end at the path or inside it or, where that matters, above it. */
function canReach(steps: readonly Step[], path: string, reachesBelow: boolean): boolean {
  const places = new Places(steps);
  let before = "";
  for (const character of path) {
    if (reachesBelow && character === "/" && places.has(steps.length)) return true;
    places.advance(character, character === "." && before === "/");
    before = character;
    if (places.isEmpty) return false;
  }
  // A gap at the beginning that swallows the whole path says nothing.
  const goesOn = places.some((place) => {
    const step = steps[place];
    return place > 1 && step?.type === "character" && step.character === "/";
  });
  return places.has(steps.length) || goesOn;
}
