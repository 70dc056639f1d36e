import type { PlainRecord } from "../trace/index.js";
import { attributes, type AttributeSpec } from "./attributes.js";
import {
  countAt,
  cutText,
  fieldsAt,
  integerAt,
  jsonText,
  listAt,
  nameAt,
  textAt,
  type RecordFields,
} from "./fields.js";
import { attribute, type KeyValue, type LogSeverity } from "./otlp.js";

/** Whether texts are reported, and how many characters of each. */
export interface ContentOptions {
  readonly content: boolean;
  readonly text: number;
}

type TextSpec = AttributeSpec & { readonly type: "string" };
type Names = readonly (readonly [field: string, spec: TextSpec])[];

function names(source: RecordFields, wanted: Names): KeyValue[] {
  const found: KeyValue[] = [];
  for (const [field, spec] of wanted) {
    const name = nameAt(source, field);
    if (name !== undefined) found.push(attribute(spec, name));
  }
  return found;
}

/** Texts that somebody wrote: only where content is sent. */
function content(source: RecordFields, wanted: Names, contentOptions: ContentOptions): KeyValue[] {
  if (!contentOptions.content) return [];
  return wanted.flatMap(([field, spec]) => {
    const text = textAt(source, field);
    return text === undefined || text === ""
      ? []
      : [attribute(spec, cutText(text, contentOptions.text))];
  });
}

function lengthOf(
  source: RecordFields,
  field: string,
  spec: AttributeSpec & { type: "int" },
): KeyValue[] {
  const text = textAt(source, field);
  return text === undefined ? [] : [attribute(spec, text.length)];
}

const eventNames: Names = [
  ["event", attributes.event],
  ["eventId", attributes.eventId],
];
const payloadNames: Names = [
  ["session_id", attributes.session],
  ["tool_name", attributes.toolName],
  ["tool_use_id", attributes.toolCallId],
  ["agent_id", attributes.agentId],
  ["agent_type", attributes.agentType],
];

/** What an `event` record says. */
export function eventAttributes(record: PlainRecord, contentOptions: ContentOptions): KeyValue[] {
  const payload = fieldsAt(record, "payload");
  const hooks = record["hooks"];
  const matching = Array.isArray(hooks)
    ? hooks.reduce<number>((sum, hook) => sum + Number(isMatch(hook)), 0)
    : 0;
  const unmatched = typeof record["unmatched"] === "number" ? record["unmatched"] : 0;
  return [
    ...names(record, eventNames),
    ...names(payload, payloadNames),
    attribute(attributes.hooks, countAt(record, "hooks") + unmatched),
    attribute(attributes.matching, matching),
    ...lengthOf(payload, "prompt", attributes.promptLength),
    ...(contentOptions.content
      ? [attribute(attributes.payload, jsonText(payload, contentOptions.text))]
      : []),
  ];
}

function isMatch(hook: unknown): boolean {
  return typeof hook === "object" && hook !== null && "matches" in hook && hook.matches === true;
}

/** How a run ended, in the words of an Ending. */
type EndingName = "cancelled" | "timed-out" | "changed" | "not-started" | "signalled" | "exited";

function endingOf(run: RecordFields): EndingName {
  if (run["cancelled"] === true) return "cancelled";
  if (run["timedOut"] === true) return "timed-out";
  if (typeof run["changed"] === "string") return "changed";
  if (typeof run["spawnError"] === "string") return "not-started";
  return typeof run["signal"] === "string" ? "signalled" : "exited";
}

/** One hook's run, before it is known what the verdict says of it. */
export interface RunSpan {
  readonly hook: string;
  readonly ms: number;
  readonly attributes: readonly KeyValue[];
  /** Why the run failed, as far as its ending says. */
  readonly error: string | null;
}

const hookNames: Names = [
  ["name", attributes.hookName],
  ["id", attributes.hookId],
  ["at", attributes.hookAt],
];
const runNames: Names = [
  ["eventId", attributes.eventId],
  ...hookNames,
  ["hookType", attributes.hookType],
];
const skipNames: Names = [...hookNames, ["skipped", attributes.skipped]];
const signalNames: Names = [["signal", attributes.signal]];
const runContent: Names = [
  ["stdout", attributes.stdout],
  ["stderr", attributes.stderr],
];
/** Of these a run has one at most that says why it failed; the first counts. */
const failureContent: Names = [
  ["spawnError", attributes.error],
  ["changed", attributes.error],
  ["garbled", attributes.error],
];

