import { realpathSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { UNKNOWN } from "../shell/index.js";
import { above } from "./followed-files.js";
import { askDisk } from "./findings.js";

/** A name, or where a part of it is not known what follows that. */
export function lookedFor(name: string, folder: string): string[] {
  const known = withoutProc(name, folder);
  return known.includes(UNKNOWN) ? tailsOf(known, folder) : [known];
}

/** Other names that the kernel has for the folder in which a process runs, and for the root. */
const hereInProc = /^\/+(?:\.\/+)*proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?cwd(?=\/|$)/;
const rootInProc = /^\/+(?:\.\/+)*proc\/+[^/]+\/+(?:task\/+[^/]+\/+)?root(?=\/|$)/;

export function withoutProc(path: string, folder: string): string {
  return path.replace(hereInProc, folder).replace(rootInProc, "/");
}

/**
 * What follows a part that is known only when it runs: `$(git rev-parse --show-toplevel)/guard.sh`. It most
 * likely is in the folder of the hook or in one above it.
 */
function tailsOf(word: string, folder: string): string[] {
  const tails = word
    .split(UNKNOWN)
    .slice(1)
    .map((part) => part.replace(/^\/+/, ""))
    .filter((part) => part !== "");
  return tails.flatMap((tail) => [tail, ...above(dirname(folder)).map((base) => join(base, tail))]);
}

/** `--config=x.json` names a file as well, and so do `-fx.mk`, `-nfx.sed`, `@list` and `NODE_PATH=a:b`. */
export function readingsOf(word: string): string[] {
  const [, attached] = /^-[A-Za-z](.+)$/s.exec(word) ?? [];
  const [, , name] = /^-([A-Za-z]{0,3}?)f([^=]*[./].*)$/s.exec(word) ?? [];
  const parts = word.split(/[=:,]/);
  const listed = parts.filter((part) => part.startsWith("@")).map((part) => part.slice(1));
  return [word, ...parts, ...listed, ...[attached, name].filter((one) => one !== undefined)];
}

/** A way through a link and up again leads elsewhere than its text says: both are meant. */
export function meanings(base: string, path: string): string[] {
  const written = resolve(base, path);
  return path.includes("..") ? [written, followed(base, path)] : [written];
}

function followed(base: string, path: string): string {
  let place = isAbsolute(path) ? "/" : base;
  for (const part of path.split("/"))
    place = part === ".." ? dirname(real(place)) : join(place, part);
  return place;
}

function real(path: string): string {
  return askDisk(`real ${path}`, () => {
    try {
      return realpathSync.native(path);
    } catch {
      return path;
    }
  });
}
