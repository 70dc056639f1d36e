import type { Text } from "../../route/index.js";
import type { Outcome, Permission, Rewrite, Voice } from "../../decide/index.js";
import type { Level } from "../../dialects/index.js";
import type { Undiagnosed, HostRequest } from "../host.js";
import { isRecord, plainObject } from "../json.js";
import type { GeminiEvent } from "./events.js";
import { lossesOf } from "./losses.js";
import { decisionOf, merge, rewriteOf, type Answered, type Merged } from "./merge.js";
import { readRun, type Read } from "./output.js";

/** What Gemini CLI does, by its table of events. An event that it does not know runs no hook. */
export function readWith(
  events: Readonly<Record<string, GeminiEvent>>,
  request: HostRequest,
): Undiagnosed {
  const event = Object.hasOwn(events, request.event) ? (events[request.event] ?? null) : null;
  const reads = request.runs.map(readRun);
  const answers = event === null ? [] : reads.filter(isAnswered);
  const { merged, isVoid } = event === null ? nothing : mergedOf(answers, event);
  const outcome = event === null || merged === null ? "proceed" : outcomeOf(merged, event);
  const rewrites = event?.rewrites === true && !isVoid ? rewritesOf(answers, outcome) : [];
  const applied = rewrites.find((rewrite) => rewrite.applied);
  return {
    outcome,
    permission: event === null ? "none" : permissionOf(outcome, event),
    input: applied !== undefined && isRecord(merged?.toolInput) ? plain(merged.toolInput) : null,
    prompt: null,
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

function isAnswered(read: Read): read is Answered {
  return read.output !== null;
}

function mergedOf(
  answers: readonly Answered[],
  event: GeminiEvent,
): { readonly merged: Merged | null; readonly isVoid: boolean } {
  try {
    return { merged: merge(answers, event), isVoid: false };
  } catch {
    return { merged: null, isVoid: true };
  }
}

function outcomeOf({ halt, decision }: Merged, event: GeminiEvent): Outcome {
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
  merged: Merged | null,
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

/** Context stands between tags of the host's own; it may not end them, nor open any. */
function escaped(context: string): string {
  return context.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The host joins the reasons and contexts of several hooks: the text is then of all of them. */
function namesOf(answers: readonly Answered[]): string {
  return answers.map(({ run }) => run.hook).join(", ");
}

function rewritesOf(answers: readonly Answered[], outcome: Outcome): readonly Rewrite[] {
  const last = rewriteOf(answers);
  return answers
    .filter(({ output }) => {
      const { hookSpecificOutput: nested } = output;
      return isRecord(nested) && Object.hasOwn(nested, "tool_input");
    })
    .map((answer): Rewrite => {
      const base = { hook: answer.run.hook, what: "input" } as const;
      if (outcome === "block" || outcome === "halt")
        return { ...base, applied: false, why: "the tool does not run" };
      if (answer !== last?.by)
        return { ...base, applied: false, why: "a later rewrite replaces it" };
      return isRecord(last.value)
        ? { ...base, applied: true, why: "it replaces the whole input" }
        : { ...base, applied: false, why: "tool_input is no object" };
    });
}

/** What is nested too deeply to be copied is not handed on. */
function plain(value: Readonly<Record<string, unknown>>): ReturnType<typeof plainObject> | null {
  try {
    return plainObject(value);
  } catch {
    return null;
  }
}

const levelOf: Readonly<Record<"block" | "ask", Level>> = { block: "deny", ask: "ask" };
const reached: Readonly<Partial<Record<Outcome, Level>>> = {
  halt: "halt",
  block: "deny",
  ask: "ask",
};

function voicesOf({ run, output, format }: Answered, outcome: Outcome, isVoid: boolean): Voice[] {
  const decision = decisionOf(output["decision"]);
  const allows = output["decision"] === "allow" || output["decision"] === "approve";
  const said: Level[] = [];
  if (output["continue"] === false) said.push("halt");
  if (decision !== null) said.push(levelOf[decision]);
  else if (allows && format === "json") said.push("allow");
  return said.map((level): Voice => {
    const won = (reached[outcome] ?? "allow") === level;
    const why = won
      ? `${level} is what the host does`
      : isVoid
        ? "the host threw while it merged the answers"
        : `the outcome is ${outcome}`;
    return { hook: run.hook, level, by: format === "json" ? "json" : "exit-code", won, why };
  });
}

/** What was printed and not looked at. */
function unreadOf({ run, output, stream }: Read): Text[] {
  const unread = output === null ? ["stdout", "stderr"] : stream === "stdout" ? ["stderr"] : [];
  return (unread as ("stdout" | "stderr")[])
    .map((name) => run[name].text)
    .filter((text) => text.trim() !== "")
    .map((text): Text => ({ kind: "error", text, hook: run.hook }));
}
