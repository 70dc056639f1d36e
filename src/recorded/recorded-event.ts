import type { WireRun } from "../interpret/index.js";
import { isRecord } from "../json/index.js";
import { matchAll } from "../match/index.js";
import type { Payload } from "../payload/index.js";
import { listAt, numberAt, textAt, type Fields, type RecordLine } from "./read-fields.js";
import { toReading, type RecordedReading } from "./recorded-reading.js";

/** A hook of an event: one that ran, one that did not, and why. */
export interface RecordedHook {
  readonly id: string;
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  /** It was started. */
  readonly ran: boolean;
  /** The event was about it: it ran, or would have run if it were approved. */
  readonly matched: boolean;
  readonly why: string;
  readonly async?: true;
  readonly observe?: true;
  /** Absent where it has not ended, or is not known to have. */
  readonly run?: WireRun;
  readonly ms?: number;
}

/** What the user said to the question of an event. */
interface RecordedAnswer {
  readonly decision: "allow" | "deny";
  readonly reason: string;
  readonly remember: boolean;
  readonly time: string;
}

/** An event as the ledger has it, from its payload to who got which text. */
export interface RecordedEvent {
  readonly eventId: string;
  readonly time: string;
  readonly event: string;
  readonly dialect: string;
  readonly payload: Payload;
  readonly hooks: readonly RecordedHook[];
  /** When it was decided; null where it was not: the host was stopped, or still waits. */
  readonly ended: string | null;
  /** Null where it did not end, or where its record cannot be read. */
  readonly reading: RecordedReading | null;
  readonly answer: RecordedAnswer | null;
}

/**
 * Puts the records of one event together. `settings` are the hooks that there were, from the record that the event
 * refers to: which ones did not match, and why, is not written for each event, it follows from them.
 */
export function toRecordedEvent(
  event: RecordLine,
  others: readonly RecordLine[],
  settings: readonly unknown[],
): RecordedEvent {
  const verdict = others.findLast(({ type }) => type === "verdict");
  const payload = payloadOf(event);
  const dialect = textAt(event, "dialect", "wave");
  const planned = listAt(event, "hooks");
  const named = new Set(planned.map(({ id }) => id));
  return {
    eventId: textAt(event, "eventId"),
    time: event.time,
    event: textAt(event, "event"),
    dialect,
    payload,
    hooks: [
      ...ranHooks(planned, others),
      ...unmatched(settings, named, payload, dialect, textAt(event, "event")),
    ],
    ended: verdict?.time ?? null,
    reading: verdict === undefined ? null : toReading(verdict),
    answer: answerOf(others),
  };
}

/** Where it was cut as a whole, or its record was, there is the note of that. */
function payloadOf({ payload, cut }: RecordLine): Payload {
  if (isRecord(payload)) return payload;
  const note = payload ?? cut;
  return note === undefined ? {} : { cut: note };
}

/** Each hook once, in the order of the plan: an async one has a `start` and, once it has ended, a `run`. */
function ranHooks(planned: readonly Fields[], others: readonly RecordLine[]): RecordedHook[] {
  const found = new Map<string, RecordedHook>(
    planned.map((hook) => [textAt(hook, "id"), toHook(hook, false)]),
  );
  for (const line of others)
    if (line.type === "run" || line.type === "start" || line.type === "skip")
      found.set(textAt(line, "id"), toHook(line, line.type !== "skip"));
  return [...found.values()];
}

function toHook(hook: Fields, ran: boolean): RecordedHook {
  const ms = numberAt(hook, "ms");
  const { run } = hook;
  return {
    id: textAt(hook, "id"),
    name: textAt(hook, "name"),
    ...placeOf(textAt(hook, "at")),
    ran,
    matched: hook["skipped"] === undefined || hook["skipped"] === "trust",
    why: textAt(hook, "why"),
    ...(hook["async"] === true && { async: true }),
    ...(hook["observe"] === true && { observe: true }),
    ...(isRecord(run) && { run: toRun(run) }),
    ...(ms !== null && { ms }),
  };
}

const runTexts = ["signal", "spawnError", "changed", "garbled", "hook"] as const;
const runFlags = [
  "timedOut",
  "cancelled",
  "cut",
  "stderrCut",
  "async",
  "final",
  "observe",
] as const;

/** A run as it may be shown: each field of the form that it should have, or not there. */
function toRun(run: Fields): WireRun {
  const exit = numberAt(run, "exit");
  const { json } = run;
  return {
    ...Object.fromEntries(
      runTexts.flatMap((name) => (typeof run[name] === "string" ? [[name, run[name]]] : [])),
    ),
    ...Object.fromEntries(runFlags.flatMap((name) => (run[name] === true ? [[name, true]] : []))),
    ...(exit !== null && { exit }),
    ...(json !== undefined && { json }),
    stdout: textAt(run, "stdout"),
    stderr: textAt(run, "stderr"),
  };
}

/** The ledger has file and line in one text. */
function placeOf(at: string): Pick<RecordedHook, "file" | "line"> {
  const [, file = "", line] = /^(.*?)(?::(\d+))?$/s.exec(at) ?? [];
  return {
    file: file === "" ? null : file,
    line: line === undefined ? null : Number(line),
  };
}

/** The hooks that did not match the event, and why. */
function unmatched(
  settings: readonly unknown[],
  named: ReadonlySet<unknown>,
  payload: Payload,
  dialect: string,
  event: string,
): RecordedHook[] {
  const hooks = settings
    .filter(isRecord)
    .filter(({ id }) => !named.has(id))
    .map((hook) => ({
      hook,
      event: textAt(hook, "event"),
      matcher: typeof hook["matcher"] === "string" ? hook["matcher"] : undefined,
      if: isRecord(hook["if"]) ? (hook["if"] as Readonly<Record<string, string>>) : undefined,
      disabled: hook["disabled"] === true,
      ...(typeof hook["host"] === "string" && { source: { host: hook["host"] } }),
    }));
  try {
    return matchAll(hooks, payload, dialect).map(({ hook: { hook }, matches, why }) =>
      toUnmatched(hook, matches ? "it did not match" : why),
    );
  } catch {
    // A ledger of another version may have what this one cannot read.
    return hooks
      .filter((one) => one.event === event)
      .map(({ hook }) => toUnmatched(hook, "it did not match; its matcher cannot be read"));
  }
}

function toUnmatched(hook: Fields, why: string): RecordedHook {
  return { ...toHook(hook, false), matched: false, why };
}

function answerOf(others: readonly RecordLine[]): RecordedAnswer | null {
  const line = others.findLast(({ type }) => type === "permission");
  if (line === undefined) return null;
  return {
    decision: line["decision"] === "allow" ? "allow" : "deny",
    reason: textAt(line, "reason"),
    remember: line["remember"] === true,
    time: line.time,
  };
}
