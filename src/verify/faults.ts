/**
 * How a fault is made: `record`, from a run in which the guard denied, without a process; `run`, by running the guard
 * with it.
 */
interface FaultSpec {
  readonly how: "record" | "run";
  /** What is wrong, after "when". */
  readonly when: string;
  /** What the author of the guard can do. */
  readonly fix: string;
}

const FAILS = "Make a failure block:";
const ANSWER =
  "Print one JSON object and nothing else, and check that it is written; or deny by exit code 2.";

/** What can go wrong with a guard, or around it. */
export const faults = {
  "crash-before-answer": { how: "record", when: "it crashes before it answers", fix: FAILS },
  "crash-after-answer": { how: "record", when: "it crashes after its answer", fix: FAILS },
  signal: { how: "record", when: "a signal kills it", fix: FAILS },
  deadline: { how: "record", when: "it answers, but does not end in time", fix: FAILS },
  "slow-start": { how: "record", when: "it starts too slowly to answer in time", fix: FAILS },
  "not-started": { how: "record", when: "the host cannot start it", fix: FAILS },
  "pipes-held": {
    how: "record",
    when: "a process that it started keeps its output open",
    fix: "Start background work with its output redirected: >/dev/null 2>&1 </dev/null &",
  },
  "garbage-before": { how: "record", when: "other text is printed before its answer", fix: ANSWER },
  "garbage-after": { how: "record", when: "other text is printed after its answer", fix: ANSWER },
  "truncated-answer": { how: "record", when: "its answer is cut off", fix: ANSWER },
  "other-allows": {
    how: "record",
    when: "another hook allows the same call",
    fix: "Remove the hook that allows, or deny in the form that wins there: snaphook explain --hosts.",
  },
  "host-killed": { how: "record", when: "the host is killed while it runs", fix: "" },
  "no-interpreter": {
    how: "run",
    when: "its interpreter is not installed",
    fix: FAILS,
  },
  "no-program": {
    how: "run",
    when: "a program that it needs is not installed",
    fix: "Check for the program first: command -v NAME >/dev/null || { echo 'NAME is missing' >&2; exit 2; }",
  },
  "script-missing": { how: "run", when: "its script is missing", fix: FAILS },
  "not-executable": {
    how: "run",
    when: "its script is not executable",
    fix: "Start it by its interpreter (sh guard.sh, python3 guard.py), or make a failure block:",
  },
  "folder-deleted": { how: "run", when: "its working directory is deleted", fix: FAILS },
  "folder-unreadable": { how: "run", when: "it cannot read its working directory", fix: FAILS },
  "stdin-closed": {
    how: "run",
    when: "it gets no payload",
    fix: "Deny where the payload cannot be read: exit 2.",
  },
  "large-payload": {
    how: "run",
    when: "the payload has 10 MB",
    fix: "Read all of stdin, and do not pass the payload as an argument.",
  },
  "unknown-tool": {
    how: "run",
    when: "the same input comes from a tool that it does not know",
    fix: "Decide by what the input holds, and deny tools that the guard does not know.",
  },
  "fields-missing": {
    how: "run",
    when: "the payload has only the tool and its input",
    fix: "Do not depend on session_id, transcript_path, cwd and the like.",
  },
  "input-missing": {
    how: "run",
    when: "the field that it looks at is not in the payload",
    fix: "Deny where the field is missing or empty: hosts rename fields.",
  },
  "disk-full": {
    how: "run",
    when: "no file can be written",
    fix: "Write logs after the decision, and ignore their errors.",
  },
  "no-memory": { how: "run", when: "there is almost no memory", fix: FAILS },
  "no-network": {
    how: "run",
    when: "there is no network",
    fix: "Decide without the network, or deny where it cannot be reached.",
  },
  "clock-jump": {
    how: "run",
    when: "the clock jumps by ten years",
    fix: "Do not decide by the time of day.",
  },
} as const satisfies Readonly<Record<string, FaultSpec>>;

export type Fault = keyof typeof faults;

export const faultNames = Object.keys(faults) as readonly Fault[];

/** What behind a guard's command makes most failures block where exit code 2 does, in a host that has no setting for it. */
export const FALLBACK = '|| { echo "the guard failed" >&2; exit 2; }';

const late: readonly Fault[] = ["deadline", "slow-start", "not-started"];

/** Whether the command itself can make it block: a shell that is killed too, or never started, cannot. */
export function isSolvedByFallback(fault: Fault): boolean {
  return isSolvedBySetting(fault) && !late.includes(fault);
}

/** Whether it is solved by the host's setting for failures. */
export function isSolvedBySetting(fault: Fault): boolean {
  return faults[fault].fix.endsWith(":");
}
