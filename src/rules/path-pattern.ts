import { parseGlob, type Glob } from "../match/index.js";
import { foldCase } from "./paths.js";
import { GLOB, remember, rememberTexts, UNKNOWN } from "../shell/index.js";
import { Places, type Step } from "./wildcard.js";
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
  /** Whether what it names lies, or may lie, in a folder; or in one that a file pattern finds. */
  readonly isBelow: (folder: string) => boolean;
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
  const read = readParts(text, isRestriction, world.projectDir, world.home);
  if (read === null) return null;
  const linked = isRestriction ? read.parts.map((parts) => throughLinks(parts, world)) : [];
  const isPlain = linked.every((parts, at) => parts === read.parts[at]);
  return isPlain ? compiled(read) : compile({ ...read, parts: [...read.parts, ...linked] });
}

/** A path pattern for one project, before it is known whether there are links in it. */
interface ReadPattern {
  readonly text: string;
  readonly isRestriction: boolean;
  /** The names of each of its alternatives. */
  readonly parts: readonly (readonly PathPart[])[];
  readonly name: string;
}

const readParts = rememberTexts(
  (text: string, isRestriction: boolean, projectDir: string, home: string): ReadPattern | null => {
    const glob = parseGlob(text);
    if ("fault" in glob) return null;
    const parts = glob.alternatives.map((tokens) => partsOf(tokens, projectDir, home));
    return { text, isRestriction, parts, name: foldCase(nameOf(glob.alternatives)) };
  },
);

/** Most patterns have no links in them, and are the same from call to call. */
const compiled = remember(compile);

function compile({ text, isRestriction, parts: readings, name }: ReadPattern): PathPattern {
  // What names a folder restricts what is in it; to permit that takes `/**`.
  const withInside = (parts: readonly PathPart[]): boolean =>
    isRestriction && (text.endsWith("/") || parts.at(-1)?.every(isLiteral) !== false);
  const folds = readings.flat(2).every(isTextOrStars) ? [foldCase] : [asWritten, foldCase];
  const compared = (isRestriction ? folds : [asWritten]).map((fold) => ({
    fold,
    shapes: readings.map((parts) => shapeOf(parts, fold, withInside(parts))),
  }));
  return {
    fits: (path) => {
      if (path.length > LONGEST_PATH) return null;
      const rooted = path === "/" ? "" : path;
      return compared.some(({ fold, shapes }) => {
        const folded = fold(rooted);
        return shapes.some((shape) => canEnd(shape, folded, -1));
      });
    },
    canFit: (path) => {
      if (path.length > LONGEST_PATH) return "named";
      const fits = compared.flatMap(({ fold, shapes }) => {
        const folded = fold(path);
        return shapes.map((shape) => gappedFit(shape, folded));
      });
      return OPEN_FITS.find((one) => fits.includes(one)) ?? "no";
    },
    isBelow: (folder) =>
      compared.some(({ fold, shapes }) => {
        const inside = folder === "/" ? "/" : `${fold(folder)}/`;
        const expression = inside.includes(GLOB) ? expressionOf(inside) : null;
        return shapes.some(({ start }) => expression?.test(start) ?? start.startsWith(inside));
      }),
    name,
  };
}

const OPEN_FITS = ["named", "hidden"] as const;

/** The last text in a pattern. With alternatives it is not known which of them is spoken of. */
function nameOf(alternatives: readonly (readonly Token[])[]): string {
  const [tokens = [], ...others] = alternatives;
  const text = tokens.map((token) => (token.type === "literal" ? token.character : "/")).join("");
  return others.length > 0 ? "" : (text.split("/").findLast((part) => part !== "") ?? "");
}

function gappedFit(shape: Shape, text: string): OpenFit {
  if (!canEnd(shape, text, -1)) return "no";
  const lastNamed = shape.steps.findLastIndex(
    (one) => one.type === "character" && one.character !== "/",
  );
  return canEnd(shape, text, lastNamed) ? "named" : "hidden";
}

