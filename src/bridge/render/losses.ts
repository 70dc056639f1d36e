import { outcomes, type Outcome } from "../../decide/index.js";
import { changeNames, changes, type ChangeName } from "../../dialects/index.js";
import type { Reading } from "../../interpret/index.js";
import { problemList, type Problem } from "../../problem/index.js";
import type { Differences } from "./differences.js";
import { jsonText } from "./text.js";
import { levelOf, type PortableAnswer } from "./portable-answer.js";

const changeWords = Object.fromEntries(
  changeNames.map((name) => [name, `the new ${changes[name].what}`]),
) as Readonly<Record<ChangeName, string>>;

const words: Readonly<Record<Exclude<keyof PortableAnswer, "outcome">, string>> = {
  permission: "the permission: the host's own rules decide",
  reason: "the reason",
  ...changeWords,
  context: "the context",
  warning: "the warning",
  stopReason: "the reason to stop",
};

const instead: Readonly<Record<Outcome, string>> = {
  proceed: "the operation continues",
  ask: "the user is asked",
  defer: "the operation is deferred",
  block: "the operation is blocked",
  halt: "the agent stops",
};

/** One Problem for each key of the answer that does not come true; its `path` is that key. */
export function lossesOf(
  wanted: PortableAnswer,
  reading: Reading,
  differences: Differences,
): readonly Problem[] {
  const list = problemList("");
  const level = levelOf(wanted);
  if (differences.outcome !== "nothing") {
    const outcome = level === null ? "proceed" : outcomes[level];
    list.report(isLetGo(outcome, reading.outcome) ? "host-deny-lost" : "host-ignores-field", {
      path: "outcome",
      found: outcome,
      lost: `${outcome}: ${instead[reading.outcome]}`,
    });
  }
  for (const [key, lost] of Object.entries(words) as [keyof typeof words, string][]) {
    const missing = differences[key];
    if (missing === "nothing") continue;
    list.report("host-ignores-field", {
      path: key,
      found: shown(wanted[key]),
      lost: wanted[key] === undefined ? UNASKED : missing === "part" ? `part of ${lost}` : lost,
    });
  }
  return list.problems;
}

/** Only a tool's output is ever replaced unasked: a reason takes its place. */
const UNASKED = "the tool's own output: the reason is in its place";

const strict: readonly Outcome[] = ["block", "halt"];

/** A deferral that becomes a question still stops; a block that does is lost. */
function isLetGo(wanted: Outcome, got: Outcome): boolean {
  if (wanted === "proceed" || strict.includes(got)) return false;
  return got === "proceed" || strict.includes(wanted);
}

function shown(value: PortableAnswer[keyof PortableAnswer]): string {
  if (value === undefined) return "nothing";
  return typeof value === "string" ? value : (jsonText(value) ?? "a value that is no JSON");
}
