import { globMatches, parseGlob, type Glob } from "../../match/index.js";

type RulePart = Extract<Glob, { readonly alternatives: unknown }>["alternatives"][number];

const ANY_FOLDERS = "**/";
/** Where a home folder may be: the client knows its own, a case does not. */
const HOMES = ["//root/", "//home/*/", "//Users/*/"];

/**
 * Whether the path of a rule for a file tool fits, as in a .gitignore: `//a` is absolute, `~/a` in the home folder,
 * `/a`, `./a` and `a/b` begin at a folder that is not known here and may be any, a name alone is anywhere. What names a
 * folder is for everything in it.
 */
export function pathFits(pattern: string, path: string): boolean {
  const segments = segmentsOf(path);
  const [head = "", rest = ""] = splitAnchor(pattern);
  if (head === "~/") return HOMES.some((home) => pathFits(home + rest, path));
  const isRelative = !path.startsWith("/");
  if (head === "//" && isRelative) return false;
  const isAnchored = head !== "" || rest.slice(0, -1).includes("/");
  const begins = head === "//" || (isAnchored && isRelative) ? rest : ANY_FOLDERS + rest;
  const glob = parseGlob(begins);
  if ("fault" in glob) return false;
  return glob.alternatives.some((tokens) =>
    fitsParts(partsOf(tokens), segments, pattern.endsWith("/")),
  );
}

function splitAnchor(pattern: string): readonly string[] {
  return /^(\/\/|~\/|\.?\/|)([^]*)$/.exec(pattern)?.slice(1) ?? [];
}

function segmentsOf(path: string): readonly string[] {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

function partsOf(tokens: RulePart): readonly RulePart[] {
  const parts: RulePart[number][][] = [[]];
  for (const token of tokens) {
    if (token.type === "literal" && token.character === "/") parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

function isAnyFolders(part: RulePart | undefined): boolean {
  return part !== undefined && part.length > 1 && part.every(({ type }) => type === "many");
}

/** Whether the parts fit the path or a folder above it; one step for each place in the pattern and segment of the path. */
function fitsParts(
  parts: readonly RulePart[],
  segments: readonly string[],
  isFolder: boolean,
): boolean {
  let places = new Set<number>();
  const reach = (reached: Set<number>, place: number): void => {
    reached.add(place);
    if (isAnyFolders(parts[place])) reach(reached, place + 1);
  };
  reach(places, 0);
  for (const segment of segments) {
    if (places.has(parts.length)) return true;
    const next = new Set<number>();
    for (const place of places) {
      const part = parts[place] ?? [];
      if (isAnyFolders(part)) reach(next, place);
      else if (globMatches([part], segment)) reach(next, place + 1);
    }
    places = next;
  }
  return places.has(parts.length) && !isFolder;
}
