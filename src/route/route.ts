import { winningSay, type Verdict } from "../decide/index.js";
import type { Answer, Say, Source } from "../decode/index.js";
import { lanesOf, type Dialect, type Lane, type TextLanes } from "../dialects/index.js";
import type { EventSpec, Payload } from "../payload/index.js";
import type { Problem } from "../problem/index.js";
import { capForModel } from "./cap.js";
import type { RoutedText, TextKind } from "./text.js";

/** What routing must know in addition to the verdict. */
export interface RouteContext {
  readonly dialect: Dialect;
  readonly event: EventSpec;
  readonly payload: Payload;
  /** Longest text to the model, in characters. */
  readonly modelChars: number;
}

/** Who gets which text. */
export interface Routed {
  readonly texts: readonly RoutedText[];
  readonly problems: readonly Problem[];
}

/**
 * Addresses every text that follows from a verdict. They come in configuration order and, within one
 * answer: the decision's text, then context, then warnings.
 */
export function route(verdict: Verdict, context: RouteContext): Routed {
  const lanes = lanesOf(context.dialect, context.event.name);
  const texts = verdict.answers.flatMap((answer) => textsOf(answer, verdict, lanes, context));
  return capForModel([...texts, ...promptNotice(verdict, context.payload)], context.modelChars);
}

function textsOf(
  answer: Answer,
  verdict: Verdict,
  lanes: TextLanes,
  context: RouteContext,
): RoutedText[] {
  const { hook } = answer;
  const text = (to: Lane, kind: TextKind, content: string): RoutedText => ({
    to: answer.observes ? "log" : to,
    kind,
    text: content,
    hook,
  });
  const winner = winningSay(answer, verdict);
  const happens = verdict.outcome !== "block" && verdict.outcome !== "halt";
  const toModel: Lane = context.event.contextNeedsOperation && !happens ? "log" : "model";

  const texts: RoutedText[] = [];
  for (const say of answer.says) {
    const to = say === winner ? laneOfSay(say, lanes) : "log";
    for (const reason of say.reasons) texts.push(text(to, kindOfSay(say), reason));
  }
  const { error } = answer;
  if (error !== null) {
    const to = lanes[error.lane];
    const isSaid =
      winner?.by === "failure" &&
      laneOfSay(winner, lanes) === to &&
      winner.reasons.some((reason) => reason.startsWith(error.text));
    if (!isSaid) texts.push(text(to, "error", error.text));
  }
  if (answer.notice !== null) texts.push(text(lanes.exitTwo, "warning", answer.notice));
  if (answer.output !== null) {
    const isContext = lanes.stdout === "model";
    texts.push(
      text(isContext ? toModel : lanes.stdout, isContext ? "context" : "feedback", answer.output),
    );
  }
  if (answer.context !== null) texts.push(text(toModel, "context", answer.context));
  if (answer.warning !== null) {
    for (const to of context.dialect.systemMessage.to) {
      // What a failed hook says is no context: the model does not get it.
      texts.push(text(answer.failed && to === "model" ? "log" : to, "warning", answer.warning));
    }
  }
  for (const aside of answer.asides) texts.push(text("log", "feedback", aside));
  return texts;
}

/** The user need not read that a rule or their own yes allows a call; that the agent stops in spite of its hooks, they must. */
const allowLane: Partial<Record<Source, Lane>> = {
  rule: "log",
  grant: "log",
  "stop-limit": "user",
};

function laneOfSay(say: Say, lanes: TextLanes): Lane {
  switch (say.level) {
    case "halt":
      return "user";
    case "deny":
      return say.by === "exit-code" ? lanes.exitTwo : lanes.deny;
    case "defer":
    case "ask":
      return lanes.ask;
    case "allow":
      return allowLane[say.by] ?? lanes.allow;
  }
}

function kindOfSay(say: Say): TextKind {
  if (say.level === "halt") return "stop-reason";
  switch (say.by) {
    case "exit-code":
      return "feedback";
    case "failure":
      return "error";
    case "stop-limit":
      return "warning";
    case "json":
    case "abort":
    case "rule":
    case "grant":
    case "refusal":
      return "reason";
  }
}

/** The user sees both prompts where a hook changed what they said. */
function promptNotice(verdict: Verdict, payload: Payload): RoutedText[] {
  const { prompt } = verdict.changes;
  if (prompt === undefined) return [];
  const hook =
    verdict.rewrites.findLast((rewrite) => rewrite.what === "prompt" && rewrite.applied)?.hook ??
    "";
  const was = typeof payload.prompt === "string" ? payload.prompt : "";
  const text = `Hook "${hook}" changed your prompt.\nYou wrote: ${was}\nThe model gets: ${prompt}`;
  return [{ to: "user", kind: "warning", text, hook }];
}
