import { differences, type HookDifference } from "./difference.js";
import type { KnownHook } from "./approval-store.js";

/** What is new about a hook of the user or the administrator since the last time. */
export interface Announcement {
  readonly file: string;
  readonly name: string;
  readonly what: "new" | "changed" | "gone";
  readonly changes: readonly HookDifference[];
}

function prints(hooks: readonly KnownHook[]): Set<string> {
  return new Set(hooks.map(({ fingerprint }) => fingerprint));
}

/** What differs between the hooks of a file as they were seen last and as they are. */
export function news(
  file: string,
  before: readonly KnownHook[],
  now: readonly KnownHook[],
): Announcement[] {
  const [known, present] = [prints(before), prints(now)];
  const added = now.filter(({ fingerprint }) => !known.has(fingerprint));
  const removed = before.filter(({ fingerprint }) => !present.has(fingerprint));
  const changed = added.map((hook): Announcement => {
    const old =
      removed.find(({ id }) => id === hook.id) ?? removed.find(({ name }) => name === hook.name);
    if (old === undefined) return { file, name: hook.name, what: "new", changes: [] };
    removed.splice(removed.indexOf(old), 1);
    return { file, name: hook.name, what: "changed", changes: differences(old, hook) };
  });
  const gone = removed.map(({ name }): Announcement => ({ file, name, what: "gone", changes: [] }));
  return [...changed, ...gone];
}
