/** What a file says further, by what reads it: which of its content names other files. */
export type Follow =
  | { readonly by: "package"; readonly keys: readonly string[] }
  | {
      readonly by: "settings";
      /** Under which modules are named. */
      readonly keys: readonly string[];
      /** Under which commands are. */
      readonly runs?: readonly string[];
      readonly language: SettingsLanguage;
      /** Of a file for many programs only the part that is for this one. */
      readonly section?: string;
    }
  | { readonly by: "scripts"; readonly names: readonly string[]; readonly orProgram: boolean }
  /** Null for every target. */
  | {
      readonly by: "makefile";
      readonly targets: readonly string[] | null;
      /** In which included files are looked for too. */
      readonly folders: readonly string[];
    }
  /** They count for the whole task in which the file is read. Of a file that nobody has named, only those by which something is loaded. */
  | { readonly by: "variables"; readonly isUnasked?: boolean }
  /** Of `words` no line is a command, but any word may be a file. */
  | { readonly by: "words" }
  | { readonly by: "module-type" | "own-package" | "git-config" | "git-folder" | "lines" };

/** How settings name what a program loads. */
export type SettingsLanguage = "node" | "python" | "ruby" | "plain";

/** A place at which something may be that a program loads. */
export interface LoadPlace {
  readonly name: string;
  /** The folder from which it is looked for, seen from where the command runs. */
  readonly from?: string;
  readonly follow?: Follow;
  /** Every file of the folder of that name. */
  readonly isFolder?: boolean;
  /** Of those only what Python takes for one of its own modules. */
  readonly of?: "python";
}

/** One thing that a program loads, and the places at which it may be. */
export interface Load {
  readonly places: readonly LoadPlace[];
  /** Also in the folders above, up to the first that has one. */
  readonly isAbove?: boolean;
  /** What is said to whoever reviews the hook where nothing is at any place; null where that is no loss. */
  readonly missing: string | null;
}

/** A command as far as it is known before it runs: its words with variables filled in. */
export interface KnownCommand {
  readonly words: readonly string[];
  /** Texts and files that it reads as its input; null where that comes from elsewhere. */
  readonly input: { readonly texts: readonly string[]; readonly files: readonly string[] } | null;
  /** What comes from elsewhere, where that is the output of programs that only print what their words say. */
  readonly fed: readonly string[] | null;
  /** What a variable may hold, where it has a value. */
  readonly valuesOf: (name: string) => readonly string[];
  /** Whether the home folder may be another one than the user's. */
  readonly hasOtherHome: boolean;
  /** Whether variables that it was started with may be gone. */
  readonly isCleared: boolean;
}

/** What a command loads, as far as its words tell. */
export interface Loads {
  readonly loads: readonly Load[];
  /** Lines for a shell that it runs in the same folder. */
  readonly lines: readonly string[];
  /** Commands that it starts. */
  readonly starts: readonly (readonly string[])[];
  /** Programs that it looks for along the PATH. */
  readonly programs: readonly string[];
  /** Why it is not known what it runs. */
  readonly notKnown: readonly string[];
}

export const nothingLoaded: Loads = {
  loads: [],
  lines: [],
  starts: [],
  programs: [],
  notKnown: [],
};

export function allOf(parts: readonly Partial<Loads>[]): Loads {
  const all = <Key extends keyof Loads>(key: Key): Loads[Key][number][] =>
    parts.flatMap((part) => (part[key] ?? []) as readonly Loads[Key][number][]);
  return {
    loads: all("loads"),
    lines: all("lines"),
    starts: all("starts"),
    programs: all("programs"),
    notKnown: all("notKnown"),
  };
}

export function placesOf(names: readonly string[], follow?: Follow): LoadPlace[] {
  return names.map((name) => (follow === undefined ? { name } : { name, follow }));
}
