import type { Difference } from "./difference.js";
import type { LockedHook } from "./lock-file.js";

/** What differs between two lock files, hook by hook. */
export function lockChanges(
  before: readonly LockedHook[],
  after: readonly LockedHook[],
): Difference[] {
  const [one, other] = [texts(before), texts(after)];
  return [...new Set([...one.keys(), ...other.keys()])].flatMap((what) => {
    const change = { what, before: one.get(what) ?? null, after: other.get(what) ?? null };
    return change.before === change.after ? [] : [change];
  });
}

/** Several hooks of one name are told apart by their place. */
function nth(hooks: readonly LockedHook[], index: number): string {
  const { name, event } = hooks[index] ?? { name: "", event: "" };
  const before = hooks.slice(0, index).filter((hook) => hook.name === name && hook.event === event);
  return before.length === 0 ? "" : `(${before.length + 1})`;
}

function described({ fingerprint, files }: LockedHook): string {
  return [
    fingerprint.slice(0, 16),
    ...files.map(({ path, sha256 }) => `${path} ${sha256.slice(0, 16)}`),
  ].join(", ");
}

function texts(hooks: readonly LockedHook[]): Map<string, string> {
  return new Map(
    hooks.map((hook, index) => [
      `${hook.event} ${hook.name} ${nth(hooks, index)}`.trim(),
      described(hook),
    ]),
  );
}
