import type { HookDifference } from "./difference.js";
import type { LockedHook } from "./lock-file.js";

/** What differs between two lock files, hook by hook. */
export function lockChanges(
  before: readonly LockedHook[],
  after: readonly LockedHook[],
): HookDifference[] {
  const [one, other] = [texts(before), texts(after)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((what) => {
    const change = { what, before: one.get(what) ?? null, after: other.get(what) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** Each hook by its event and name; several of one name are distinguished by a number. */
function texts(hooks: readonly LockedHook[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const { event, name, fingerprint, files } of hooks) {
    let what = `${event} ${name}`;
    for (let number = 2; known.has(what); number++) what = `${event} ${name} (${number})`;
    const pinned = files.map(({ path, sha256 }) => `${path} ${sha256.slice(0, 16)}`);
    known.set(what, [fingerprint.slice(0, 16), ...pinned].join(", "));
  }
  return known;
}
