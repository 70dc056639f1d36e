import { parseGlob, type Glob } from "../match/index.js";
import { foldCase } from "./paths.js";
import { GLOB, UNKNOWN } from "../shell/index.js";
import { advance, advanceGap, begin, stepsFit, type Step } from "./wildcard.js";
import type { CallWorld } from "./world.js";

type Token = Extract<Glob, { readonly alternatives: unknown }>["alternatives"][number][number];
/** One name of a path pattern. */
type PathPart = readonly Token[];

/** Longer paths are not compared. */
const LONGEST_PATH = 10_000;

/** How a pattern is compared. */
export interface PathComparison {
  /** A restriction also fits what a file system that folds case, or a link in the pattern itself, makes equal. */
  readonly isRestriction: boolean;
}

/** A path pattern for one world. */
export interface PathPattern {
  /** Null where it is not known. */
  readonly fits: (path: string) => boolean | null;
  /** Whether a path with gaps, as in a word of a command, can turn out to be one that fits. */
  readonly canFit: (path: string) => OpenFit;
  /** What a text that speaks of such a path has in it; empty where the pattern names nothing. */
  readonly name: string;
}

/** `named`: something of it is what the pattern names. `hidden`: only if a gap holds that. */
type OpenFit = "named" | "hidden" | "no";

/** Reads a path pattern; null where it is not readable. */
export function readPathPattern(
  text: string,
  world: CallWorld,
  { isRestriction }: PathComparison,
): PathPattern | null {
  const glob = parseGlob(text);
  if ("fault" in glob) return null;
  const readings = glob.alternatives.flatMap((tokens) => {
    const parts = partsOf(tokens, world);
    return isRestriction ? [parts, throughLinks(parts, world)] : [parts];
  });
  // What names a folder restricts what is in it; to permit that takes `/**`.
  const withInside = (parts: readonly PathPart[]): boolean =>
    isRestriction && (text.endsWith("/") || parts.at(-1)?.every(isLiteral) !== false);
  const compared = (isRestriction ? [asWritten, foldCase] : [asWritten]).map((fold) => ({
    fold,
    steps: readings.flatMap((parts) => stepsOf(parts, fold, withInside(parts))),
  }));
  return {
    fits: (path) => {
      if (path.length > LONGEST_PATH) return null;
      const rooted = path === "/" ? "" : path;
      return compared.some(({ fold, steps }) =>
        steps.some((alternative) => stepsFit(alternative, fold(rooted))),
      );
    },
    canFit: (path) => {
      if (path.length > LONGEST_PATH) return "named";
      const fits = compared.flatMap(({ fold, steps }) =>
        steps.map((alternative) => gappedFit(alternative, fold(path))),
      );
      return OPEN_FITS.find((one) => fits.includes(one)) ?? "no";
    },
    name: foldCase(nameOf(glob.alternatives)),
  };
}

const OPEN_FITS = ["named", "hidden"] as const;

/** The last text in a pattern. With alternatives it is not known which of them is spoken of. */
function nameOf(alternatives: readonly (readonly Token[])[]): string {
  const [tokens = [], ...others] = alternatives;
  const text = tokens.map((token) => (token.type === "literal" ? token.character : "/")).join("");
  return others.length > 0 ? "" : (text.split("/").findLast((part) => part !== "") ?? "");
}

function gappedFit(steps: readonly Step[], text: string): OpenFit {
  const lastNamed = steps.findLastIndex((one) => one.type === "character" && one.character !== "/");
  if (canEnd(steps, text, lastNamed)) return "named";
  return canEnd(steps, text, -1) ? "hidden" : "no";
}

/** Whether the text can fit without a gap in it that reaches over the last character that the pattern names. */
function canEnd(steps: readonly Step[], text: string, lastNamed: number): boolean {
  let places = begin(steps);
  let before = "";
  for (const character of text) {
    if (character !== UNKNOWN && character !== GLOB) places = advance(steps, places, character);
    else {
      // At the beginning of a name, a file pattern finds none that begins with a dot.
      const exceptFirst = character === GLOB && before === "/" ? "." : null;
      const gap = { overSlashes: character === UNKNOWN, exceptFirst };
      const isPast = (place: number): boolean => place > lastNamed;
      const past = new Set(Array.from(places).filter(isPast));
      const reached = Array.from(advanceGap(steps, places, gap));
      places = new Set([
        ...reached.filter((place) => !isPast(place)),
        ...advanceGap(steps, past, gap),
      ]);
    }
    before = character;
  }
  return places.has(steps.length);
}

