import { isExitCode } from "../endings.js";
import { answerText } from "../function/answer-text.js";
import { describe, ModuleFault } from "./call-module.js";
import { errorText } from "./error-text.js";
import { Exit } from "./toolbox.js";

/** What a hook in JavaScript has said: an answer as JSON, or what a program would have left. */
export type Left =
  | { readonly answer: string }
  | { readonly exit?: number; readonly stdout?: string; readonly stderr?: string };

/** Reads what a hook in JavaScript gave back. Throws, in words for its author, where it is no answer. */
export function leftBy(
  given: unknown,
  toJson: (value: object) => string | undefined = JSON.stringify,
): Left {
  if (given === undefined || given === null) return {};
  if (Exit.is(given)) {
    const { code, stdout, stderr } = given;
    if (!isExitCode(code))
      throw new ModuleFault(`$.exit takes a code from 0 to 255, not ${String(code)}`);
    return { exit: code, stdout, stderr };
  }
  if (typeof given === "string") return { stdout: given };
  if (typeof given !== "object" || Array.isArray(given))
    throw new ModuleFault(
      `it returned ${describe(given)}; it should return an answer (an object), a text or nothing`,
    );
  const answer = toJson(given);
  if (answer?.startsWith("{") !== true)
    throw new ModuleFault("what it returned is no object when it is written as JSON");
  // A Map, an Error: whatever it was meant to say, nothing of it is left.
  if (answer === "{}" && !isPlain(given))
    throw new ModuleFault("what it returned is empty as JSON; it should return a plain object");
  return { answer };
}

/** More than anybody keeps of an answer: the host cuts it. */
const MOST_BYTES = 64 * 1024 * 1024;

/** One line of the protocol of workers for what a module gave back. */
export function answerLine(id: string, given: unknown): string {
  let fault: string | null = null;
  const left = leftBy(given, (value) => {
    const written = answerText(value, MOST_BYTES);
    ({ fault } = written);
    return written.text;
  });
  if (!("answer" in left)) return lineOf({ id, ...left });
  const begin = lineOf({ id, ...(fault !== null && { fault }) }).slice(0, -"}\n".length);
  return `${begin},"answer":${left.answer}}\n`;
}

function lineOf(fields: object): string {
  return `${answerText(fields, MOST_BYTES).text ?? "{}"}\n`;
}

function isPlain(given: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype === null || Object.getPrototypeOf(prototype) === null || "toJSON" in given;
}

/** The same for a module that threw: a failure, with what it threw for the user. */
export function failureLine(id: string, error: unknown): string {
  return lineOf({ id, exit: 1, stderr: errorText(error) });
}
