import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isAlive } from "./is-alive.js";
import { makeFolder } from "./make-folder.js";

/** A new folder that only its owner can look into. Those of processes that were killed are removed first. */
export function privateFolder(parent: string): string {
  makeFolder(parent, 0o700);
  removeAbandoned(parent);
  return mkdtempSync(join(parent, `${process.pid}-`));
}

function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.split("-", 1)[0]);
    if (!isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true });
  }
}