/** What a `run` record says. */
export function readRun(record: PlainRecord, contentOptions: ContentOptions): RunSpan {
  const run = fieldsAt(record, "run");
  const ending = endingOf(run);
  const code = integerAt(run, "exit");
  const ms = record["ms"];
  const garbled = typeof run["garbled"] === "string";
  const cut = run["cut"] === true || run["stderrCut"] === true;
  return {
    hook: textAt(record, "name") ?? "",
    ms: typeof ms === "number" && ms > 0 ? ms : 0,
    error: ending !== "exited" ? ending : garbled ? "garbled" : null,
    attributes: [
      ...names(record, runNames),
      attribute(attributes.ending, ending),
      ...(code === undefined ? [] : [attribute(attributes.exitCode, code)]),
      ...names(run, signalNames),
      ...(garbled ? [attribute(attributes.garbled, true)] : []),
      ...lengthOf(run, "stdout", attributes.stdoutLength),
      ...lengthOf(run, "stderr", attributes.stderrLength),
      ...(cut ? [attribute(attributes.cut, true)] : []),
      ...content(run, runContent, contentOptions),
      ...content(run, failureContent, contentOptions).slice(0, 1),
    ],
  };
}

/** What a `skip` record says. */
export function skipAttributes(record: PlainRecord, contentOptions: ContentOptions): KeyValue[] {
  return [
    ...names(record, skipNames),
    ...content(record, [["why", attributes.why]], contentOptions),
  ];
}

/** One Problem of a verdict. */
interface ProblemLog {
  readonly hook: string;
  readonly code: string;
  readonly severity: LogSeverity;
  readonly attributes: readonly KeyValue[];
}

/** What a verdict says of one hook. */
interface HookAttributes {
  readonly attributes: readonly KeyValue[];
  readonly error: string | null;
}

export interface VerdictSpan {
  readonly attributes: readonly KeyValue[];
  readonly failed: boolean;
  readonly problems: readonly ProblemLog[];
  of(hook: string): HookAttributes;
}

const severities: Readonly<Record<string, LogSeverity>> = { warning: "warning", error: "error" };

const verdictNames: Names = [
  ["outcome", attributes.outcome],
  ["permission", attributes.permission],
];
const rulingNames: Names = [["decision", attributes.ruling]];
const voiceNames: Names = [
  ["level", attributes.decision],
  ["by", attributes.decisionBy],
];
const problemNames: Names = [
  ["code", attributes.problemCode],
  ["hook", attributes.hookName],
  ["path", attributes.problemPath],
];

/** What a `verdict` record says. */
export function readVerdict(record: PlainRecord, contentOptions: ContentOptions): VerdictSpan {
  const provenance = fieldsAt(record, "provenance");
  const voices = listAt(provenance, "voices");
  const rewrites = listAt(provenance, "rewrites").filter((rewrite) => rewrite["applied"] === true);
  const problems = listAt(record, "problems").map((problem) =>
    readProblem(problem, contentOptions),
  );
  const failed = record["failed"] === true;
  return {
    failed,
    problems,
    attributes: [
      ...names(record, verdictNames),
      ...names(fieldsAt(record, "ruling"), rulingNames),
      ...list(
        attributes.decidedBy,
        voices.filter((voice) => voice["won"] === true),
        "hook",
      ),
      ...list(attributes.rewritten, rewrites, "what"),
      attribute(attributes.failed, failed),
      ...list(attributes.problems, listAt(record, "problems"), "code"),
      attribute(attributes.textsToModel, countAt(record, "toModel")),
      attribute(attributes.textsToUser, countAt(record, "toUser")),
    ],
    of(hook) {
      // Strictest first: what it wanted most stands for all that it said.
      const voice = voices.find((one) => one["hook"] === hook);
      const problem = problems.find((one) => one.hook === hook && isFailure(one));
      return {
        attributes: voice === undefined ? [] : voiceAttributes(voice, contentOptions),
        error: problem?.code ?? null,
      };
    },
  };
}

/** A bad exit code is only a warning, and a failure all the same. */
function isFailure({ severity, code }: ProblemLog): boolean {
  return severity === "error" || code === "exit-code-failure";
}

function voiceAttributes(voice: RecordFields, contentOptions: ContentOptions): KeyValue[] {
  return [
    ...names(voice, voiceNames),
    attribute(attributes.counted, voice["won"] === true),
    ...content(voice, [["why", attributes.reason]], contentOptions),
  ];
}

/** The names at one field of several objects, each once; nothing where there are none. */
function list(
  spec: AttributeSpec & { readonly type: "string[]" },
  sources: readonly RecordFields[],
  field: string,
): KeyValue[] {
  const found = new Set(sources.flatMap((source) => nameAt(source, field) ?? []));
  return found.size === 0 ? [] : [attribute(spec, [...found])];
}

function readProblem(problem: RecordFields, contentOptions: ContentOptions): ProblemLog {
  return {
    hook: textAt(problem, "hook") ?? "",
    code: nameAt(problem, "code") ?? "",
    severity: severities[textAt(problem, "severity") ?? ""] ?? "info",
    attributes: [
      ...names(problem, problemNames),
      ...content(problem, [["found", attributes.problemFound]], contentOptions),
    ],
  };
}
