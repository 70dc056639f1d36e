import { placesOf, type KnownCommand, type Load, type Loads, type LoadPlace } from "./load.js";

/** What a program runs that takes its task from files or from its words. */
export type RunnerReader = (name: string, command: KnownCommand) => Partial<Loads>;

export const unknownWord = (what: string): Partial<Loads> => ({
  notKnown: [`${what}: what it runs is known only when it runs`],
});

/** Words that are no options, without the values of those that have one. */
export function operandsOf(words: readonly string[], valued: RegExp): string[] {
  const found: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? "";
    if (word === "--") return [...found, ...words.slice(at + 1)];
    if (valued.test(word)) at++;
    else if (!word.startsWith("-")) found.push(word);
  }
  return found;
}

/** The values of an option, in the same word or the next. */
export function valuesAfter(words: readonly string[], option: RegExp): string[] {
  return words.flatMap((word, at) => {
    const found = option.exec(word);
    if (found === null) return [];
    return found[1] === undefined || found[1] === "" ? (words[at + 1] ?? []) : found[1];
  });
}

export function optional(...places: readonly LoadPlace[]): Load {
  return { places, missing: null };
}

/** Folders from which the system loads libraries for any program. */
export function libraryPlaces(folders: readonly string[]): Load {
  const named = folders.filter((folder) => folder !== "");
  return optional(
    ...placesOf(named.map((folder) => `${folder}/glibc-hwcaps/*/*`)),
    ...named.map((name) => ({ name, isFolder: true })),
  );
}
