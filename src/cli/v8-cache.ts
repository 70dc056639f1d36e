import { lstatSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { Script } from "node:vm";
import { defaultHome } from "../config/index.js";
import { replaceFile } from "../io/index.js";

/** Put in by the build. */
declare const VERSION: string;

interface Compiled {
  readonly script: Script;
  readonly module: { exports: unknown };
  /** Whether V8 has taken what was kept. */
  readonly isKept: boolean;
}

const loaded = new Map<string, Compiled>();

/**
 * Loads a built file, and what it requires next to it, with what V8 made of it before: compiling takes longer than the work.
 * V8 refuses what was not made for it (another version, other flags, a text of another length) and compiles the text.
 */
export function loadCompiled(file: string): unknown {
  const known = loaded.get(file);
  if (known !== undefined) return known.module.exports;
  const text = readFileSync(file, "utf8").replace(/^#!.*/, "");
  const cachedData = readKept(file);
  const script = new Script(`(function(exports,require,module,__filename){${text}\n})`, {
    filename: file,
    ...(cachedData !== undefined && { cachedData }),
  });
  const module = { exports: {} };
  const isKept = cachedData !== undefined && script.cachedDataRejected !== true;
  loaded.set(file, { script, module, isKept });
  const fromNode = createRequire(file);
  const require = (id: string): unknown =>
    id.startsWith("./") && id.endsWith(".js")
      ? loadCompiled(resolve(dirname(file), id))
      : fromNode(id);
  const body = script.runInThisContext() as (...given: readonly unknown[]) => void;
  body(module.exports, require, module, file);
  return module.exports;
}

/**
 * Keeps what V8 has made of the files by now, for the next start. Next to them, where the user may write: it is trusted as
 * they are. Else in the user's own folder. Where neither can be written, each start takes some milliseconds longer.
 */
export function keepCompiled(): void {
  for (const [file, { script, isKept }] of loaded) {
    if (isKept) continue;
    const data = script.createCachedData();
    if (wrote(nextTo(file), data)) continue;
    const place = inHome(file);
    if (isPrivate(dirname(place))) wrote(place, data);
  }
}

/** One for each version of V8: several Nodes may share an installation. */
function nextTo(file: string): string {
  return `${file}.${process.versions.v8}.cache`;
}

/** By all that tells one installation from another: V8 itself compares only the length of the text. */
function inHome(file: string): string {
  const { size, mtimeMs } = statSync(file);
  const name = [basename(file), VERSION, size, mtimeMs, process.versions.v8].join("-");
  return join(defaultHome(), "compiled", `${name}.cache`);
}

function readKept(file: string): Buffer | undefined {
  try {
    return readFileSync(nextTo(file));
  } catch {
    try {
      const place = inHome(file);
      return isOwn(dirname(place)) && isOwn(place) ? readFileSync(place) : undefined;
    } catch {
      return undefined;
    }
  }
}

/** Whether it is this user's alone: what is kept is run. */
function isOwn(path: string): boolean {
  const stats = lstatSync(path);
  return stats.uid === process.geteuid?.() && (stats.mode & 0o022) === 0 && !stats.isSymbolicLink();
}

function isPrivate(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return isOwn(folder);
  } catch {
    return false;
  }
}

function wrote(path: string, data: Buffer): boolean {
  try {
    replaceFile(path, data);
    return true;
  } catch {
    return false;
  }
}