/** Whether the text can fit without a gap in it that holds the last character that the pattern names. */
function canEnd({ start, steps, ends }: Shape, text: string, lastNamed: number): boolean {
  const gap = text.search(GAP);
  const plain = gap < 0 ? text.length : gap;
  if (!text.startsWith(start.slice(0, plain))) return false;
  const places = new Places(steps);
  let before = "";
  for (const character of text) {
    if (character !== UNKNOWN && character !== GLOB) places.advance(character);
    else {
      // At the beginning of a name, a file pattern finds none that begins with a dot.
      const exceptFirst = character === GLOB && before === "/" ? "." : null;
      places.advanceGap({
        overSlashes: character === UNKNOWN,
        exceptFirst,
        exceptAt: lastNamed,
      });
    }
    if (places.isEmpty) return false;
    before = character;
  }
  return ends.some((end) => places.has(end));
}

const GAP = new RegExp(`[${UNKNOWN}${GLOB}]`);

/** What a path with file patterns in it may be the beginning of; what is not known at all says nothing. */
function expressionOf(path: string): RegExp {
  const escaped = path.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  return new RegExp(
    `^${escaped.replaceAll(`/${GLOB}`, "/(?!\\.)[^/]*").replaceAll(GLOB, "[^/]*")}`,
  );
}

type Fold = (text: string) => string;

function asWritten(text: string): string {
  return text;
}

/** The names of the pattern from the root on, with `.` and `..` resolved. */
function partsOf(tokens: readonly Token[], projectDir: string, home: string): readonly PathPart[] {
  const parts = split(tokens);
  const [first = []] = parts;
  const isHome = textOf(first) === "~";
  const isAbsolute = first.length === 0 && parts.length > 1;
  const base = isAbsolute ? "/" : isHome ? home : projectDir;
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

/** How many names of a pattern have no wildcard before any that has one, and the path that they make. */
const beginningOf = remember((parts: readonly PathPart[]) => {
  const found = parts.findIndex((part) => textOf(part) === null);
  const length = found < 0 ? parts.length : found;
  return { length, path: `/${parts.slice(0, length).map(textOf).join("/")}` };
});

/** The pattern with the links in its beginning resolved: what it names may be reached without the link. */
function throughLinks(parts: readonly PathPart[], world: CallWorld): readonly PathPart[] {
  const { length, path } = beginningOf(parts);
  try {
    const canonical = world.canonical(path);
    if (canonical === path) return parts;
    const resolved = split(literal(canonical)).filter((part) => part.length > 0);
    return [...resolved, ...parts.slice(length)];
  } catch {
    return parts;
  }
}

/** How a pattern is matched: what a path must begin with, the steps, and the places at which it fits. */
interface Shape {
  readonly start: string;
  readonly steps: readonly Step[];
  readonly ends: readonly number[];
}

/** What ends in `**` also fits the folder itself. */
function shapeOf(parts: readonly PathPart[], fold: Fold, isFolder: boolean): Shape {
  const steps: Step[] = [];
  const last = parts.length - 1;
  let needsSlash = true;
  let isOpen = isFolder;
  for (const [at, part] of parts.entries()) {
    if (isAnyFolders(part) && at === last) {
      isOpen = true;
      break;
    }
    if (needsSlash) steps.push({ type: "character", character: "/" });
    if (isAnyFolders(part)) steps.push({ type: "folders" }, { type: "inFolders" });
    else steps.push(...nameSteps(part, fold));
    needsSlash = !isAnyFolders(part);
  }
  const end = steps.length;
  if (isOpen) steps.push({ type: "character", character: "/" }, { type: "any" });
  const texts = steps
    .slice(0, end)
    .map((step) => (step.type === "character" ? step.character : null));
  const open = texts.indexOf(null);
  const start = texts.slice(0, open < 0 ? end : open).join("");
  return { start, steps, ends: isOpen ? [end, steps.length] : [end] };
}

/** Where nothing in a pattern stands for one character, what fits as it is written fits with its case folded. */
function isTextOrStars({ type }: Token): boolean {
  return type === "literal" || type === "many";
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
