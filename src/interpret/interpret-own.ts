import { decide } from "../decide/index.js";
import { decode, type Answer, type HookRun } from "../decode/index.js";
import { findDialect, isStricter } from "../dialects/index.js";
import { eventSpec, events, isKnownEvent, type Payload } from "../payload/index.js";
import { isDiagnosis, nearest, problemList, type Problem } from "../problem/index.js";
import { actionOf, isText, operationsOf, route, type TextEffect } from "../route/index.js";
import type { Reading, Text } from "./reading.js";
import { toHookRun, type WireRun } from "./wire-run.js";

/** How much of what hooks print is kept, and how much of one text the model gets. */
export interface Limits {
  /** Bytes kept of each stream of a hook. */
  readonly outputBytes: number;
  /** Characters of one text to the model. */
  readonly modelChars: number;
}

/** The limits that hold where none are given. */
export const defaultLimits: Limits = { outputBytes: 102_400, modelChars: 10_000 };

/** One event, and how every hook that heard it ended. */
export interface InterpretRequest {
  /** `name` or `name@version`. */
  readonly dialect: string;
  readonly event: string;
  readonly payload?: Payload;
  /** In configuration order. */
  readonly runs: readonly WireRun[];
  /** Indexes of `runs` in the order of completion. Snaphook's own dialects never ask. */
  readonly finish?: readonly number[];
  readonly limits?: Partial<Limits>;
  readonly allowUpdatedPrompt?: boolean;
}

/**
 * The pure stages in one call, in a dialect of Snaphook's own: an engine that runs hooks needs no more. Throws on
 * a caller's mistake (unknown dialect, a run without an ending), never on a hook's.
 */
export function interpretOwn(request: InterpretRequest): Reading {
  const dialect = findDialect(request.dialect);
  const { runs, limits } = readRuns(request);
  const payload = request.payload ?? {};
  const event = eventSpec(request.event);
  const { allowUpdatedPrompt = false } = request;
  const decoded = runs.map((run) =>
    decode(run, { dialect, event: event.name, allowUpdatedPrompt }),
  );
  const isAsync = (_answer: Answer, index: number): boolean => request.runs[index]?.async === true;
  const answers = decoded.filter((answer, index) => !isAsync(answer, index));
  const verdict = decide(answers, event, payload);
  const routed = route(verdict, { dialect, event, payload, modelChars: limits.modelChars });

  const texts = routed.effects.filter(isText);
  const [toModel, toUser] = [addressed(texts, "model"), addressed(texts, "user")];
  const problems = [
    ...unknownEvent(event.name),
    ...decoded.filter(isAsync).flatMap((answer) => lostVote(answer, event.name)),
    ...verdict.problems,
    ...routed.problems,
  ];
  return {
    outcome: verdict.outcome,
    permission: verdict.permission,
    input: verdict.input,
    prompt: verdict.prompt,
    ...(verdict.toolOutput !== null && { toolOutput: verdict.toolOutput.value }),
    toModel,
    toUser,
    toLog: addressed(texts, "log"),
    failed: verdict.failed,
    diagnosed: problems.some(isDiagnosis),
    problems,
    provenance: { voices: verdict.voices, rewrites: verdict.rewrites },
    ...(dialect.tellsOperations && {
      action: actionOf({ outcome: verdict.outcome, toModel, toUser }, event.name),
      operations: operationsOf(verdict.outcome, event.name, texts),
    }),
  };
}

/** The runs and limits of a request, checked. */
export function readRuns(request: InterpretRequest): {
  readonly runs: readonly HookRun[];
  readonly limits: Limits;
} {
  if (typeof request.event !== "string" || request.event === "")
    throw new TypeError("event must be the name of an event");
  if (!Array.isArray(request.runs)) throw new TypeError("runs must be an array");
  const limits = readLimits(request.limits);
  const runs = request.runs.map((run: WireRun, index) => toHookRun(run, index, limits.outputBytes));
  return { runs, limits };
}

/** A limit that is no number of at least 1 would cut everything, denials included: the default stands. */
function readLimits(given: Partial<Limits> = {}): Limits {
  const read = (name: keyof Limits): number => {
    const limit = given[name];
    return limit !== undefined && limit >= 1 ? Math.floor(limit) : defaultLimits[name];
  };
  return { outputBytes: read("outputBytes"), modelChars: read("modelChars") };
}

function addressed(texts: readonly TextEffect[], lane: TextEffect["to"]): Text[] {
  return texts
    .filter(({ to }) => to === lane)
    .map(({ kind, text, hook }) => ({ kind, text, hook }));
}

/** Nobody waits for an async hook: what it wants to stop has happened. */
function lostVote({ hook, says }: Answer, event: string): readonly Problem[] {
  const list = problemList(hook);
  const say = says.find(({ level }) => isStricter(level, "allow"));
  if (say !== undefined)
    list.report("hook-async-guard", {
      path: "async",
      found: `${say.level} on ${event}, from a hook that nobody waits for`,
      lost: "its vote",
    });
  return list.problems;
}

function unknownEvent(event: string): readonly Problem[] {
  if (isKnownEvent(event)) return [];
  const names = events.map(({ name }) => name);
  const list = problemList("");
  list.report("event-unknown", {
    path: "event",
    found: event,
    suggestion: nearest(event, names),
    allowed: names,
  });
  return list.problems;
}
