import { closeSync, fstatSync, lstatSync, openSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { Script } from "node:vm";
import { defaultHome } from "../config/index.js";
import { makeFolder, replaceFile } from "../io/index.js";

interface Compiled {
  readonly script: Script;
  readonly module: { exports: unknown };
  readonly label: string;
  /** How many runs have added to what V8 was given; 0 where it was given nothing, or has not taken it. */
  readonly rounds: number;
}

/** A command does not do all that it can in its first run: what the next ones compile is added. */
const ROUNDS = 3;

const loaded = new Map<string, Compiled>();

/**
 * Loads a built file, and what it requires next to it, with what V8 made of it before: compiling takes longer than the work.
 * V8 refuses what was not made for it (another version, other flags, a text of another length) and compiles the text.
 */
export function loadCompiled(file: string): unknown {
  const known = loaded.get(file);
  if (known !== undefined) return known.module.exports;
  const { text, label } = readBuilt(file);
  const kept = readKept(file, label);
  // The text is one function: `(function (exports, require, module, __filename, __dirname) { … })`.
  const script = new Script(text, { filename: file, ...(kept && { cachedData: kept.data }) });
  const module = { exports: {} };
  const rounds = kept === null || script.cachedDataRejected === true ? 0 : kept.rounds;
  loaded.set(file, { script, module, label, rounds });
  const require = (id: string): unknown =>
    id.startsWith("./") && id.endsWith(".js")
      ? loadCompiled(resolve(dirname(file), id))
      : createRequire(file)(id);
  const body = script.runInThisContext() as (...given: readonly unknown[]) => void;
  body(module.exports, require, module, file, dirname(file));
  return module.exports;
}

/**
 * Keeps what V8 has made of the files by now, for the next start. Next to them, where the user may write: it is trusted as
 * they are. Else in the user's own folder. Where neither can be written, each start takes some milliseconds longer.
 */
export function keepCompiled(): void {
  for (const [file, { script, label, rounds }] of loaded) {
    if (rounds >= ROUNDS) continue;
    const data = script.createCachedData();
    // Twice: V8 does not notice a changed byte, and crashes on some. Comparing takes less time than any sum.
    const content = Buffer.concat([Buffer.from(headOf(label, rounds + 1)), data, data]);
    if (wrote(nextTo(file), content)) continue;
    const place = inHome(file, label);
    if (isPrivate(dirname(place))) wrote(place, content);
  }
}

/** A built file is ASCII, and begins with `//` and its hash. */
function readBuilt(file: string): { readonly text: string; readonly label: string } {
  const fd = openSync(file, "r");
  try {
    const { mtimeMs, ctimeMs } = fstatSync(fd);
    const text = readFileSync(fd, "latin1");
    const built = text.slice(2, text.indexOf("\n"));
    // The times as well: who patches an installed file leaves the hash in it, and can set one of them.
    return { text, label: `${built} ${text.length} ${mtimeMs} ${ctimeMs}` };
  } finally {
    closeSync(fd);
  }
}

/** Of the same length for every round. */
function headOf(label: string, round: number): string {
  return `${label} ${process.version} ${process.versions.v8} ${round}\n`;
}

/** What was kept for exactly this file and this Node, or null. A file that was torn or changed is none. */
function readKept(
  file: string,
  label: string,
): { readonly data: Buffer; readonly rounds: number } | null {
  const content = read(nextTo(file)) ?? readOwn(inHome(file, label));
  if (content === undefined) return null;
  const { length } = headOf(label, 0);
  const head = content.toString("latin1", 0, length);
  const rounds = Number(head.at(-2));
  const half = (content.length - length) / 2;
  const [data, again] = [content.subarray(length, length + half), content.subarray(length + half)];
  return head === headOf(label, rounds) && data.length > 0 && data.equals(again)
    ? { data, rounds }
    : null;
}

function nextTo(file: string): string {
  return `${file}.${nodeMark()}.cache`;
}

function inHome(file: string, label: string): string {
  return join(defaultHome(), "compiled", `${label.slice(0, 16)}-${nextTo(basename(file))}`);
}

/** One for each version of Node and its options: several may share an installation, and V8 takes nothing from another. */
function nodeMark(): string {
  const options = [process.env["NODE_OPTIONS"] ?? "", ...process.execArgv].join(" ").trim();
  if (options === "") return process.version;
  let sum = 0;
  for (let index = 0; index < options.length; index++)
    sum = (Math.imul(sum, 31) + options.charCodeAt(index)) | 0;
  return `${process.version}-${(sum >>> 0).toString(36)}`;
}

function read(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

function readOwn(path: string): Buffer | undefined {
  try {
    return isOwn(dirname(path)) && isOwn(path) ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is this user's alone: what is kept is run. */
function isOwn(path: string): boolean {
  const stats = lstatSync(path);
  return stats.uid === process.geteuid?.() && (stats.mode & 0o022) === 0 && !stats.isSymbolicLink();
}

function isPrivate(folder: string): boolean {
  try {
    makeFolder(folder, 0o700);
    return isOwn(folder);
  } catch {
    return false;
  }
}

function wrote(path: string, content: Buffer): boolean {
  try {
    replaceFile(path, content);
    return true;
  } catch {
    return false;
  }
}
