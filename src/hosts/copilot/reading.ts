import { inReading, type Text } from "../../route/index.js";
import { outcomes, type Outcome, type Permission, type Voice } from "../../decide/index.js";
import { strictest, type Level } from "../../dialects/index.js";
import type { Undiagnosed, HostRequest } from "../host.js";
import { isRecord, own } from "../json.js";
import { levelOf, readAnswer, textOf, type CopilotAnswer } from "./answer.js";
import type { CopilotEvent } from "./events.js";
import { cutProblems, joinedText, unreadTexts, type JoinedText } from "../texts.js";
import { readUnknownEvent } from "../unknown-event.js";
import { voiceOf } from "../voices.js";
import { lossesOf } from "./losses.js";
import { appliedIn, rewritesOf } from "./rewrites.js";
import { BETWEEN_HOOKS, LONGEST_CONTEXT } from "./texts.js";

/** What Copilot CLI does, by its table of events. */
export function readWith(
  events: Readonly<Record<string, CopilotEvent>>,
  request: HostRequest,
): Undiagnosed {
  const event = own(events, request.event);
  if (event === undefined) return readUnknownEvent(request, "the hook: Copilot has no such event");
  const answers = request.runs.map((run) => readAnswer(run, event));
  const decided = decidedBy(answers, event);
  const level = decided === null ? null : granted(decided.level, event, request);
  const outcome = level === null ? event.silence : outcomes[level];
  const happens = outcome === "proceed" || outcome === "ask";
  const rewrites = rewritesOf(answers, event, happens);
  const context = contextOf(answers, event);
  return {
    outcome,
    permission: permissionOf(level, event),
    ...inReading(appliedIn(rewrites)),
    toModel: [
      ...reasons(decided, outcome, event, "model"),
      ...(happens ? contextText(context) : []),
    ],
    toUser: [
      ...answers.flatMap(progressOf),
      ...reasons(decided, outcome, event, "user"),
      ...answers.flatMap(warningOf),
    ],
    toLog: answers.flatMap(unreadOf),
    failed: answers.some(({ failed }) => failed),
    problems: [
      ...answers.flatMap((answer) => lossesOf(answer, event, outcome)),
      ...cutProblems("additionalContext", context, LONGEST_CONTEXT),
    ],
    provenance: {
      voices: answers.flatMap((answer) => voicesOf(answer, event, level)),
      rewrites: rewrites.map(({ hook, what, applied, why }) => ({ hook, what, applied, why })),
    },
  };
}

interface CopilotDecided {
  readonly level: Level;
  readonly reason: string;
  readonly hook: string;
}

function decidedBy(answers: readonly CopilotAnswer[], event: CopilotEvent): CopilotDecided | null {
  const { decision } = event;
  if (decision === null) return null;
  if (decision.merge === "later") {
    const fields = Object.assign(
      {},
      ...answers.map((answer) => answer.fields),
    ) as CopilotAnswer["fields"];
    const level = levelOf(event, fields);
    const by = answers.findLast((answer) => Object.hasOwn(answer.fields, decision.field));
    return level === null || by === undefined
      ? null
      : { level, reason: textOf(decision.reason, fields), hook: by.run.hook };
  }
  const levels = answers.map(({ fields }) => levelOf(event, fields));
  const level = strictest(levels.filter((item) => item !== null));
  const by = answers[levels.indexOf(level)];
  return level === null || by === undefined
    ? null
    : { level, reason: textOf(decision.reason, by.fields), hook: by.run.hook };
}

/** Nobody but the user may let a command out of the sandbox: an allow is then no decision. */
function granted(level: Level, event: CopilotEvent, { payload }: HostRequest): Level | null {
  const inputs = [payload["toolInput"], payload["tool_input"]];
  const leaves = inputs.some((input) => isRecord(input) && input["requestSandboxBypass"] === true);
  return level === "allow" && event.silence === "ask" && leaves ? null : level;
}

function permissionOf(level: Level | null, { decision }: CopilotEvent): Permission {
  if (decision === null || decision.texts === null || level === null) return "none";
  return level === "halt" ? "deny" : level;
}

/** A question is shown to the user; an interrupted agent shows nothing. */
function reasons(
  decided: CopilotDecided | null,
  outcome: Outcome,
  { decision }: CopilotEvent,
  to: "model" | "user",
): Text[] {
  if (decided === null || decision === null) return [];
  const denied = decided.level === "deny" || decided.level === "halt";
  const text = decided.reason === "" && denied ? (decision.texts?.stated ?? "") : decided.reason;
  if (text === "") return [];
  const { hook } = decided;
  if (outcome === "block" && to === decision.to)
    return [
      { kind: to === "model" && decision.texts === null ? "feedback" : "reason", text, hook },
    ];
  if (outcome === "halt" && to === "user") return [{ kind: "stop-reason", text, hook }];
  return decided.level === "ask" && to === "user" ? [{ kind: "reason", text, hook }] : [];
}

function contextOf(answers: readonly CopilotAnswer[], event: CopilotEvent): JoinedText | null {
  const adding = answers.filter(({ fields }) => textOf("additionalContext", fields) !== "");
  return event.context ? joinedText(adding, "additionalContext", BETWEEN_HOOKS) : null;
}

/** The model gets 10 KB of context, all hooks together. */
function contextText(context: JoinedText | null): Text[] {
  if (context === null) return [];
  return [{ kind: "context", ...context, text: context.text.slice(0, LONGEST_CONTEXT) }];
}

function voicesOf(
  { run, fields, by }: CopilotAnswer,
  event: CopilotEvent,
  winner: Level | null,
): Voice[] {
  const level = levelOf(event, fields);
  if (level === null) return [];
  const said = { level, by, won: level === winner };
  return [voiceOf(run, said, `${winner ?? "nothing"} is what the host does`)];
}

function progressOf({ run, progress }: CopilotAnswer): Text[] {
  return progress.map((text) => ({ kind: "feedback", text, hook: run.hook }));
}

function warningOf({ run, warning }: CopilotAnswer): Text[] {
  return warning === null ? [] : [{ kind: "warning", text: warning, hook: run.hook }];
}

function unreadOf({ run, rest, printed, by, warning }: CopilotAnswer): Text[] {
  return unreadTexts(run, [
    ...(printed === null || by === "failure" ? [rest] : []),
    ...(warning === run.stderr.text.trim() ? [] : [run.stderr.text]),
  ]);
}
