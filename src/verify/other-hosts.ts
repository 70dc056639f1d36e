import { isRecord, parseJson } from "../json/index.js";
import { FALLBACK } from "./faults.js";
import type { PrintedRun } from "./record-faults.js";

/** What a host makes of a guard's run before a tool call. */
type OtherOutcome = "block" | "ask" | "proceed";

/** A field of a guard's answer, by path, and what it does where it has this value. */
type Restriction = readonly [path: string, value: unknown, outcome: OtherOutcome];

/**
 * A host that Snaphook has no reader for, as far as one run of a guard before a tool call goes. Each was run with real
 * guards under every fault that acts on a run; what they did is the table of the test.
 */
export interface OtherHost {
  readonly name: string;
  /** As its makers call it. */
  readonly title: string;
  readonly version: string;
  /** It never starts the hooks that its settings have. */
  readonly neverRuns: boolean;
  /** Whether exit code 2 denies. */
  readonly exitTwo: boolean;
  readonly restrictions: readonly Restriction[];
  /** After which endings what was printed counts; a run that is too late counts in none. */
  readonly reads: "exit code 0" | "every exit code and signal";
  /** Where JSON is looked for: stdout as a whole, or also among other lines. */
  readonly finds: "all of stdout" | "the last object" | "the last line after HOOK_CONTROL";
  /** Whether a run ends for the host while somebody holds the guard's output; it `waits` up to the deadline. */
  readonly heldPipes: "ends" | "waits";
  /** What a failure looks like to the user. */
  readonly says: string;
  /** How a guard denies there. */
  readonly denyBy: string;
  /** What behind a guard's command makes most failures block. */
  readonly fallback: string;
}

const cancels: readonly Restriction[] = [["cancel", true, "block"]];
const CANCEL = 'Print {"cancel": true, "errorMessage": "…"} and end with exit code 0.';

const CANCEL_FALLBACK = `|| echo '{"cancel": true, "errorMessage": "the guard failed"}'`;

export const otherHosts: readonly OtherHost[] = [
  {
    name: "vscode",
    title: "VS Code (Copilot Chat)",
    version: "0.42.0",
    neverRuns: false,
    exitTwo: true,
    restrictions: [
      ["hookSpecificOutput.permissionDecision", "deny", "block"],
      ["hookSpecificOutput.permissionDecision", "ask", "ask"],
      ["continue", false, "block"],
    ],
    reads: "exit code 0",
    finds: "all of stdout",
    heldPipes: "ends",
    says: "a warning, if the guard printed something to stderr",
    denyBy: "End with exit code 2.",
    fallback: FALLBACK,
  },
  {
    name: "cline",
    title: "Cline CLI",
    version: "3.0.65",
    neverRuns: false,
    exitTwo: false,
    restrictions: cancels,
    reads: "every exit code and signal",
    finds: "the last line after HOOK_CONTROL",
    heldPipes: "ends",
    says: "a line in its log",
    denyBy: CANCEL,
    fallback: CANCEL_FALLBACK,
  },
  {
    name: "cline-vscode",
    title: "Cline (extension)",
    version: "4.1.13",
    neverRuns: false,
    exitTwo: false,
    restrictions: cancels,
    reads: "exit code 0",
    finds: "the last object",
    heldPipes: "waits",
    says: "the hook is shown as failed",
    denyBy: CANCEL,
    fallback: CANCEL_FALLBACK,
  },
  {
    name: "continue",
    title: "Continue CLI",
    version: "1.5.47",
    neverRuns: true,
    exitTwo: false,
    restrictions: [],
    reads: "exit code 0",
    finds: "all of stdout",
    heldPipes: "ends",
    says: "nothing",
    denyBy: "No answer denies there: use its own permissions (`cn --exclude TOOL`).",
    fallback: "",
  },
  {
    name: "letta",
    title: "Letta Code",
    version: "0.32.18",
    neverRuns: false,
    exitTwo: true,
    restrictions: [],
    reads: "exit code 0",
    finds: "all of stdout",
    heldPipes: "waits",
    says: "a line with its exit code",
    denyBy: "End with exit code 2.",
    fallback: FALLBACK,
  },
];

export function findOtherHost(name: string): OtherHost | undefined {
  return otherHosts.find((one) => one.name === name);
}

/** What the host does after these runs of one event: the strictest counts, in all of them. */
export function outcomeInOtherHost(host: OtherHost, runs: readonly PrintedRun[]): OtherOutcome {
  const outcomes = runs.map((run) => outcomeOf(host, run));
  return (
    outcomes.find((one) => one === "block") ?? outcomes.find((one) => one === "ask") ?? "proceed"
  );
}

function outcomeOf(host: OtherHost, run: PrintedRun): OtherOutcome {
  const { exit, timedOut, spawnError, stdout } = run;
  if (host.neverRuns || timedOut === true || spawnError !== undefined) return "proceed";
  if (exit === 2 && host.exitTwo) return "block";
  if (exit !== 0 && host.reads === "exit code 0") return "proceed";
  const answer = parseJson(answerIn(stdout, host.finds));
  const met = host.restrictions.find(([path, value]) => valueAt(answer, path) === value);
  return met?.[2] ?? "proceed";
}

function valueAt(answer: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce(
      (holder, key) => (isRecord(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined),
      answer,
    );
}

const CONTROL = "HOOK_CONTROL\t";

function answerIn(stdout: string, finds: OtherHost["finds"]): string {
  if (finds === "all of stdout") return stdout;
  const text = stdout.trim();
  const lines = text.split("\n").map((line) => line.trim());
  if (finds === "the last line after HOOK_CONTROL")
    return lines.findLast((line) => line.startsWith(CONTROL))?.slice(CONTROL.length) ?? text;
  return parseJson(text) === undefined ? lastObject(lines) : text;
}

/** The last lines in which every brace is closed, from the first brace on. */
function lastObject(lines: readonly string[]): string {
  let depth = 0;
  let found = "";
  for (const line of lines.toReversed()) {
    depth += line.split("}").length - line.split("{").length;
    if (found !== "" || line.includes("}")) found = `${line}\n${found}`;
    if (found !== "" && depth === 0) break;
  }
  return found.slice(Math.max(found.indexOf("{"), 0));
}
