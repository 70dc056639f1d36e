import type { Text, TextKind } from "../../route/index.js";
import type { ClaudeAnswer, ClaudeSay } from "./answer.js";
import type { EventRule, Lanes } from "./client.js";
import type { ClaudeMerge } from "./merge.js";
import { toModel } from "./quiet.js";
import { firstLine } from "./texts.js";

/** Texts by who gets them. */
export interface Delivered {
  readonly toModel: readonly Text[];
  readonly toUser: readonly Text[];
  readonly toLog: readonly Text[];
}

interface Deliveries {
  readonly toModel: Text[];
  readonly toUser: Text[];
  readonly toLog: Text[];
}

/** Hands out every text: of one answer first the decision's, then context, then the reason to stop, then warnings. */
export function deliver(
  answers: readonly ClaudeAnswer[],
  merged: ClaudeMerge,
  rule: EventRule,
): Delivered {
  const out: Deliveries = { toModel: [], toUser: [], toLog: [] };
  const shown = new Set(shownSays(merged, rule));
  const denial = isStopped(merged, rule) ? toModel : rule.denial;
  const isErased = rule.several === "first-ends" && merged.level === "deny";
  if (rule.several === "last-reason") addReasons(merged.counted, shown, denial, out);
  const joined: string[] = [];
  for (const answer of merged.counted) {
    if (rule.several !== "last-reason") addReasons([answer], shown, denial, out);
    if (isErased || endsEarly(answer, merged, rule)) keepAll(answer, out);
    else if (rule.joinsContext) joined.push(...answer.contexts);
    else addContexts(answer, rule, out);
  }
  const last = merged.counted.findLast((answer) => answer.contexts.length > 0);
  if (joined.length > 0 && last !== undefined)
    out.toModel.push({ kind: "context", text: joined.join("\n"), hook: last.hook });
  for (const answer of merged.counted) {
    addStop(answer, merged, rule, out);
    if (!isErased && !endsEarly(answer, merged, rule)) addUserTexts(answer, out);
  }
  for (const answer of answers) addRest(answer, merged, out);
  return out;
}

/** The reasons that are shown: those of the winning decision, and of several only the last where the event says so. */
function shownSays(merged: ClaudeMerge, rule: EventRule): readonly ClaudeSay[] {
  const says = merged.counted.flatMap((answer) => answer.says);
  const denials = says.filter((say) => say.level === "deny");
  if (denials.length > 0) {
    if (isStopped(merged, rule) && !hasNextTurn(rule)) return [];
    return rule.several === "last-reason" ? denials.slice(-1) : denials;
  }
  return says.filter((say) => say.level === "ask").slice(-1);
}

/** A halt stops what the feedback was for; a denied call still has its result. */
function isStopped({ level }: ClaudeMerge, rule: EventRule): boolean {
  return level === "halt" && rule.several !== "last-reason";
}

/** Where the model continues later, it reads the feedback then, together with why it was stopped. */
function hasNextTurn({ several, stopReason }: EventRule): boolean {
  return several === "all" && stopReason.model;
}

function addReasons(
  answers: readonly ClaudeAnswer[],
  shown: ReadonlySet<ClaudeSay>,
  denial: Lanes,
  out: Deliveries,
): void {
  for (const { hook, says } of answers) {
    for (const say of says) {
      if (say.level === "halt" || say.reason === null) continue;
      const text = { kind: "reason", text: say.reason, hook } as const;
      if (!shown.has(say)) out.toLog.push(text);
      else if (say.level === "ask") out.toUser.push(text);
      else addText(text, denial, out);
    }
  }
}

function addText(text: Text, lanes: Lanes, out: Deliveries): void {
  if (lanes.model) out.toModel.push(text);
  if (lanes.user === "whole") out.toUser.push(text);
  if (lanes.user === "first-line") out.toUser.push({ ...text, text: firstLine(text.text) });
  if (!lanes.model && lanes.user === "nothing") out.toLog.push(text);
}

/** A prompt that is stopped: the hook that stops it is not listened to any further. */
function endsEarly(answer: ClaudeAnswer, merged: ClaudeMerge, rule: EventRule): boolean {
  return (
    rule.several === "first-ends" &&
    merged.level === "halt" &&
    answer.says.some(({ level }) => level === "halt")
  );
}

function addContexts({ contexts, hook }: ClaudeAnswer, rule: EventRule, out: Deliveries): void {
  for (const text of contexts) {
    out.toModel.push({ kind: "context", text, hook });
    if (rule.context === "continues") out.toUser.push({ kind: "feedback", text, hook });
  }
}

function addStop(
  { says, hook }: ClaudeAnswer,
  { level }: ClaudeMerge,
  rule: EventRule,
  out: Deliveries,
): void {
  for (const say of says) {
    if (say.level !== "halt" || say.reason === null || level !== "halt") continue;
    addText({ kind: "stop-reason", text: say.reason, hook }, rule.stopReason, out);
  }
}

function addUserTexts({ error, warning, display, hook }: ClaudeAnswer, out: Deliveries): void {
  const push = (kind: TextKind, text: string | null): void => {
    if (text !== null) out.toUser.push({ kind, text, hook });
  };
  push("error", error);
  push("feedback", display);
  push("warning", warning);
}

/** Nothing of it is delivered, and nothing is forgotten. */
function keepAll({ contexts, warning, error, hook }: ClaudeAnswer, out: Deliveries): void {
  for (const text of contexts) out.toLog.push({ kind: "context", text, hook });
  if (error !== null) out.toLog.push({ kind: "error", text: error, hook });
  if (warning !== null) out.toLog.push({ kind: "warning", text: warning, hook });
}

/** What comes a turn later, too late, or was for the log from the start. */
function addRest(answer: ClaudeAnswer, merged: ClaudeMerge, out: Deliveries): void {
  const { hook } = answer;
  if (answer.isBackground) {
    for (const text of answer.contexts) out.toModel.push({ kind: "context", text, hook });
    if (answer.error !== null) out.toUser.push({ kind: "error", text: answer.error, hook });
  }
  if (merged.late.includes(answer)) {
    for (const { reason } of answer.says)
      if (reason !== null) out.toLog.push({ kind: "reason", text: reason, hook });
    keepAll(answer, out);
  }
  for (const { kind, text } of answer.asides) out.toLog.push({ kind, text, hook });
}
