import { changesFrom, type Changes, type PlainValue } from "../../decode/index.js";
import { isStricter, type ChangeName, type Level } from "../../dialects/index.js";
import type { Payload } from "../../payload/index.js";
import type { ProblemList } from "../../problem/index.js";
import { isRecord, own } from "../json.js";
import type { ClaudeSay } from "./answer.js";
import type { Client, EventRule } from "./client.js";
import type { Json } from "./output.js";
import { plainCopy } from "./plain-copy.js";
import { texts } from "./texts.js";
import { fitsOutput } from "./tool-inputs.js";

/** A valid answer and the event it is for. */
export interface ClaudeFields {
  readonly top: Json;
  readonly specific: Json;
  readonly rule: EventRule;
  readonly client: Client;
  readonly payload: Payload;
}

/** The halt and the strictest decision that the fields state, as far as they count on this event. */
export function saysIn(fields: ClaudeFields): readonly ClaudeSay[] {
  const { top, rule } = fields;
  const says: ClaudeSay[] = [];
  if (rule.halts && own(top, "continue") === false)
    says.push({ level: "halt", by: "json", reason: filled(own(top, "stopReason"), texts.stopped) });
  const decision = decisionIn(fields);
  return decision === null ? says : [...says, decision];
}

/** Whichever of the two places is stricter; at the same level the event's own field gives the reason. */
function decisionIn({ top, specific, rule, client }: ClaudeFields): ClaudeSay | null {
  const legacy = levelAt(own(top, "decision"), rule.decision);
  const { ruling } = rule;
  const stated = ruling === null ? null : levelAt(at(specific, ruling.path), ruling.words);
  const level = isStricter(legacy, stated) ? legacy : stated;
  if (level === null) return null;
  const topReason = own(top, "reason");
  const ownReason =
    level !== stated || ruling === null || ruling.reason === null
      ? undefined
      : at(specific, ruling.reason);
  const fallsBack = level === legacy || client.reasonStandsIn;
  const reason = ownReason ?? (fallsBack ? topReason : undefined);
  return { level, by: "json", reason: filled(reason, level === "deny" ? texts.noReason : null) };
}

function levelAt(word: unknown, words: Readonly<Record<string, Level>>): Level | null {
  return typeof word === "string" && Object.hasOwn(words, word) ? (words[word] ?? null) : null;
}

function at(holder: Json, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) ? own(value, key) : undefined),
    holder,
  );
}

function filled<Default>(text: unknown, otherwise: Default): string | Default {
  return typeof text === "string" && text !== "" ? text : otherwise;
}

/** Names what counts in some sessions only. */
export function reportCaveats({ specific, rule }: ClaudeFields, problems: ProblemList): void {
  for (const { path, value, lost } of rule.caveats) {
    if (at(specific, path) !== value) continue;
    problems.report("host-ignores-field", {
      path: ["hookSpecificOutput", ...path].join("."),
      found: String(value),
      lost,
    });
  }
}

/** What the answer puts in place of something on this event. */
export function changesIn(fields: ClaudeFields, problems: ProblemList): Changes {
  return changesFrom((name) => readers[name]?.(fields, problems)?.value);
}

/** How each change is read that the client knows. */
const readers: Readonly<
  Partial<Record<ChangeName, (fields: ClaudeFields, problems: ProblemList) => CopiedValue | null>>
> = { input: inputIn, toolOutput: toolOutputIn };

interface CopiedValue {
  readonly value: PlainValue;
}

/** The rewritten input, wherever this event has it. */
function inputIn({ specific, rule }: ClaudeFields, problems: ProblemList): CopiedValue | null {
  const isRuling = rule.specific?.["decision"] === "ruling";
  const path = isRuling ? ["decision", "updatedInput"] : ["updatedInput"];
  const given =
    rule.specific?.["updatedInput"] === "object" || isRuling ? at(specific, path) : null;
  if (!isRecord(given)) return null;
  const copy = plainCopy(given);
  if (copy !== null) return copy;
  problems.report("host-ignores-field", {
    path: `hookSpecificOutput.${path.join(".")}`,
    found: "an object that is nested too deep",
  });
  return null;
}

/** What is put in place of the tool's output, where it fits. */
function toolOutputIn(
  { specific, payload, rule }: ClaudeFields,
  problems: ProblemList,
): CopiedValue | null {
  if (!rule.specific?.["updatedToolOutput"]) return null;
  const tool: unknown = payload.tool_name;
  const isMcp = typeof tool === "string" && tool.startsWith("mcp__");
  for (const field of ["updatedToolOutput", "updatedMCPToolOutput"]) {
    const given = own(specific, field);
    if (given === undefined) continue;
    const copy = field === "updatedMCPToolOutput" && !isMcp ? null : plainCopy(given);
    if (copy !== null && fitsOutput(copy.value, isMcp ? undefined : payload["tool_response"]))
      return copy;
    problems.report("host-ignores-field", {
      path: `hookSpecificOutput.${field}`,
      found: given === null ? "null" : typeof given,
      lost: "the tool's output stays as it is",
    });
  }
  return null;
}
