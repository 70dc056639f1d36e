import { spawnSync } from "node:child_process";
import {
  findUsualImport,
  putIntoJavaScript,
  putIntoPython,
  putIntoShell,
} from "../build/put-kit-in.js";
import { UsageError } from "../usage-error.js";

/** A language that `init` has a guard in. */
interface Language {
  /** In `examples/guards`. */
  readonly example: string;
  /** What it is called in the project. */
  readonly file: string;
  /** What starts it. */
  readonly program: string;
  /** A line for the shell that succeeds where it can run, and what to do where it does not. */
  readonly check: string;
  readonly needs: string;
  /** The example with the kit in it, so that it works alone; null where it does without the kit. */
  readonly withKit: ((example: string) => string | null) | null;
}

export const languages = {
  node: {
    example: "guard.mjs",
    file: "guard.mjs",
    program: "node",
    check: "command -v node",
    needs: "node on the PATH",
    withKit: (example) => {
      const found = findUsualImport(example);
      return found === null ? null : putIntoJavaScript(example, found);
    },
  },
  python: {
    example: "guard.py",
    file: "guard.py",
    program: "python3",
    check: "python3 -c pass",
    needs: "python3 on the PATH",
    withKit: putIntoPython,
  },
  sh: {
    example: "guard.sh",
    file: "guard.sh",
    program: "sh",
    check: "command -v awk",
    needs: "awk on the PATH, to read JSON",
    withKit: putIntoShell,
  },
  typescript: {
    // Without the kit: Node takes a tenth of a second to strip the types of what has none.
    example: "guard-alone.ts",
    file: "guard.ts",
    program: "node",
    // Older ones need a flag that newer ones warn of, or none of them knows.
    check: `node -e 'process.exit(process.features.typescript === "strip" ? 0 : 1)'`,
    needs: "Node 22.18 or newer as node on the PATH, which runs TypeScript without a build",
    withKit: null,
  },
} as const satisfies Record<string, Language>;

export type LanguageName = keyof typeof languages;

export const languageNames = Object.keys(languages) as LanguageName[];

export function canRun(name: LanguageName): boolean {
  return spawnSync("/bin/sh", ["-c", languages[name].check], { stdio: "ignore" }).status === 0;
}

/** The language that an option names, where it can run here. */
export function languageOf(given: string): LanguageName {
  const name = languageNames.find((known) => known === given);
  if (name === undefined)
    throw new UsageError(`--language ${given}: known are ${languageNames.join(", ")}`);
  if (!canRun(name)) throw new UsageError(`a guard in ${name} needs ${languages[name].needs}`);
  return name;
}
