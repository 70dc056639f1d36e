/** One step of a path pattern. */
export type Step =
  | { readonly type: "character"; readonly character: string }
  /** One character of a name, by a test. */
  | { readonly type: "one"; readonly test: (character: string) => boolean }
  /** Any text within a name. */
  | { readonly type: "name" }
  /** Any text. */
  | { readonly type: "any" }
  /** Nothing, or whole folders up to a slash; it takes two places, of which this is the first. */
  | { readonly type: "folders" }
  | { readonly type: "inFolders" };

/** The places in a pattern that matching may have reached. */
type Places = ReadonlySet<number>;

/** The places before the first character. */
export function begin(steps: readonly Step[]): Places {
  const places = new Set<number>();
  reach(steps, places, 0);
  return places;
}

/** The places after one more character. The cost is one look at each place, whatever the pattern. */
export function advance(steps: readonly Step[], places: Places, character: string): Places {
  const next = new Set<number>();
  for (const place of places) {
    const step = steps[place];
    switch (step?.type) {
      case "character":
        if (step.character === character) reach(steps, next, place + 1);
        break;
      case "one":
        if (character !== "/" && step.test(character)) reach(steps, next, place + 1);
        break;
      case "name":
        if (character !== "/") reach(steps, next, place);
        break;
      case "any":
        reach(steps, next, place);
        break;
      case "folders":
        next.add(place + 1);
        break;
      case "inFolders":
        next.add(place);
        if (character === "/") reach(steps, next, place + 1);
        break;
      case undefined:
        break;
    }
  }
  return next;
}

/** What may be in a gap of a text. */
export interface Gap {
  readonly overSlashes: boolean;
  /** A character with which it does not begin. */
  readonly exceptFirst: string | null;
}

/** Where matching can be after a gap, whatever is in it. */
export function advanceGap(steps: readonly Step[], places: Places, gap: Gap): Places {
  const found = afterAny(steps, places, gap);
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const place of afterAny(steps, found, { ...gap, exceptFirst: null })) found.add(place);
  }
  return new Set([...places, ...found]);
}

/** Where matching can be after one more character that is not known. */
function afterAny(
  steps: readonly Step[],
  places: Places,
  { overSlashes, exceptFirst }: Gap,
): Set<number> {
  const next = new Set<number>();
  for (const place of places) {
    const step = steps[place];
    switch (step?.type) {
      case "character":
        if (step.character !== exceptFirst && (overSlashes || step.character !== "/"))
          reach(steps, next, place + 1);
        break;
      case "one":
        reach(steps, next, place + 1);
        break;
      case "name":
      case "any":
        reach(steps, next, place);
        break;
      case "folders":
        next.add(place + 1);
        break;
      case "inFolders":
        next.add(place);
        if (overSlashes) reach(steps, next, place + 1);
        break;
      case undefined:
        break;
    }
  }
  return next;
}

/** Whether the steps fit the whole text. */
export function stepsFit(steps: readonly Step[], text: string): boolean {
  let places = begin(steps);
  for (const character of text) {
    places = advance(steps, places, character);
    if (places.size === 0) return false;
  }
  return places.has(steps.length);
}

/** Adds a place and those that are reached from it without a character. */
function reach(steps: readonly Step[], places: Set<number>, from: number): void {
  for (let place = from; !places.has(place);) {
    places.add(place);
    const type = steps[place]?.type;
    if (type === "name" || type === "any") place++;
    else if (type === "folders") place += 2;
  }
}
