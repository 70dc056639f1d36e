import type { Load, LoadPlace } from "./load.js";

/** How the programs of one language find what they load. */
export interface Language {
  /** Where a script may be that is named on the command line. */
  readonly script: (name: string) => readonly Load[];
  /** Where a module may be that an option names; the command says for `missing` how it was named. */
  readonly module: (name: string, libraries: readonly string[], command: string) => readonly Load[];
  /** What code on the command line names. */
  readonly code: (text: string, libraries: readonly string[]) => readonly Load[];
  /** How its modules end, where any of a folder that the hook names for them may be loaded. */
  readonly endings?: readonly string[];
}

export const quoted = /(["'`])((?:\\.|(?!\1)[^\\\n]){1,1024})\1/g;

export function namesIn(text: string, expression: RegExp, group = 1): string[] {
  return [...text.matchAll(expression)].flatMap((found) => found[group] ?? []);
}

export function absent(places: readonly LoadPlace[]): Load {
  return { places, missing: null };
}

export const noFile = (what: string): string => `${what}: no such file was found`;
