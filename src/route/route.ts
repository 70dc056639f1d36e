import { winningSay, type Verdict } from "../decide/index.js";
import type { Answer, Say } from "../decode/index.js";
import { lanesOf, type Dialect, type Lane, type TextLanes } from "../dialects/index.js";
import type { EventSpec, Payload } from "../payload/index.js";
import type { Problem } from "../problem/index.js";
import { capForModel } from "./cap.js";
import type { Effect, LoopEffect, TextEffect, TextKind } from "./effect.js";

/** What routing must know beside the verdict. */
export interface RouteContext {
  readonly dialect: Dialect;
  readonly event: EventSpec;
  readonly payload: Payload;
  /** Longest text to the model, in characters. */
  readonly modelChars: number;
}

/** Who gets which text, and what else the host does. */
export interface Routed {
  readonly effects: readonly Effect[];
  readonly problems: readonly Problem[];
}

/**
 * Addresses everything that follows from a verdict. Texts come in configuration order and, within one
 * answer: the decision's text, then context, then warnings.
 */
export function route(verdict: Verdict, context: RouteContext): Routed {
  const lanes = lanesOf(context.dialect, context.event.name);
  const texts = verdict.answers.flatMap((answer) => textsOf(answer, verdict, lanes, context));
  const capped = capForModel(
    [...texts, ...promptNotice(verdict, context.payload)],
    context.modelChars,
  );
  return { effects: [...loopEffects(verdict), ...capped.texts], problems: capped.problems };
}

function loopEffects(verdict: Verdict): LoopEffect[] {
  const { outcome, permission, input, prompt, toolOutput } = verdict;
  const effects: LoopEffect[] = [{ type: "decide", to: "loop", outcome, permission }];
  if (input !== null) effects.push({ type: "rewrite-input", to: "loop", input });
  if (prompt !== null) effects.push({ type: "rewrite-prompt", to: "loop", prompt });
  if (toolOutput !== null)
    effects.push({ type: "replace-output", to: "loop", output: toolOutput.value });
  return effects;
}

function textsOf(
  answer: Answer,
  verdict: Verdict,
  lanes: TextLanes,
  context: RouteContext,
): TextEffect[] {
  const { hook } = answer;
  const text = (to: Lane, kind: TextKind, content: string): TextEffect => ({
    type: "text",
    to,
    kind,
    text: content,
    hook,
  });
  const winner = winningSay(answer, verdict);
  const happens = verdict.outcome !== "block" && verdict.outcome !== "halt";
  const toModel: Lane = context.event.contextNeedsOperation && !happens ? "log" : "model";

  const texts: TextEffect[] = [];
  for (const say of answer.says) {
    const to = say === winner ? laneOfSay(say, lanes) : "log";
    for (const reason of say.reasons) texts.push(text(to, kindOfSay(say), reason));
  }
  const tells = winner?.by === "failure" ? laneOfSay(winner, lanes) : null;
  if (answer.error !== null && lanes[answer.error.lane] !== tells) {
    texts.push(text(lanes[answer.error.lane], "error", answer.error.text));
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
      return lanes.allow;
  }
}

function kindOfSay(say: Say): TextKind {
  if (say.level === "halt") return "stop-reason";
  switch (say.by) {
    case "exit-code":
      return "feedback";
    case "failure":
      return "error";
    case "json":
    case "abort":
      return "reason";
  }
}

/** The user sees both prompts where a hook changed what they said. */
function promptNotice(verdict: Verdict, payload: Payload): TextEffect[] {
  if (verdict.prompt === null) return [];
  const hook =
    verdict.rewrites.findLast((rewrite) => rewrite.what === "prompt" && rewrite.applied)?.hook ??
    "";
  const was = typeof payload.prompt === "string" ? payload.prompt : "";
  const text = `Hook "${hook}" changed your prompt.\nYou wrote: ${was}\nThe model gets: ${verdict.prompt}`;
  return [{ type: "text", to: "user", kind: "warning", text, hook }];
}
