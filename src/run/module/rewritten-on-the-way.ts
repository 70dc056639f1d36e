import { Exit, isKitAnswer, toolboxFor, type ModuleEvent } from "./toolbox.js";

interface SpecificAnswer {
  readonly hookSpecificOutput?: object;
}

/**
 * What those behind have said, with the input that the chain was continued with: `next({ ...event, tool_input })` rewrites it,
 * unless somebody behind gives another one. They have decided about the new input; without it the tool would run with one
 * that nobody looked at. What cannot hold both refuses.
 */
export function withInput(said: unknown, before: ModuleEvent, after: ModuleEvent): unknown {
  const { tool_input: input, hook_event_name: name } = after;
  const isSame = jsonOf(input) === jsonOf(before["tool_input"]);
  if (name !== "PreToolUse" || isSame || !isObject(input)) return said;
  if (Exit.is(said) && said.code !== 0) return said;
  if (isObject(said) && isKitAnswer(said)) return said;
  const answer = answerIn(said);
  if (answer === null)
    return new Exit(2, "", "next() got another input, and what came back cannot be read with it");
  const rewritten = toolboxFor(after).rewrite(input) as SpecificAnswer;
  const { hookSpecificOutput: given } = answer;
  return { ...answer, hookSpecificOutput: { ...rewritten.hookSpecificOutput, ...given } };
}

/** The answer as an object; null where it is none. */
function answerIn(said: unknown): SpecificAnswer | null {
  if (said === undefined || said === null) return {};
  const text = Exit.is(said) ? said.stdout : typeof said === "string" ? said : jsonOf(said);
  if (text?.trim() === "") return {};
  try {
    const answer: unknown = JSON.parse(text ?? "");
    return isObject(answer) ? answer : null;
  } catch {
    return null;
  }
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
