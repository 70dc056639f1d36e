import { inReading, type Text } from "../../route/index.js";
import type { Outcome, Permission, Voice } from "../../decide/index.js";
import type { Level } from "../../dialects/index.js";
import type { Undiagnosed, HostRequest } from "../host.js";
import { own } from "../json.js";
import { cutProblems, unreadTexts, type JoinedText } from "../texts.js";
import { readUnknownEvent } from "../unknown-event.js";
import { voiceOf } from "../voices.js";
import { readAnswer, type CursorAnswer } from "./answer.js";
import type { CursorEvent } from "./events.js";
import { lossesOf } from "./losses.js";
import { merge, type CursorMerge } from "./merge.js";
import { rewrite } from "./rewrites.js";
import { LONGEST_CONTEXT } from "./texts.js";

/** What Cursor does, by its table of events. */
export function readWith(
  events: Readonly<Record<string, CursorEvent>>,
  request: HostRequest,
): Undiagnosed {
  const event = own(events, request.event);
  if (event === undefined)
    return readUnknownEvent(request, "every hook of the file: Cursor has no such event");
  const answers = request.runs.map((run) => readAnswer(run, event));
  const merged = merge(answers);
  const outcome = outcomeOf(merged, event);
  const happens = outcome === "proceed" || outcome === "ask";
  const { changes, rewrites } = rewrite(answers, happens);
  return {
    outcome,
    permission: event.guards ? (merged.permission ?? "none") : "none",
    ...inReading(changes),
    toModel: toModel(merged, outcome, event),
    toUser: spoken(merged.userMessage, happens ? "warning" : "reason"),
    toLog: answers.flatMap(unreadOf),
    failed: answers.some(({ fault }) => fault !== null),
    problems: [
      ...answers.flatMap((answer) => lossesOf(answer, event, outcome)),
      ...cutProblems("additional_context", merged.context, LONGEST_CONTEXT),
    ],
    provenance: {
      voices: answers.flatMap((answer) => voicesOf(answer, merged, outcome)),
      rewrites,
    },
  };
}

function outcomeOf(merged: CursorMerge, event: CursorEvent): Outcome {
  if (event.stops !== null && !merged.continues) return event.stops;
  if (event.follows) return merged.followup === null ? "proceed" : "block";
  if (merged.permission === "deny") return "block";
  return merged.permission === "ask" && event.asks ? "ask" : "proceed";
}

function toModel(merged: CursorMerge, outcome: Outcome, { follows }: CursorEvent): Text[] {
  if (follows) return spoken(merged.followup, "feedback");
  if (outcome === "block" || outcome === "halt") return spoken(merged.agentMessage, "reason");
  return [
    ...spoken(merged.agentMessage, "feedback"),
    ...spoken(merged.context, "context").map((said) => ({
      ...said,
      text: said.text.slice(0, LONGEST_CONTEXT),
    })),
  ];
}

function spoken(said: JoinedText | null, kind: Text["kind"]): Text[] {
  return said === null ? [] : [{ kind, text: said.text, hook: said.hook }];
}

const reached: Readonly<Record<Outcome, Permission>> = {
  halt: "none",
  block: "deny",
  defer: "defer",
  ask: "ask",
  proceed: "allow",
};

function voicesOf(
  { run, fields, by }: CursorAnswer,
  merged: CursorMerge,
  outcome: Outcome,
): Voice[] {
  const said: { level: Level; won: boolean }[] = [];
  const { permission } = fields;
  if (typeof permission === "string")
    said.push({ level: permission as Level, won: reached[outcome] === permission });
  if (fields["continue"] === false)
    said.push({ level: "halt", won: outcome === "block" || outcome === "halt" });
  if (Object.hasOwn(fields, "followup_message"))
    said.push({ level: "deny", won: merged.followup !== null });
  return said.map((one) => voiceOf(run, { ...one, by }, `the outcome is ${outcome}`));
}

/** Stderr is read on exit code 2 alone, and then only where stdout is blank. */
function unreadOf({ run, by }: CursorAnswer): Text[] {
  const stdout = run.stdout.text.trim();
  return unreadTexts(run, [
    ...(by === "failure" ? [run.stdout.text] : []),
    ...(by === "exit-code" && stdout === "" ? [] : [run.stderr.text]),
  ]);
}
