import { isRecord } from "../json/index.js";
import { canonicalJson, type NamedFile } from "./fingerprint.js";

/** One thing in which two versions of a hook differ. */
export interface HookDifference {
  /** A key of the entry, `action.command`, or `file ./guard.sh`. */
  readonly what: string;
  /** Null where it was not there. */
  readonly before: string | null;
  readonly after: string | null;
}

interface Version {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly files: readonly NamedFile[];
}

/** All that changed from one version to the next, key by key and file by file. */
export function differences(before: Version, after: Version): HookDifference[] {
  return [
    ...between(flat(before.entry), flat(after.entry)),
    ...between(filesOf(before), filesOf(after)),
  ];
}

function between(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): HookDifference[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((what) => {
    const [one, other] = [before.get(what) ?? null, after.get(what) ?? null];
    return one === other ? [] : [{ what, before: one, after: other }];
  });
}

function filesOf({ files }: Version): Map<string, string> {
  return new Map(
    files.map(({ path, real, sha256 }) => [
      `file ${path}`,
      real === path ? `sha256 ${sha256}` : `→ ${real}, sha256 ${sha256}`,
    ]),
  );
}

/** The leaves of an entry with their paths. Lists are leaves. */
function flat(value: Readonly<Record<string, unknown>>, parent = ""): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const [key, item] of Object.entries(value)) {
    const path = parent === "" ? key : `${parent}.${key}`;
    if (isRecord(item)) {
      for (const [below, text] of flat(item, path)) leaves.set(below, text);
    } else leaves.set(path, canonicalJson(item));
  }
  return leaves;
}
