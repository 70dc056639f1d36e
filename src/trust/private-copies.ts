import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { FileState } from "./file-state.js";

const MOST_NEIGHBOURS = 1000;

/**
 * Scripts as they were approved, in a folder that only their owner can write. A script is run from here,
 * so that nobody can change it between the look and the start. What stands beside it in the project stands
 * beside the copy as well, as links: a script may read its neighbours.
 */
export class PrivateCopies {
  private readonly parent: string;
  private folder: string | null = null;
  private readonly copies = new Map<string, string>();

  constructor(home: string) {
    this.parent = join(home, "running");
  }

  /** Where the copy of a file lies that holds exactly the bytes which were looked at. */
  copyOf({ path, sha256, bytes }: FileState & { readonly bytes: Buffer }): string {
    const key = `${sha256} ${path}`;
    const known = this.copies.get(key);
    if (known !== undefined) return known;
    const place = join(this.open(), String(this.copies.size));
    mkdirSync(place, { mode: 0o700 });
    for (const name of neighboursOf(path))
      symlinkSync(join(dirname(path), name), join(place, name));
    const copy = join(place, basename(path));
    writeFileSync(copy, bytes, { mode: 0o500, flag: "wx" });
    this.copies.set(key, copy);
    return copy;
  }

  close(): void {
    if (this.folder !== null) rmSync(this.folder, { recursive: true, force: true });
    this.folder = null;
    this.copies.clear();
  }

  private open(): string {
    if (this.folder === null) {
      mkdirSync(this.parent, { recursive: true, mode: 0o700 });
      removeAbandoned(this.parent);
      this.folder = join(this.parent, `${process.pid}-${randomBytes(6).toString("hex")}`);
      mkdirSync(this.folder, { mode: 0o700 });
    }
    return this.folder;
  }
}

function neighboursOf(path: string): string[] {
  try {
    return readdirSync(dirname(path))
      .filter((name) => name !== basename(path))
      .slice(0, MOST_NEIGHBOURS);
  } catch {
    return [];
  }
}

/** Copies of a process that was killed. */
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.split("-", 1)[0]);
    if (Number.isSafeInteger(pid) && pid > 0 && !isAlive(pid))
      rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
