import { restrictionOf, type Outcome, type Rewrite, type Voice } from "../../decide/index.js";
import type { Level } from "../../dialects/index.js";
import { inReading, type Text } from "../../route/index.js";
import type { HostRequest, Undiagnosed } from "../host.js";
import { isRecord, rewrittenInput } from "../json.js";
import { lastRewrite } from "../last-rewrite.js";
import { namesOf, unreadTexts } from "../texts.js";
import { readUnknownEvent } from "../unknown-event.js";
import { voiceOf } from "../voices.js";
import { cut, escaped } from "./context.js";
import { broken, decide, toolWord, type QwenDecision } from "./decide.js";
import type { QwenEvent } from "./events.js";
import { lossesOf } from "./losses.js";
import { breaksMerge, merge, permissionOf, specific, type QwenAnswered } from "./merge.js";
import { readRun, type QwenOutput, type QwenRead } from "./output.js";

/** What Qwen Code does, by its table of events. An event that it does not know runs no hook. */
export function readWith(
  events: Readonly<Record<string, QwenEvent>>,
  request: HostRequest,
): Undiagnosed {
  const event = Object.hasOwn(events, request.event) ? events[request.event] : undefined;
  if (event === undefined)
    return readUnknownEvent(request, "the hook: Qwen Code has no such event");
  const reads = request.runs.map((run) => readRun(run, event.promotesText));
  const answers = reads.filter(isAnswered);
  const { merged, decision, isVoid } = decidedBy(answers, event, request);
  const { outcome } = decision;
  const rewrites = event.decides === "permission" ? rewritesOf(answers, outcome) : [];
  const applied = rewrites.some((rewrite) => rewrite.applied);
  const shown = event.showsMessage ? messageOf(merged, answers) : [];
  return {
    ...decision,
    ...inReading(
      applied && merged !== null ? rewrittenInput(permissionOf(merged)?.["updatedInput"]) : {},
    ),
    toModel: [
      ...saidTo("model", decision, answers),
      ...(isVoid ? [] : contextOf(merged, answers, outcome, event)),
    ],
    toUser: [...saidTo("user", decision, answers), ...shown],
    toLog: reads.flatMap((read) => loggedOf(read, event)),
    failed: isVoid || reads.some(({ failed }) => failed),
    problems: reads.flatMap((read) =>
      lossesOf(read, event, { outcome, isVoid, context: contextIn(merged) }),
    ),
    provenance: { voices: answers.flatMap((answer) => voicesOf(answer, event, outcome)), rewrites },
  };
}

function isAnswered(read: QwenRead): read is QwenAnswered {
  return read.output !== null;
}

interface QwenDecided {
  readonly merged: QwenOutput | null;
  readonly decision: QwenDecision;
  readonly isVoid: boolean;
}

/** Where the host throws it continues as if no hook had answered. */
function decidedBy(
  answers: readonly QwenAnswered[],
  { merge: how, decides }: QwenEvent,
  { payload }: HostRequest,
): QwenDecided {
  try {
    const merged = merge(answers, how);
    return { merged, decision: decide(merged, decides, payload), isVoid: false };
  } catch {
    return { merged: null, decision: broken(decides, payload), isVoid: true };
  }
}

function saidTo(
  to: "model" | "user",
  { said }: QwenDecision,
  answers: readonly QwenAnswered[],
): Text[] {
  if (said?.to !== to) return [];
  const text = textOf(said.text);
  const speakers = answers.filter(
    ({ output, format }) => format !== "nothing" && says(output, text),
  );
  return [{ kind: said.kind, text, hook: namesOf(speakers.length > 0 ? speakers : answers) }];
}

/** Whether a text, joined of several or not, holds one of the reasons that a hook gave. */
function says(output: QwenOutput, text: string): boolean {
  const nested = isRecord(output["hookSpecificOutput"]) ? output["hookSpecificOutput"] : {};
  return [
    nested["permissionDecisionReason"],
    permissionOf(output)?.["message"],
    output["stopReason"],
    output["reason"],
  ].some((reason) => Boolean(reason) && text.includes(textOf(reason)));
}

