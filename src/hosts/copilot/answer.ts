import type { HookRun } from "../../decode/index.js";
import type { Level } from "../../dialects/index.js";
import { exitCode } from "../ending.js";
import { isRecord, own } from "../json.js";
import type { CopilotEvent } from "./events.js";
import { readOutput } from "./output.js";
import { TIMED_OUT } from "./texts.js";

/** The fields that an event reads, by their names at the top level. */
export type CopilotFields = Readonly<Record<string, unknown>>;

/** One run as the host sees it. */
export interface CopilotAnswer {
  readonly run: HookRun;
  readonly fields: CopilotFields;
  readonly printed: CopilotFields | null;
  /** What is on stdout without the lines of progress. */
  readonly rest: string;
  readonly progress: readonly string[];
  readonly by: "json" | "exit-code" | "failure";
  /** It ended in another way than with code 0 or 2. */
  readonly failed: boolean;
  readonly warning: string | null;
}

/** Only a timeout never blocks, on any event; a crash and a missing program count as an error code. */
export function readAnswer(run: HookRun, event: CopilotEvent): CopilotAnswer {
  const { ending } = run;
  const { answer, progress, rest } = readOutput(run.stdout.text);
  const printed = run.json === undefined ? answer : isRecord(run.json) ? run.json : null;
  const base = {
    run,
    fields: printed === null ? {} : fieldsOf(printed, event),
    printed,
    rest,
    progress,
    by: "json",
    failed: false,
    warning: null,
  } as const;
  if (ending.type === "timed-out" || ending.type === "cancelled") {
    const warning = event.onFailure === "deny" ? TIMED_OUT : null;
    return { ...base, fields: {}, by: "failure", failed: true, warning };
  }
  const code = exitCode(run);
  if (code === 0) return base;
  if (code === 2) return exitTwo(base, event);
  const fields = event.onFailure === "deny" ? denial(event, "failed") : {};
  return { ...base, fields, by: "failure", failed: true };
}

/** Standard output is read on code 2 as well; where the code denies, it denies over whatever is there. */
function exitTwo(answer: CopilotAnswer, event: CopilotEvent): CopilotAnswer {
  const { fields, printed, rest, run } = answer;
  const { decision, nested, onExitTwo } = event;
  if (onExitTwo === "deny" && decision !== null) {
    // Where `hookSpecificOutput` counts, an object that has it is dropped whole on this code.
    const isDropped =
      Object.keys(nested).length > 0 && printed?.["hookSpecificOutput"] !== undefined;
    return {
      ...answer,
      fields: denial(event, "exitTwo", isDropped ? {} : fields),
      by: "exit-code",
    };
  }
  if (onExitTwo === "context") {
    const context = fields["additionalContext"] ?? rest;
    return { ...answer, fields: { ...fields, additionalContext: context } };
  }
  const stderr = run.stderr.text.trim();
  return { ...answer, warning: stderr === "" ? null : stderr };
}

function denial(
  { decision }: CopilotEvent,
  kind: "exitTwo" | "failed",
  given: CopilotFields = {},
): CopilotFields {
  if (decision === null) return {};
  const { field, reason, texts } = decision;
  const text = texts?.[kind];
  const said = text !== undefined && textOf(reason, given) === "" ? { [reason]: text } : {};
  return { ...given, ...said, [field]: "deny" };
}

function fieldsOf(printed: CopilotFields, event: CopilotEvent): CopilotFields {
  const { hookSpecificOutput } = printed;
  const nested = isRecord(hookSpecificOutput) ? hookSpecificOutput : {};
  const top = event.fields.filter((field) => !field.includes("."));
  return Object.fromEntries([
    ...top.filter((field) => Object.hasOwn(printed, field)).map((field) => [field, printed[field]]),
    ...Object.entries(event.nested)
      .filter(([field]) => Object.hasOwn(nested, field))
      .map(([field, name]) => [name, nested[field]]),
  ]);
}

/** What an answer decides; null where it does not, or with a word that this event does not know. */
export function levelOf({ decision }: CopilotEvent, fields: CopilotFields): Level | null {
  if (decision === null) return null;
  const word = fields[decision.field];
  const level = typeof word === "string" ? (own(decision.levels, word) ?? null) : null;
  if (level === "deny" && decision.texts === null && textOf(decision.reason, fields) === "")
    return null;
  return level === "deny" && fields["interrupt"] === true ? "halt" : level;
}

/** The host does not check the type of a text: a number is read as its digits. Empty where there is none. */
export function textOf(field: string, fields: CopilotFields): string {
  const value = fields[field];
  if (typeof value === "string") return value.trim();
  return value === true || (typeof value === "number" && value !== 0) ? String(value) : "";
}
