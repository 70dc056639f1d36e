import type { HookRun } from "../decode/index.js";

/** The exit code, where there is one. That a file changed meanwhile is nothing that a host notices. */
export function exitCode({ ending }: HookRun): number | null {
  return ending.type === "exited" || ending.type === "changed" ? ending.code : null;
}

/** How a run ended, for the `found` of a Problem. */
export function endingText({ ending }: HookRun): string {
  switch (ending.type) {
    case "exited":
      return `exit code ${ending.code}`;
    case "signalled":
      return ending.signal;
    case "not-started":
      return ending.error;
    default:
      return ending.type;
  }
}

/** In the order of completion: what `finish` leaves out comes last, what it makes up is dropped. */
export function inOrder<Item>(items: readonly Item[], finish: readonly number[]): readonly Item[] {
  const order = new Set([...finish, ...items.keys()]);
  return [...order]
    .filter((index) => Object.hasOwn(items, index))
    .map((index) => items[index] as Item);
}
