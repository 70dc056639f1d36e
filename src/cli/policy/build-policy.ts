import type { KeyObject } from "node:crypto";
import { statSync } from "node:fs";
import { posix } from "node:path";
import { asProgram, bundleSettings } from "../../config/index.js";
import { checkSettings, publishedRevisions, type FleetConnection } from "../../fleet/index.js";
import {
  addressOf,
  manifestBytes,
  packFolder,
  PolicyFault,
  readManifest,
  SETTINGS,
  signManifest,
  type Bundle,
  type Manifest,
  type Packed,
} from "../../policy/index.js";
import { readKeyFile } from "../../signing/index.js";
import type { Arguments } from "../arguments.js";
import { UsageError } from "../usage-error.js";

/** Where the variable stands for in what `bundleSettings` gives: no path of a file. */
const BUNDLE = "$SNAPHOOK_POLICY";
/** The file of the bundle that a command begins with, in the exec form and in that of a shell. */
const STARTED = /^\s*["']?\$\{?SNAPHOOK_POLICY\}?"?\/([\w.@+/-]+)/;

/** What is said of the revision on the command line, and what of it the database must say. */
export interface Stage {
  readonly revision: number | null;
  readonly share: number;
  readonly isObserving: boolean;
  readonly over: number | null;
}

export function readStage(given: Arguments): Stage {
  const isObserving = given.flag("observe");
  const over = whole(given, "over", 0);
  const share = whole(given, "share", 1) ?? 100;
  if (share > 100) throw new UsageError("--share is a percentage from 1 to 100");
  if (over !== null && !isObserving) throw new UsageError("--over needs --observe");
  return { revision: whole(given, "revision", 1), share, isObserving, over };
}

/** A whole number from an option, or null where it was not given. */
export function whole(given: Arguments, name: string, least: number): number | null {
  const text = given.text(name);
  if (text === undefined) return null;
  const number = Number(text);
  if (!/^\d{1,15}$/.test(text) || number < least)
    throw new UsageError(`--${name} ${text}: give a whole number from ${least}`);
  return number;
}

/** Whether the database must be asked for a number. */
export function needsDatabase({ revision, isObserving, over }: Stage): boolean {
  return revision === null || (isObserving && over === null);
}

/** Packs a folder and signs it. Throws a PolicyFault for what no machine would take. */
export async function buildPolicy(
  folder: string,
  keyFile: string,
  stage: Stage,
  fleet: FleetConnection | null,
): Promise<Bundle> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${folder} is not a folder`);
  const packed = packFolder(folder);
  checkNames(packed);
  checkPrograms(packed);
  const newest = fleet === null ? null : await newestRevisions(fleet);
  const revision = stage.revision ?? (newest?.any ?? 0) + 1;
  const observeOver = stage.isObserving ? (stage.over ?? newest?.enforced ?? 0) : null;
  const stated: Manifest = { revision, share: stage.share, observeOver, files: packed.files };
  const manifest = manifestBytes(stated);
  readManifest(manifest);
  const signature = signManifest(manifest, readKey(keyFile));
  const { contents } = packed;
  const bundle = { manifest, signature, contents, address: addressOf(manifest), stated };
  checkSettings(bundle);
  return bundle;
}

function readKey(file: string): KeyObject {
  const key = readKeyFile(file, "snaphook policy key --out FILE");
  if ("why" in key) throw new PolicyFault(`--key: ${key.why}`);
  return key;
}

/** By their own word: a wrong one makes a number that machines or the database refuse. */
async function newestRevisions(
  fleet: FleetConnection,
): Promise<{ readonly any: number; readonly enforced: number }> {
  let any: number | null = null;
  let below: number | undefined;
  for (;;) {
    const rows = await publishedRevisions(fleet, below);
    any ??= rows[0]?.revision ?? 0;
    const enforced = rows.find(({ manifest }) => readManifest(manifest).observeOver === null);
    if (enforced !== undefined) return { any, enforced: enforced.revision };
    below = rows.at(-1)?.revision;
    if (below === undefined) return { any, enforced: 0 };
  }
}

/** A hook whose file is not in the bundle, or cannot be started, would fail on every machine. */
function checkPrograms({ files, contents }: Packed): void {
  const sha256 = files.find(({ path }) => path === SETTINGS)?.sha256 ?? "";
  const place = { path: SETTINGS, files: BUNDLE, address: "" };
  const { settings } = bundleSettings(contents.get(sha256) ?? new Uint8Array(), place);
  for (const { action, source } of settings.hooks) {
    const refuse = (why: string): never => {
      throw new PolicyFault(`${SETTINGS}:${source.line ?? 1}: ${why}`);
    };
    const program = asProgram(action);
    const started = fileOf(program?.command);
    const named =
      action.type === "module" ? [action.module] : program?.form === "exec" ? program.args : [];
    for (const path of [started, ...named.map(fileOf)])
      if (path !== null && !files.some((file) => `${file.path}/`.startsWith(`${path}/`)))
        refuse(`${path} is not a file in the folder: add it, or correct the path`);
    // Windows knows no such bit.
    if (process.platform === "win32") continue;
    if (files.some(({ path, isExecutable }) => path === started && !isExecutable))
      refuse(`${started} is started and is not executable; chmod +x it`);
  }
}

/** The path in the bundle that a text begins with, or null. */
function fileOf(text = ""): string | null {
  const [, path] = STARTED.exec(text) ?? [];
  return path === undefined ? null : posix.normalize(path).replace(/\/$/, "");
}

/** A hook that names a file of the bundle without the variable would run what the project has there. */
function checkNames({ files, contents }: Packed): void {
  const settings = files.find(({ path }) => path === SETTINGS);
  const text = Buffer.from(contents.get(settings?.sha256 ?? "") ?? []).toString();
  for (const { path } of files) {
    if (path === SETTINGS) continue;
    for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + 1)) {
      const [before, after] = [text.slice(0, at), text.slice(at + path.length)];
      if (/[\w-]$/.test(before) || /^[\w-]/.test(after)) continue;
      if (/\$\{?SNAPHOOK_POLICY\}?(?:\\?"|')?\/(?:[\w.@+-]+\/)*$/.test(before)) continue;
      const line = before.split("\n").length;
      // A file of that name in the middle of another path is another file.
      const isRelative = /(?:^|[^\w.@+/-])\.\/$/.test(before);
      if (/[\w.@+-]\/$/.test(before) && !isRelative) continue;
      throw new PolicyFault(
        `${SETTINGS}:${line}: ${path} would be looked for in the project; write "$SNAPHOOK_POLICY"/${path}`,
      );
    }
  }
}