/** Null where the host would throw on the way, or there is none. */
function contextIn(merged: QwenOutput | null): string | null {
  if (merged === null || breaksMerge(merged)) return null;
  const { additionalContext: context } = specific(merged);
  return typeof context === "string" ? context : null;
}

function contextOf(
  merged: QwenOutput | null,
  answers: readonly QwenAnswered[],
  outcome: Outcome,
  event: QwenEvent,
): Text[] {
  const context = contextIn(merged);
  const arrives = outcome === "proceed" || event.decides === "batch";
  if (event.context === null || !arrives || context === null || context.trim() === "") return [];
  const adding = answers.filter(({ output }) => contextIn(output) !== null);
  const text = cut(escaped(context, event.context), event.context);
  return [{ kind: "context", text, hook: namesOf(adding) }];
}

function messageOf(merged: QwenOutput | null, answers: readonly QwenAnswered[]): Text[] {
  const message = merged?.["systemMessage"];
  if (!message) return [];
  const by = answers.filter(({ output }) => output["systemMessage"] === message).slice(-1);
  return [{ kind: "warning", text: textOf(message), hook: namesOf(by) }];
}

/** As a template would write it. */
function textOf(value: unknown): string {
  try {
    return [value].join("");
  } catch {
    return "";
  }
}

function rewritesOf(answers: readonly QwenAnswered[], outcome: Outcome): readonly Rewrite[] {
  const rewriting = answers.filter(({ output }) => Boolean(permissionOf(output)?.["updatedInput"]));
  const whyNone = outcome === "proceed" ? null : "the permission is not given";
  return lastRewrite(rewriting, "input", whyNone, ({ output }) =>
    isRecord(permissionOf(output)?.["updatedInput"])
      ? { applied: true, why: "it replaces the whole input" }
      : { applied: false, why: "updatedInput is no object" },
  );
}

function voicesOf(
  { run, output, format }: QwenAnswered,
  event: QwenEvent,
  outcome: Outcome,
): Voice[] {
  if (format === "nothing" || event.decides === null) return [];
  return levelsOf(output, event, format).map((level): Voice => {
    const won = level === (restrictionOf[outcome] ?? "allow");
    const by = format === "json" ? "json" : "exit-code";
    return voiceOf(run, { level, by, won }, `the outcome is ${outcome}`);
  });
}

function levelsOf(
  output: QwenOutput,
  { decides }: QwenEvent,
  format: "json" | "text",
): readonly Level[] {
  const said: Level[] = [];
  if (decides === "permission") {
    const behavior = permissionOf(output)?.["behavior"];
    if (behavior === "allow" || behavior === "deny") said.push(behavior);
    return said;
  }
  const word = breaksMerge(output) ? null : toolWord(output);
  if (output["continue"] === false && decides !== "todo") said.push("halt");
  if (word === "deny" && decides !== "result") said.push("deny");
  if (decides === "tool" && word === "ask") said.push("ask");
  if (decides === "tool" && word === "allow" && format === "json") said.push("allow");
  return said;
}

/** What was printed and reaches nobody: streams that were not looked at, and messages that go to the debug log. */
function loggedOf({ run, output, format, stream }: QwenRead, event: QwenEvent): Text[] {
  const message = event.showsMessage ? undefined : output?.["systemMessage"];
  const unread: readonly ("stdout" | "stderr")[] =
    format === "nothing" ? ["stdout", "stderr"] : [stream === "stdout" ? "stderr" : "stdout"];
  return [
    ...(message ? [{ kind: "warning", text: textOf(message), hook: run.hook } as const] : []),
    ...unreadTexts(
      run,
      unread.map((name) => run[name].text),
    ),
  ];
}
