import { inReading, type Text } from "../../route/index.js";
import {
  outcomes,
  type Outcome,
  type Permission,
  type Rewrite,
  type Voice,
} from "../../decide/index.js";
import type { Level } from "../../dialects/index.js";
import type { Undiagnosed, HostRequest } from "../host.js";
import { isRecord, own, rewrittenInput } from "../json.js";
import { lastRewrite } from "../last-rewrite.js";
import { namesOf, unreadTexts } from "../texts.js";
import { voiceOf } from "../voices.js";
import type { GeminiEvent } from "./events.js";
import { lossesOf } from "./losses.js";
import { decisionOf, merge, rewriteOf, type GeminiAnswered, type MergedAnswers } from "./merge.js";
import { readRun, type GeminiRead } from "./output.js";

/** What Gemini CLI does, by its table of events. An event that it does not know runs no hook. */
export function readWith(
  events: Readonly<Record<string, GeminiEvent>>,
  request: HostRequest,
): Undiagnosed {
  const event = own(events, request.event) ?? null;
  const reads = request.runs.map(readRun);
  const answers = event === null ? [] : reads.filter(isAnswered);
  const { merged, isVoid } = event === null ? nothing : mergedOf(answers, event);
  const outcome = event === null || merged === null ? "proceed" : outcomeOf(merged, event);
  const rewrites = event?.rewrites === true && !isVoid ? rewritesOf(answers, outcome) : [];
  const isRewritten = rewrites.some(({ applied }) => applied);
  return {
    outcome,
    permission: event === null ? "none" : permissionOf(outcome, event),
    ...inReading(isRewritten ? rewrittenInput(merged?.toolInput) : {}),
    ...textsOf(merged, outcome, event),
    toLog: reads.flatMap(unreadOf),
    failed: isVoid || (event !== null && reads.some(({ failed }) => failed)),
    problems: reads.flatMap((read) =>
      lossesOf(read, event, { event: request.event, outcome, isVoid }),
    ),
    provenance: {
      voices: answers.flatMap((answer) => voicesOf(answer, outcome, isVoid)),
      rewrites,
    },
  };
}

const nothing = { merged: null, isVoid: false } as const;

function isAnswered(read: GeminiRead): read is GeminiAnswered {
  return read.output !== null;
}

function mergedOf(
  answers: readonly GeminiAnswered[],
  event: GeminiEvent,
): { readonly merged: MergedAnswers | null; readonly isVoid: boolean } {
  try {
    return { merged: merge(answers, event), isVoid: false };
  } catch {
    return { merged: null, isVoid: true };
  }
}

function outcomeOf({ halt, decision }: MergedAnswers, event: GeminiEvent): Outcome {
  if (halt && event.halts) return "halt";
  if (decision === "block" && event.blocks !== null) return "block";
  return decision === "ask" && event.asks ? "ask" : "proceed";
}

/** An allow grants nothing: the host then asks its own policy, as without a hook. */
function permissionOf(outcome: Outcome, { asks }: GeminiEvent): Permission {
  if (!asks) return "none";
  return outcome === "block" ? "deny" : outcome === "ask" ? "ask" : "none";
}

function textsOf(
  merged: MergedAnswers | null,
  outcome: Outcome,
  event: GeminiEvent | null,
): { readonly toModel: readonly Text[]; readonly toUser: readonly Text[] } {
  if (merged === null || event === null) return { toModel: [], toUser: [] };
  const { reason, messages, context, from } = merged;
  const toModel: Text[] = [];
  // The host shows these as soon as it has merged the answers, before it acts on them.
  const toUser: Text[] = messages.map((message) => ({ kind: "warning", ...message }));
  if (outcome === "halt")
    toUser.push({ kind: "stop-reason", text: reason, hook: namesOf(from.reason) });
  if (outcome === "block") {
    const to = event.blocks === "model" ? toModel : toUser;
    to.push({ kind: "reason", text: reason, hook: namesOf(from.reason) });
  }
  if (outcome === "proceed" && event.context && context !== "")
    toModel.push({ kind: "context", text: escaped(context), hook: namesOf(from.context) });
  return { toModel, toUser };
}

/** Context is between tags of the host's own; it may not end them, nor open any. */
function escaped(context: string): string {
  return context.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function rewritesOf(answers: readonly GeminiAnswered[], outcome: Outcome): readonly Rewrite[] {
  const rewriting = answers.filter(({ output: { hookSpecificOutput: nested } }) =>
    isRecord(nested) ? Object.hasOwn(nested, "tool_input") : false,
  );
  const whyNone = outcome === "block" || outcome === "halt" ? "the tool does not run" : null;
  return lastRewrite(rewriting, "input", whyNone, () =>
    isRecord(rewriteOf(answers)?.value)
      ? { applied: true, why: "it replaces the whole input" }
      : { applied: false, why: "tool_input is no object" },
  );
}

function voicesOf(
  { run, output, format }: GeminiAnswered,
  outcome: Outcome,
  isVoid: boolean,
): Voice[] {
  const decision = decisionOf(output["decision"]);
  const allows = output["decision"] === "allow" || output["decision"] === "approve";
  const said: Level[] = [];
  if (output["continue"] === false) said.push("halt");
  if (decision !== null) said.push(decision === "block" ? "deny" : decision);
  else if (allows && format === "json") said.push("allow");
  const by = format === "json" ? "json" : "exit-code";
  const otherwise = isVoid
    ? "the host threw while it merged the answers"
    : `the outcome is ${outcome}`;
  return said.map((level) =>
    voiceOf(run, { level, by, won: outcomes[level] === outcome }, otherwise),
  );
}

/** What was printed and not looked at. */
function unreadOf({ run, output, stream }: GeminiRead): Text[] {
  const unread = output === null ? streams : stream === "stdout" ? streams.slice(1) : [];
  return unreadTexts(
    run,
    unread.map((name) => run[name].text),
  );
}

const streams = ["stdout", "stderr"] as const;
