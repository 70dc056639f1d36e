import type { FilePath, ParsedScript, Span } from "./script/syntax.js";

/** Another file that a script starts or takes in, as it is on the disk. */
export interface HelperFile extends Omit<WantedFile, "paths"> {
  readonly path: string;
  readonly exists: boolean;
  readonly isExecutable: boolean;
}

interface WantedFile {
  /** The first that is there counts. */
  readonly paths: readonly FilePath[];
  readonly at: Span;
  /** `source`, `import`: it is taken in. Null: it is started itself. Else the program that it is given to. */
  readonly interpreter: string | null;
}

/** The files that a script cannot do without. Of Python's modules it is not known: they may be installed. */
export function wantedFiles({ includes, starts }: ParsedScript): readonly WantedFile[] {
  return [
    ...includes
      .filter(({ isOptional }) => !isOptional)
      .map(({ paths, at, kind }) => ({
        paths,
        at,
        interpreter: kind === "source" ? "source" : "import",
      })),
    ...starts
      .filter(({ isTested }) => !isTested)
      .map(({ path, at, interpreter }) => ({ paths: [path], at, interpreter })),
  ];
}
