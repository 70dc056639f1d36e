import { isExitCode } from "../endings.js";
import { describe, ModuleFault } from "./call-module.js";
import { errorText } from "./error-text.js";
import { Exit } from "./toolbox.js";

/** One line of the protocol of workers for what a module gave back. Throws, in words for its author, where it is no answer. */
export function answerLine(id: string, given: unknown): string {
  const frame = (fields: object): string => `${JSON.stringify({ id, ...fields })}\n`;
  if (given === undefined || given === null) return frame({});
  if (given instanceof Exit) {
    const { code, stdout, stderr } = given;
    if (!isExitCode(code))
      throw new ModuleFault(`$.exit takes a code from 0 to 255, not ${String(code)}`);
    return frame({ exit: code, stdout, stderr });
  }
  if (typeof given === "string") return frame({ stdout: given });
  if (typeof given !== "object" || Array.isArray(given))
    throw new ModuleFault(
      `it returned ${describe(given)}; it should return an answer (an object), a text or nothing`,
    );
  const answer = JSON.stringify(given) as string | undefined;
  if (answer?.startsWith("{") !== true)
    throw new ModuleFault("what it returned is no object when it is written as JSON");
  // A Map, an Error: whatever it was meant to say, nothing of it is left.
  if (answer === "{}" && !isPlain(given))
    throw new ModuleFault("what it returned is empty as JSON; it should return a plain object");
  return `{"id":${JSON.stringify(id)},"answer":${answer}}\n`;
}

function isPlain(given: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || Object.getPrototypeOf(prototype) === null || "toJSON" in given;
}

/** The same for a module that threw: a failure, with what it threw for the user. */
export function failureLine(id: string, error: unknown): string {
  return `${JSON.stringify({ id, exit: 1, stderr: errorText(error) })}\n`;
}
