import type { Text, TextKind } from "../../route/index.js";
import type { Answer, Say } from "./answer.js";
import type { EventRule, Lanes } from "./client.js";
import type { Merged } from "./merge.js";
import { toModel } from "./quiet.js";
import { firstLine } from "./texts.js";

/** Texts by who gets them. */
export interface Delivered {
  readonly toModel: readonly Text[];
  readonly toUser: readonly Text[];
  readonly toLog: readonly Text[];
}

interface Desk {
  readonly toModel: Text[];
  readonly toUser: Text[];
  readonly toLog: Text[];
}

/** Hands out every text: of one answer first the decision's, then context, then the reason to stop, then warnings. */
export function deliver(answers: readonly Answer[], merged: Merged, rule: EventRule): Delivered {
  const desk: Desk = { toModel: [], toUser: [], toLog: [] };
  const told = new Set(toldSays(merged, rule));
  const denial = isStopped(merged, rule) ? toModel : rule.denial;
  const isErased = rule.several === "first-ends" && merged.level === "deny";
  if (rule.several === "last-reason") tellReasons(merged.heard, told, denial, desk);
  const joined: string[] = [];
  for (const answer of merged.heard) {
    if (rule.several !== "last-reason") tellReasons([answer], told, denial, desk);
    if (isErased || endsEarly(answer, merged, rule)) keepAll(answer, desk);
    else if (rule.joinsContext) joined.push(...answer.contexts);
    else tellContexts(answer, rule, desk);
  }
  const last = merged.heard.findLast((answer) => answer.contexts.length > 0);
  if (joined.length > 0 && last !== undefined)
    desk.toModel.push({ kind: "context", text: joined.join("\n"), hook: last.hook });
  for (const answer of merged.heard) {
    tellStop(answer, merged, rule, desk);
    if (!isErased && !endsEarly(answer, merged, rule)) tellUser(answer, desk);
  }
  for (const answer of answers) tellRest(answer, merged, desk);
  return desk;
}

/** The reasons that somebody is told: those of the winning decision, and of several only the last where the event says so. */
function toldSays(merged: Merged, rule: EventRule): readonly Say[] {
  const says = merged.heard.flatMap((answer) => answer.says);
  const denials = says.filter((say) => say.level === "deny");
  if (denials.length > 0) {
    if (isStopped(merged, rule) && !hasNextTurn(rule)) return [];
    return rule.several === "last-reason" ? denials.slice(-1) : denials;
  }
  return says.filter((say) => say.level === "ask").slice(-1);
}

/** A halt stops what the feedback was for; a denied call still has its result. */
function isStopped({ level }: Merged, rule: EventRule): boolean {
  return level === "halt" && rule.several !== "last-reason";
}

/** Where the model goes on later, it reads the feedback then, together with why it was stopped. */
function hasNextTurn({ several, stopReason }: EventRule): boolean {
  return several === "all" && stopReason.model;
}

function tellReasons(
  answers: readonly Answer[],
  told: ReadonlySet<Say>,
  denial: Lanes,
  desk: Desk,
): void {
  for (const { hook, says } of answers) {
    for (const say of says) {
      if (say.level === "halt" || say.reason === null) continue;
      const text = { kind: "reason", text: say.reason, hook } as const;
      if (!told.has(say)) desk.toLog.push(text);
      else if (say.level === "ask") desk.toUser.push(text);
      else tell(text, denial, desk);
    }
  }
}

function tell(text: Text, lanes: Lanes, desk: Desk): void {
  if (lanes.model) desk.toModel.push(text);
  if (lanes.user === "whole") desk.toUser.push(text);
  if (lanes.user === "first-line") desk.toUser.push({ ...text, text: firstLine(text.text) });
  if (!lanes.model && lanes.user === "nothing") desk.toLog.push(text);
}

/** A prompt that is stopped: the hook that stops it is not listened to any further. */
function endsEarly(answer: Answer, merged: Merged, rule: EventRule): boolean {
  return (
    rule.several === "first-ends" &&
    merged.level === "halt" &&
    answer.says.some(({ level }) => level === "halt")
  );
}

function tellContexts({ contexts, hook }: Answer, rule: EventRule, desk: Desk): void {
  for (const text of contexts) {
    desk.toModel.push({ kind: "context", text, hook });
    if (rule.context === "continues") desk.toUser.push({ kind: "feedback", text, hook });
  }
}

function tellStop({ says, hook }: Answer, { level }: Merged, rule: EventRule, desk: Desk): void {
  for (const say of says) {
    if (say.level !== "halt" || say.reason === null || level !== "halt") continue;
    tell({ kind: "stop-reason", text: say.reason, hook }, rule.stopReason, desk);
  }
}

function tellUser({ error, warning, display, hook }: Answer, desk: Desk): void {
  const push = (kind: TextKind, text: string | null): void => {
    if (text !== null) desk.toUser.push({ kind, text, hook });
  };
  push("error", error);
  push("feedback", display);
  push("warning", warning);
}

/** Nothing of it is delivered, and nothing is forgotten. */
function keepAll({ contexts, warning, error, hook }: Answer, desk: Desk): void {
  for (const text of contexts) desk.toLog.push({ kind: "context", text, hook });
  if (error !== null) desk.toLog.push({ kind: "error", text: error, hook });
  if (warning !== null) desk.toLog.push({ kind: "warning", text: warning, hook });
}

/** What comes a turn later, too late, or was for the log from the start. */
function tellRest(answer: Answer, merged: Merged, desk: Desk): void {
  const { hook } = answer;
  if (answer.isBackground) {
    for (const text of answer.contexts) desk.toModel.push({ kind: "context", text, hook });
    if (answer.error !== null) desk.toUser.push({ kind: "error", text: answer.error, hook });
  }
  if (merged.late.includes(answer)) {
    for (const { reason } of answer.says)
      if (reason !== null) desk.toLog.push({ kind: "reason", text: reason, hook });
    keepAll(answer, desk);
  }
  for (const { kind, text } of answer.asides) desk.toLog.push({ kind, text, hook });
}
