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

/** What may be in a gap of a text. */
export interface Gap {
  readonly overSlashes: boolean;
  /** A character with which it does not begin. */
  readonly exceptFirst: string | null;
  /** A place whose character it does not hold. */
  readonly exceptAt: number;
}

/** The places in a pattern that matching may have reached. The cost of a character is one look at each, whatever the pattern. */
export class Places {
  /** One byte for each place. All lie from `#first` to `#last`. */
  #now: Uint8Array;
  #next: Uint8Array;
  #first = 0;
  #last = -1;

  constructor(readonly steps: readonly Step[]) {
    this.#now = new Uint8Array(steps.length + 1);
    this.#next = new Uint8Array(steps.length + 1);
    this.#reach(this.#now, 0);
  }

  get isEmpty(): boolean {
    return this.#last < 0;
  }

  has(place: number): boolean {
    return this.#now[place] === 1;
  }

  /** Whether one of the places passes a test. */
  some(test: (place: number) => boolean): boolean {
    for (let place = this.#first; place <= this.#last; place++)
      if (this.#now[place] === 1 && test(place)) return true;
    return false;
  }

  /** One more character. What stands for any text within a name does not take one that begins a hidden name. */
  advance(character: string, beginsHidden = false): void {
    const [now, next] = [this.#now, this.#next];
    const [first, last] = [this.#first, this.#last];
    this.#last = -1;
    for (let place = first; place <= last; place++) {
      if (now[place] === 0) continue;
      now[place] = 0;
      const step = this.steps[place];
      switch (step?.type) {
        case "character":
          if (step.character === character) this.#reach(next, place + 1);
          break;
        case "one":
          if (character !== "/" && step.test(character)) this.#reach(next, place + 1);
          break;
        case "name":
          if (character !== "/" && !beginsHidden) this.#reach(next, place);
          break;
        case "any":
          this.#reach(next, place);
          break;
        case "folders":
          this.#reach(next, place + 1);
          break;
        case "inFolders":
          this.#reach(next, place);
          if (character === "/") this.#reach(next, place + 1);
          break;
        case undefined:
          break;
      }
    }
    this.#now = next;
    this.#next = now;
  }

  /** A gap, whatever is in it. Each step leads on, never back: one look at each place finds all. */
  advanceGap({ overSlashes, exceptFirst, exceptAt }: Gap): void {
    const [now, found] = [this.#now, this.#next];
    const [first, last] = [this.#first, this.#last];
    for (let place = first; place <= last; place++)
      if (now[place] === 1) this.#enter(found, place, overSlashes, exceptFirst, exceptAt);
    for (let place = first; place <= this.#last; place++)
      if (found[place] === 1) this.#enter(found, place, overSlashes, null, exceptAt);
    for (let place = first; place <= this.#last; place++) {
      if (found[place] === 1) now[place] = 1;
      found[place] = 0;
    }
  }

  /** Where matching can be after one more character that is not known. */
  #enter(
    found: Uint8Array,
    place: number,
    overSlashes: boolean,
    exceptFirst: string | null,
    exceptAt: number,
  ): void {
    const step = this.steps[place];
    if (place === exceptAt) return;
    switch (step?.type) {
      case "character":
        if (step.character !== exceptFirst && (overSlashes || step.character !== "/"))
          this.#reach(found, place + 1);
        return;
      case "one":
        this.#reach(found, place + 1);
        return;
      case "name":
      case "any":
        this.#reach(found, place);
        return;
      case "folders":
        this.#reach(found, place + 1);
        return;
      case "inFolders":
        this.#reach(found, place);
        if (overSlashes) this.#reach(found, place + 1);
        return;
      case undefined:
        return;
    }
  }

  /** Adds a place and those that are reached from it without a character. */
  #reach(places: Uint8Array, from: number): void {
    if (this.#last < 0) this.#first = from;
    for (let place = from; places[place] === 0;) {
      places[place] = 1;
      if (place > this.#last) this.#last = place;
      if (place < this.#first) this.#first = place;
      const type = this.steps[place]?.type;
      if (type === "name" || type === "any") place++;
      else if (type === "folders") place += 2;
    }
  }
}
