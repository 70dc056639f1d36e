import { decide } from "../decide/index.js";
import { decode, type Answer, type DecodeContext, type HookRun } from "../decode/index.js";
import { isStricter } from "../dialects/index.js";
import { eventSpec, events, isKnownEvent, type Payload } from "../payload/index.js";
import { isDiagnosis, nearest, oneProblem, problemList, type Problem } from "../problem/index.js";
import {
  actionOf,
  inReading,
  operationsOf,
  route,
  type Reading,
  type RoutedText,
  type Text,
} from "../route/index.js";

/** One event, and how answers to it are read. */
export interface ReadContext extends DecodeContext {
  readonly payload: Payload;
  /** Characters of one text to the model. */
  readonly modelChars: number;
}

/** Decodes what the hooks answered, decides and routes. */
export function readEvent(runs: readonly HookRun[], context: ReadContext): Reading {
  const read = (run: HookRun): Answer => decode(run, context);
  const answers = runs.filter(({ isAsync }) => !isAsync).map(read);
  const asyncAnswers = runs.filter(({ isAsync }) => isAsync).map(read);
  return readAnswers(
    answers,
    context,
    asyncAnswers.flatMap((answer) => lostVote(answer, context.event)),
  );
}

/** Decides over answers, in configuration order, and routes their texts. `more` are problems found before. */
export function readAnswers(
  answers: readonly Answer[],
  { dialect, event: name, payload, modelChars }: ReadContext,
  more: readonly Problem[] = [],
): Reading {
  const event = eventSpec(name);
  const verdict = decide(answers, event, payload);
  const routed = route(verdict, { dialect, event, payload, modelChars });

  const { texts } = routed;
  const [toModel, toUser] = [addressed(texts, "model"), addressed(texts, "user")];
  const problems = [...unknownEvent(event.name), ...more, ...verdict.problems, ...routed.problems];
  return {
    outcome: verdict.outcome,
    permission: verdict.permission,
    ...inReading(verdict.changes),
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

function addressed(texts: readonly RoutedText[], lane: RoutedText["to"]): Text[] {
  return texts
    .filter(({ to }) => to === lane)
    .map(({ kind, text, hook }) => ({ kind, text, hook }));
}

/** Nobody waits for an async hook: what it wants to stop has happened. */
export function lostVote({ hook, says }: Answer, event: string): readonly Problem[] {
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
  return oneProblem("", "event-unknown", {
    path: "event",
    found: event,
    suggestion: nearest(event, names),
    allowed: names,
  });
}
