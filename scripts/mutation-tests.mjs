// Which tests can notice a change of a file, for scripts/mutation.mjs.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The files of the project as they are in the working tree. */
export function projectFiles() {
  const list = ["ls-files", "-z", "-co", "--exclude-standard"];
  return execFileSync("git", list, { encoding: "utf8" })
    .split("\0")
    .filter((file) => file !== "" && existsSync(file));
}

/** Tests of processes that a folder's name does not lead to, by a word of their names. @type {Readonly<Record<string, readonly string[]>>} */
const alsoTestedBy = { engine: ["flow"], run: ["flow", "worker", "module"] };

/**
 * A test can notice a change where it reaches the file: by an import, or by any other text in quotes that names a file,
 * in the test or in what it reaches. Gives back the tests of a file: first, in turns, those that share a word with the
 * name of its folder (`tests/module` for `src/run/module`) and those that share one with its own name
 * (`tests/fleet/policy.test.ts` for `src/config/policy-layer.ts`), then the others; the nearest first.
 * @param {readonly string[]} files
 * @returns {(file: string) => string[]}
 */
export function findTests(files) {
  const known = new Set(files);
  const commands = files.filter((file) => /^src\/cli\/(main|commands\/[^.]*)\.ts$/.test(file));

  /** Files that a text may mean: one from here, one of the project, or one of what is built from it.
   * @param {string} text @param {string} from */
  function meant(text, from) {
    if (/^dist(\/cli.*)?$/.test(text)) return commands;
    const path = text.startsWith(".")
      ? join(dirname(from), text)
      : text.replace(/^(dist(\/lib)?|snaphook)(?=\/|$)/, "src");
    const stem = path.replace(/\.[mc]?js$/, "");
    const candidates = [".ts", ".tsx", ".mts", "/index.ts"].map((end) => `${stem}${end}`);
    return [path, ...candidates].filter((file) => known.has(file));
  }

  /** @type {Map<string, Set<string>>} */
  const namedBy = new Map();
  for (const from of files.filter((file) => /\.([mc]?[jt]s|tsx)$/.test(file))) {
    const code = readFileSync(from, "utf8").replaceAll(/^(import|export) type [^;]*;/gm, "");
    for (const [, text = ""] of code.matchAll(/"([^"\n]+)"/g))
      for (const file of meant(text, from))
        namedBy.set(file, (namedBy.get(file) ?? new Set()).add(from));
  }

  return (file) => {
    /** @type {Map<string, number>} */
    const distances = new Map();
    const due = [[file]];
    for (let distance = 0; distance < due.length; distance++)
      for (const path of due[distance] ?? [])
        if (!distances.has(path)) {
          distances.set(path, distance);
          for (const from of namedBy.get(path) ?? []) {
            // A test that starts the command is near to all of it, takes long and looks at little.
            const step = path.startsWith("src/cli/") && from.startsWith("tests/") ? 4 : 1;
            (due[distance + step] ??= []).push(from);
          }
        }
    const distanceOf = (/** @type {string} */ test) => distances.get(test) ?? 0;
    const near = [...distances.keys()]
      // Its own tests need a repository, which a private copy is not, and say nothing of other code.
      .filter((path) => /^(src|tests)\/(?!mutation\.).*\.test\.tsx?$/.test(path))
      .toSorted((a, b) => distanceOf(a) - distanceOf(b));
    const folder = basename(dirname(file));
    const [ofFolder = [], ofFile = []] = [
      [...words(folder), ...(alsoTestedBy[folder] ?? [])],
      words(basename(file)),
    ].map((topics) => near.filter((test) => words(test).some((word) => topics.includes(word))));
    const inTurns = near.flatMap((_, turn) => [ofFolder[turn] ?? [], ofFile[turn] ?? []].flat());
    return [...new Set([...inTurns, ...near])];
  };
}

/** @param {string} path */
function words(path) {
  return path.split(/[/.-]/).filter((word) => !/^(src|tests?|[mc]?tsx?)$/.test(word));
}
