import type { Level } from "../../dialects/index.js";
import { isRecord } from "../json.js";
import type { HostRun } from "../host.js";
import type { CopilotEvent } from "./events.js";
import { readOutput } from "./output.js";
import { texts } from "./texts.js";

/** The fields that an event reads, from the top level or, under a PascalCase name, from `hookSpecificOutput`. */
export type Fields = Readonly<Record<string, unknown>>;

/** One run as the host sees it. */
export interface Answer {
  readonly run: HostRun;
  readonly fields: Fields;
  readonly printed: Fields | null;
  /** What is on stdout without the lines of progress. */
  readonly rest: string;
  readonly progress: readonly string[];
  readonly by: "json" | "exit-code" | "failure";
  /** It ended in another way than with code 0 or 2. */
  readonly failed: boolean;
  readonly warning: string | null;
}

/** Only a timeout is let go on every event; a crash and a missing program count as an error code. */
export function readAnswer(run: HostRun, event: CopilotEvent): Answer {
  const { ending } = run;
  const { answer, progress, rest } = readOutput(run.stdout.text);
  const printed = run.json === undefined ? answer : isRecord(run.json) ? run.json : null;
  const fields = printed === null ? {} : fieldsOf(printed, event);
  const base = {
    run,
    fields,
    printed,
    rest,
    progress,
    by: "json",
    failed: false,
    warning: null,
  } as const;
  if (ending.type === "timed-out" || ending.type === "cancelled") {
    const warning = event.onFailure === "deny" ? texts.timedOut : null;
    return { ...base, fields: {}, by: "failure", failed: true, warning };
  }
  const code = ending.type === "exited" || ending.type === "changed" ? ending.code : null;
  if (code === 0) return base;
  if (code === 2) return exitTwo(base, event);
  return { ...base, fields: crash(event), by: "failure", failed: true };
}

/** Standard output is read on code 2 as well; where the code denies, it denies over whatever stands there. */
function exitTwo(answer: Answer, event: CopilotEvent): Answer {
  const { fields, rest, run } = answer;
  const { decision, onExitTwo } = event;
  const stderr = run.stderr.text.trim();
  if (onExitTwo === "deny" && decision !== null) {
    // permissionRequest takes its reason from stdout alone.
    const said =
      decision.merge === "strictest" && stderr !== "" ? { [decision.reason]: stderr } : {};
    return { ...answer, fields: { ...said, ...fields, [decision.field]: "deny" }, by: "exit-code" };
  }
  if (onExitTwo === "context") {
    const context = fields["additionalContext"] ?? rest;
    return { ...answer, fields: { ...fields, additionalContext: context } };
  }
  return { ...answer, warning: stderr === "" ? null : stderr };
}

function crash({ decision, onFailure }: CopilotEvent): Fields {
  return onFailure === "deny" && decision !== null
    ? { [decision.field]: "deny", [decision.reason]: texts.errored }
    : {};
}

function fieldsOf(printed: Fields, event: CopilotEvent): Fields {
  const own = event.fields.filter((field) => !field.includes("."));
  const picked = (from: Fields): Fields =>
    Object.fromEntries(
      own.filter((field) => Object.hasOwn(from, field)).map((field) => [field, from[field]]),
    );
  const { hookSpecificOutput: nested } = printed;
  return event.nested && isRecord(nested)
    ? { ...picked(printed), ...picked(nested), ...picked(decisionIn(nested)) }
    : picked(printed);
}

/** Claude writes the answer to a permission request as an object of its own. */
function decisionIn(nested: Fields): Fields {
  return isRecord(nested["decision"]) ? nested["decision"] : {};
}

/** What an answer decides; null where it does not, or with a word that this event does not know. */
export function levelOf({ decision }: CopilotEvent, fields: Fields): Level | null {
  if (decision === null) return null;
  const word = fields[decision.field];
  if (typeof word !== "string" || !Object.hasOwn(decision.levels, word)) return null;
  const level = decision.levels[word] ?? null;
  if (level === "deny" && decision.needsReason && reasonOf(decision.reason, fields) === "")
    return null;
  return level === "deny" && fields["interrupt"] === true ? "halt" : level;
}

export function reasonOf(field: string, fields: Fields): string {
  const reason = fields[field];
  return typeof reason === "string" ? reason.trim() : "";
}
