import { catalogue, type Problem } from "../problem/index.js";
import { forTerminalLine } from "./for-terminal.js";
import type { Paint } from "./paint.js";

/** Problems with settings have a file. */
interface FilePlace {
  readonly file?: string | null;
  readonly line?: number | null;
}

/** A Problem as a person reads it: what, where, what was found, what would be right, what was lost, what to do. */
export function problemText(problem: Problem & FilePlace, paint: Paint): string {
  const mark = { error: paint.red, warning: paint.yellow, info: paint.dim }[problem.severity];
  return `${mark(problem.severity)} ${problemWords(problem, paint)}`;
}

/** The same without its severity, for a place that shows it already. */
export function problemWords(problem: Problem & FilePlace, paint: Paint): string {
  const { title } = codeWords(problem.code);
  const place = [
    fileText(problem),
    problem.hook === "" ? "" : `hook ${problem.hook}`,
    problem.path,
    problem.offset === undefined ? "" : `character ${problem.offset}`,
  ].filter((part) => part !== "");
  // Everything but the catalogue's own words may be the hook's.
  const theirs: (readonly [string, string | undefined])[] = [
    [labelOf(place.join(", "), problem), problem.found],
    [ALLOWED, isSaidLater(problem) ? undefined : problem.allowed?.join(", ")],
    ["did you mean:", problem.suggestion],
    ["lost:", problem.lost],
  ];
  return [
    `${forTerminalLine(title)} ${paint.dim(forTerminalLine(`[${problem.code}]`))}`,
    ...theirs.flatMap(([label, text]) =>
      text === undefined || text === ""
        ? []
        : [`  ${forTerminalLine(`${label} ${text}`.trimStart())}`],
    ),
    `  ${paint.dim(forTerminalLine(`fix: ${problemFix(problem)}`))}`,
  ].join("\n");
}

/** The fix in the values of the file, where it is known what was meant or what the host allows. */
export function problemFix({ code, path, hook, allowed = [], suggestion }: Problem): string {
  const key = lastKey(path);
  const change = `Change \`${key}\` to ${JSON.stringify(suggestion)}`;
  if (suggestion !== undefined && code === "host-config-ignored")
    return `${change}, or remove this entry.`;
  if (suggestion !== undefined && code === "host-config-dropped")
    return `${change}. Until then, no hook in this file runs.`;
  if (suggestion !== undefined && code === "timeout-unit")
    return `Change \`${key}\` to ${suggestion}.`;
  if (code === "host-config-ignored") {
    if (allowed.includes("no such switch")) return `Remove \`${path}\` if the hooks should run.`;
    if (path === "hooks") return `The host runs only ${allowed.join(", ")}.`;
    if (hook !== "" && allowed.length > 0 && allowed.length <= LONGEST_LIST)
      return `Change \`${key}\` (${ALLOWED} ${allowed.join(", ")}), or remove this entry.`;
  }
  return codeWords(code).fix;
}

/** The last key of a path. */
export function lastKey(path: string): string {
  return /[^.[\]]+(?=(?:\[\d+\])*$)/.exec(path)?.[0] ?? path;
}

/** What the catalogue says of a code. A ledger of another version may have one that this one does not know. */
export function codeWords(code: string): { readonly title: string; readonly fix: string } {
  return Object.hasOwn(catalogue, code)
    ? catalogue[code as Problem["code"]]
    : { title: code, fix: "see a newer version of Snaphook" };
}

function labelOf(place: string, { code }: Problem): string {
  const isSentence = sentences.has(code);
  if (place === "") return isSentence ? "" : "found:";
  return isSentence ? `${place}:` : `${place}: found`;
}

/** What is wrong with a host's settings or a store is said in words. */
const sentences: ReadonlySet<string> = new Set([
  "host-config-ignored",
  "trust-unusable",
  "grants-unusable",
]);

/** A list as long as that of all events is no help next to the one that was meant, nor is one that the fix has. */
function isSaidLater(problem: Problem): boolean {
  const { suggestion, allowed = [] } = problem;
  const isGuessed = suggestion !== undefined && allowed.length > LONGEST_LIST;
  return isGuessed || problemFix(problem).includes(ALLOWED);
}

const ALLOWED = "allowed:";

const LONGEST_LIST = 8;

/** A Problem that was shown before, in one line. */
export function repeatedProblem({ code, hook, path, lost }: Problem, times: number): string {
  const place = [hook === "" ? "" : `hook ${hook}`, path].filter((part) => part !== "").join(", ");
  const loss = lost === undefined ? "" : `; lost: ${lost}`;
  return forTerminalLine(
    `${catalogue[code].title} again, ${times} times by now [${code}]: ${place}${loss}`,
  );
}

function fileText({ file, line }: FilePlace): string {
  if (file === undefined || file === null) return "";
  return line === undefined || line === null ? file : `${file}:${line}`;
}
