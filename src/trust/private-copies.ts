import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { privateFolder } from "../io/index.js";
import { identityOf, readFileState, type FileState } from "./file-state.js";

const MOST_NEIGHBOURS = 2000;

interface Mirror {
  readonly root: string;
  /** Identities of the copies by their paths: nobody has written to them since. */
  readonly copies: ReadonlyMap<string, string>;
}

/**
 * Scripts as they were approved, in a folder that only their owner can write. They are run from here, so that
 * nobody can change them between the look and the start. Around the copies are links to what is around the
 * originals in the project, as links: a script may read its neighbours, also those a folder above.
 */
export class PrivateCopies {
  private readonly parent: string;
  private folder: string | null = null;
  private readonly mirrors = new Map<string, Mirror>();
  private count = 0;

  constructor(
    home: string,
    private readonly project: string,
  ) {
    this.parent = join(home, "running");
  }

  /** Where the copies of files of the project lie that hold exactly what was looked at, by their own paths. */
  of(states: readonly FileState[]): ReadonlyMap<string, string> {
    const key = JSON.stringify(states.map(({ path, sha256 }) => [path, sha256]));
    let mirror = this.mirrors.get(key);
    if (mirror === undefined || !isUntouched(mirror)) {
      mirror = this.make(states);
      this.mirrors.set(key, mirror);
    }
    const { root } = mirror;
    return new Map(states.map(({ path }) => [path, join(root, relative(this.project, path))]));
  }

  /** A folder that nobody else writes to. */
  place(name: string): string {
    return join(this.open(), name);
  }

  close(): void {
    if (this.folder !== null) rmSync(this.folder, { recursive: true, force: true });
    this.folder = null;
    this.mirrors.clear();
  }

  private make(states: readonly FileState[]): Mirror {
    const root = join(this.open(), String(this.count++));
    const places = states.map(({ path }) => relative(this.project, path));
    this.layOut("", root, new Set(places.flatMap(wayTo)), new Set(places));
    const copies = new Map<string, string>();
    for (const state of states) {
      const copy = join(root, relative(this.project, state.path));
      if (state.bytes !== null) writeFileSync(copy, state.bytes, { mode: 0o500, flag: "wx" });
      else copyLarge(state, copy);
      copies.set(copy, identityOf(lstatSync(copy, { bigint: true })));
    }
    return { root, copies };
  }

  /** A folder of the mirror: folders on the way to a copy are made, everything else is a link. */
  private layOut(
    place: string,
    root: string,
    onTheWay: ReadonlySet<string>,
    copied: ReadonlySet<string>,
  ): void {
    mkdirSync(join(root, place), { mode: 0o700 });
    for (const name of entriesOf(join(this.project, place))) {
      const entry = join(place, name);
      if (copied.has(entry)) continue;
      if (onTheWay.has(entry)) this.layOut(entry, root, onTheWay, copied);
      else symlinkSync(join(this.project, entry), join(root, entry));
    }
  }

  private open(): string {
    if (this.folder === null || !isThere(this.folder)) this.folder = privateFolder(this.parent);
    return this.folder;
  }
}

/** `a`, `a/b` and `a/b/c.sh` are the way to `a/b/c.sh`. */
function wayTo(place: string): string[] {
  return place.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
}

/** Too large to be held: copied first, and looked at then. */
function copyLarge({ path, sha256 }: FileState, copy: string): void {
  copyFileSync(path, copy);
  if (readFileState(copy)?.sha256 === sha256) return;
  throw Object.assign(new Error(`${path} was changed`), { code: "it was changed" });
}

function isUntouched({ copies }: Mirror): boolean {
  for (const [copy, identity] of copies) {
    const stats = lstatSync(copy, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined || identityOf(stats) !== identity) return false;
  }
  return true;
}

function isThere(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, MOST_NEIGHBOURS);
  } catch {
    return [];
  }
}
