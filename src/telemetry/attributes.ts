/** Where an attribute is: on the resource, on a span, on an event inside a span, or on a log record. */
export type AttributePlace = "resource" | "event" | "run" | "skip" | "problem" | "record" | "lost";

/** One attribute: its name, what it means, and where it is found. The page in docs is generated from these. */
export interface AttributeSpec {
  readonly name: string;
  readonly type: "string" | "int" | "boolean" | "string[]";
  readonly on: readonly AttributePlace[];
  /** Only sent where `content` is on: it holds texts that users, models and hooks wrote. */
  readonly content?: true;
  readonly about: string;
}

/** Every attribute there is. What OpenTelemetry has a name for has that name, the rest begins with `snaphook.`. */
export const attributes = {
  serviceName: {
    name: "service.name",
    type: "string",
    on: ["resource"],
    about: "`snaphook`, or what the settings say.",
  },
  serviceInstance: {
    name: "service.instance.id",
    type: "string",
    on: ["resource"],
    about: "A random name for one opening of telemetry.",
  },
  pid: {
    name: "process.pid",
    type: "int",
    on: ["resource"],
    about: "The process that fired the events.",
  },
  runtime: {
    name: "process.runtime.name",
    type: "string",
    on: ["resource"],
    about: "Always `nodejs`.",
  },
  runtimeVersion: {
    name: "process.runtime.version",
    type: "string",
    on: ["resource"],
    about: "The version of Node.",
  },
  event: {
    name: "snaphook.event.name",
    type: "string",
    on: ["event", "problem"],
    about: "The event, as `PreToolUse`.",
  },
  eventId: {
    name: "snaphook.event.id",
    type: "string",
    on: ["event", "run", "problem", "record"],
    about: "Identifies the event; the ledger's records of it have the same `eventId`.",
  },
  session: {
    name: "gen_ai.conversation.id",
    type: "string",
    on: ["event"],
    about: "The payload's `session_id`.",
  },
  toolName: {
    name: "gen_ai.tool.name",
    type: "string",
    on: ["event"],
    about: "The payload's `tool_name`.",
  },
  toolCallId: {
    name: "gen_ai.tool.call.id",
    type: "string",
    on: ["event"],
    about: "The payload's `tool_use_id`.",
  },
  agentId: {
    name: "gen_ai.agent.id",
    type: "string",
    on: ["event"],
    about: "The payload's `agent_id`, where a subagent is at work.",
  },
  agentType: {
    name: "gen_ai.agent.name",
    type: "string",
    on: ["event"],
    about: "The payload's `agent_type`.",
  },
  promptLength: {
    name: "snaphook.prompt.length",
    type: "int",
    on: ["event"],
    about: "Characters of the payload's `prompt`, redacted.",
  },
  hooks: {
    name: "snaphook.hooks.configured",
    type: "int",
    on: ["event"],
    about: "Hooks that are configured for the event.",
  },
  matching: {
    name: "snaphook.hooks.matching",
    type: "int",
    on: ["event"],
    about: "Those of them that match it.",
  },
  unfinished: {
    name: "snaphook.event.unfinished",
    type: "boolean",
    on: ["event"],
    about: "True where no verdict came; the span then ends when it was no longer waited for.",
  },
  outcome: {
    name: "snaphook.outcome",
    type: "string",
    on: ["event", "record"],
    about: "What becomes of the operation: `proceed`, `block`, `ask`, `defer`, `halt`.",
  },
  permission: {
    name: "snaphook.permission",
    type: "string",
    on: ["event", "record"],
    about:
      "What the hooks say to the permission question: `allow`, `deny`, `ask`, `defer`, `none`.",
  },
  ruling: {
    name: "snaphook.ruling",
    type: "string",
    on: ["event", "record"],
    about: "What the permission rules decide, where they decide something.",
  },
  decidedBy: {
    name: "snaphook.decided_by",
    type: "string[]",
    on: ["event", "record"],
    about: "The hooks whose answer decided.",
  },
  rewritten: {
    name: "snaphook.rewritten",
    type: "string[]",
    on: ["event", "record"],
    about: "What hooks rewrote: `input`, `prompt`, `output`.",
  },
  failed: {
    name: "snaphook.failed",
    type: "boolean",
    on: ["event", "record"],
    about: "Whether a hook failed. The span then has the status `ERROR`.",
  },
  problems: {
    name: "snaphook.problems",
    type: "string[]",
    on: ["event", "record"],
    about: "The codes of the Problems, each once. Each Problem is a log record besides.",
  },
  textsToModel: {
    name: "snaphook.texts.model",
    type: "int",
    on: ["event", "record"],
    about: "Texts that go to the model.",
  },
  textsToUser: {
    name: "snaphook.texts.user",
    type: "int",
    on: ["event", "record"],
    about: "Texts that go to the user.",
  },
  payload: {
    name: "snaphook.payload",
    type: "string",
    on: ["event"],
    content: true,
    about: "The payload as JSON.",
  },
  hookName: {
    name: "snaphook.hook.name",
    type: "string",
    on: ["run", "skip", "problem", "record"],
    about: "The hook's name.",
  },
  hookId: {
    name: "snaphook.hook.id",
    type: "string",
    on: ["run", "skip", "record"],
    about: "The hook's id: its layer, event and place.",
  },
  hookType: {
    name: "snaphook.hook.type",
    type: "string",
    on: ["run", "record"],
    about: "How the hook is run, as `command`; where known.",
  },
  hookAt: {
    name: "snaphook.hook.at",
    type: "string",
    on: ["run", "skip", "record"],
    about: "File and line of the settings that the hook is in.",
  },
  ending: {
    name: "snaphook.hook.ending",
    type: "string",
    on: ["run", "record"],
    about: "`exited`, `signalled`, `timed-out`, `not-started`, `changed`, `cancelled`.",
  },
  exitCode: {
    name: "process.exit.code",
    type: "int",
    on: ["run", "record"],
    about: "The exit code, where there is one.",
  },
  signal: {
    name: "snaphook.hook.signal",
    type: "string",
    on: ["run", "record"],
    about: "The signal that killed the hook.",
  },
  errorType: {
    name: "error.type",
    type: "string",
    on: ["run", "record"],
    about:
      "Why the hook failed: its ending, or the code of the Problem. The span then has the status `ERROR`.",
  },
  garbled: {
    name: "snaphook.hook.garbled",
    type: "boolean",
    on: ["run", "record"],
    about: "True where the answer came in a form that its channel does not allow.",
  },
  stdoutLength: {
    name: "snaphook.hook.stdout.length",
    type: "int",
    on: ["run", "record"],
    about: "Characters of stdout, as far as it was kept, redacted.",
  },
  stderrLength: {
    name: "snaphook.hook.stderr.length",
    type: "int",
    on: ["run", "record"],
    about: "Characters of stderr, as far as it was kept, redacted.",
  },
  cut: {
    name: "snaphook.hook.cut",
    type: "boolean",
    on: ["run", "record"],
    about: "True where the hook printed more than is kept.",
  },
  decision: {
    name: "snaphook.hook.decision",
    type: "string",
    on: ["run"],
    about: "The strictest thing that the hook said: `halt`, `deny`, `defer`, `ask`, `allow`.",
  },
  decisionBy: {
    name: "snaphook.hook.decision.by",
    type: "string",
    on: ["run"],
    about: "What said so: `json`, `exit-code`, `failure`, `abort`.",
  },
  counted: {
    name: "snaphook.hook.decision.counted",
    type: "boolean",
    on: ["run"],
    about: "Whether that was what decided.",
  },
  stdout: {
    name: "snaphook.hook.stdout",
    type: "string",
    on: ["run", "record"],
    content: true,
    about: "What the hook printed.",
  },
  stderr: {
    name: "snaphook.hook.stderr",
    type: "string",
    on: ["run", "record"],
    content: true,
    about: "What the hook printed on stderr.",
  },
  reason: {
    name: "snaphook.hook.decision.reason",
    type: "string",
    on: ["run"],
    content: true,
    about: "Why the hook's answer decided or did not.",
  },
  error: {
    name: "snaphook.hook.error",
    type: "string",
    on: ["run", "record"],
    content: true,
    about: "Why the hook could not be started, which of its files changed, or what was garbled.",
  },
  skipped: {
    name: "snaphook.skip.reason",
    type: "string",
    on: ["skip", "record"],
    about: "`matcher`, `if`, `trust`, `disabled`, `deduplicated`.",
  },
  why: {
    name: "snaphook.skip.why",
    type: "string",
    on: ["skip", "record"],
    content: true,
    about: "The same in words.",
  },
  problemCode: {
    name: "snaphook.problem.code",
    type: "string",
    on: ["problem"],
    about: "The Problem's code. The log record's severity is the Problem's.",
  },
  problemPath: {
    name: "snaphook.problem.path",
    type: "string",
    on: ["problem"],
    about: "Where it was: a JSON path inside the answer, or `stdout`, `stderr`, `exit`, `event`.",
  },
  problemFound: {
    name: "snaphook.problem.found",
    type: "string",
    on: ["problem"],
    content: true,
    about: "The value that was found there, shortened.",
  },
  recordType: {
    name: "snaphook.record.type",
    type: "string",
    on: ["record"],
    about: "The type of a ledger record that belongs to no open event.",
  },
  record: {
    name: "snaphook.record",
    type: "string",
    on: ["record"],
    content: true,
    about: "The record as JSON, where it is of a type of its own.",
  },
  lostFull: {
    name: "snaphook.lost.full",
    type: "int",
    on: ["lost"],
    about: "Spans and log records that were lost because there was no room.",
  },
  lostUnreachable: {
    name: "snaphook.lost.unreachable",
    type: "int",
    on: ["lost"],
    about: "Lost because the receiver did not take them for too long.",
  },
  lostRefused: {
    name: "snaphook.lost.refused",
    type: "int",
    on: ["lost"],
    about: "Lost because the receiver refused the request.",
  },
  lostRejected: {
    name: "snaphook.lost.rejected",
    type: "int",
    on: ["lost"],
    about: "Lost because the receiver took only a part of a request.",
  },
  lostGarbled: {
    name: "snaphook.lost.garbled",
    type: "int",
    on: ["lost"],
    about: "Lost because something answered that is no OTLP receiver.",
  },
} as const satisfies Readonly<Record<string, AttributeSpec>>;