type Fold = (text: string) => string;

function asWritten(text: string): string {
  return text;
}

/** The names of the pattern from the root on, with `.` and `..` resolved. */
function partsOf(tokens: readonly Token[], world: CallWorld): readonly PathPart[] {
  const parts = split(tokens);
  const [first = []] = parts;
  const isHome = textOf(first) === "~";
  const isAbsolute = first.length === 0 && parts.length > 1;
  const base = isAbsolute ? "/" : isHome ? world.home : world.projectDir;
  const resolved: PathPart[] = [];
  for (const part of [...split(literal(base)), ...(isHome ? parts.slice(1) : parts)]) {
    const text = textOf(part);
    if (text === "..") resolved.pop();
    else if (text !== "" && text !== ".") resolved.push(part);
  }
  return resolved;
}

function split(tokens: readonly Token[]): readonly PathPart[] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === "literal" && token.character === "/") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function literal(text: string): readonly Token[] {
  return Array.from(text, (character) => ({ type: "literal", character }));
}

function isLiteral(token: Token): boolean {
  return token.type === "literal";
}

/** The text of a part without wildcards; null for others. */
function textOf(part: PathPart): string | null {
  let text = "";
  for (const token of part) {
    if (token.type !== "literal") return null;
    text += token.character;
  }
  return text;
}

/** The pattern with the links in its beginning resolved: what it names may be reached without the link. */
function throughLinks(parts: readonly PathPart[], world: CallWorld): readonly PathPart[] {
  const found = parts.findIndex((part) => textOf(part) === null);
  const plain = parts.slice(0, found < 0 ? parts.length : found);
  try {
    const canonical = world.canonical(`/${plain.map((part) => textOf(part)).join("/")}`);
    const resolved = split(literal(canonical)).filter((part) => part.length > 0);
    return [...resolved, ...parts.slice(plain.length)];
  } catch {
    return parts;
  }
}

/** One or more ways to match the parts; what ends in `**` also fits the folder itself. */
function stepsOf(
  parts: readonly PathPart[],
  fold: Fold,
  isFolder: boolean,
): readonly (readonly Step[])[] {
  const steps: Step[] = [];
  const last = parts.length - 1;
  let needsSlash = true;
  for (const [at, part] of parts.entries()) {
    if (isAnyFolders(part) && at === last) return [steps, inside(steps)];
    if (needsSlash) steps.push({ type: "character", character: "/" });
    if (isAnyFolders(part)) steps.push({ type: "folders" }, { type: "inFolders" });
    else steps.push(...nameSteps(part, fold));
    needsSlash = !isAnyFolders(part);
  }
  return isFolder ? [steps, inside(steps)] : [steps];
}

function inside(steps: readonly Step[]): readonly Step[] {
  return [...steps, { type: "character", character: "/" }, { type: "any" }];
}

function isAnyFolders(part: PathPart): boolean {
  return part.length > 1 && part.every(({ type }) => type === "many");
}

function nameSteps(part: PathPart, fold: Fold): readonly Step[] {
  const steps: Step[] = [];
  let text = "";
  const endText = (): void => {
    for (const character of fold(text)) steps.push({ type: "character", character });
    text = "";
  };
  for (const [at, token] of part.entries()) {
    if (token.type === "literal") {
      text += token.character;
      continue;
    }
    endText();
    // Two stars next to other characters reach over slashes as well.
    if (token.type === "many") steps.push({ type: part[at - 1]?.type === "many" ? "any" : "name" });
    else if (token.type === "one") steps.push({ type: "one", test: () => true });
    else steps.push({ type: "one", test: (character) => isInClass(token, character, fold) });
  }
  endText();
  return steps;
}

type ClassToken = Extract<Token, { readonly type: "class" }>;

/** Where case is folded, both letters stand for each other. */
function isInClass({ ranges, negated }: ClassToken, character: string, fold: Fold): boolean {
  const forms = fold === asWritten ? [character] : [character, character.toUpperCase()];
  const isFound = forms.some((form) => ranges.some(([from, to]) => from <= form && form <= to));
  return isFound !== negated;
}
