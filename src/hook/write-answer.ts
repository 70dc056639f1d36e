import type { Answer } from "./answers.js";
import type { HostName } from "./host-table.js";
import { formAt, kitHost, own } from "./hosts.js";
import type { KitHost, Printed } from "./kit-host.js";
import { HookFault, hostInput, isObject, type ReadEvent } from "./read-event.js";
import { shapeKey, type AnswerShape } from "./shape.js";

/** No opinion. */
export function silenceFor(host: HostName): Printed {
  return { exit: 0, stdout: kitHost(host).silence ?? "", stderr: "" };
}

const NO_REASON = "A hook stopped this and gave no reason.";

/** What an answer is made from, all of it text. */
interface Values {
  readonly shape: AnswerShape;
  readonly texts: Readonly<Record<string, string>>;
}

/** Prints an answer in the form that the host obeys on this event. Throws where it holds what cannot be written. */
export function printAnswer(
  host: HostName,
  { hostEvent, row, payload, call }: ReadEvent,
  answer: Answer,
): Printed {
  const table = kitHost(host);
  const { shape, texts } = valuesOf(answer, table, payload, call);
  const key = shapeKey(shape);
  if (key === "") return silenceFor(host);
  const form = own(table.answers[row[2]] ?? {}, key);
  if (form === undefined)
    throw new HookFault(`${row[0]} cannot take this answer: ${answer.says.join(" and ")}`);
  return fill(form, { ...texts, e: hostEvent });
}

function valuesOf(
  answer: Answer,
  table: KitHost,
  payload: ReadEvent["payload"],
  call: ReadEvent["call"],
): Values {
  const { level, input, prompt, output } = answer;
  const reason = textOf(answer.reason);
  const context = textOf(answer.context);
  const warning = textOf(answer.warning);
  let change: AnswerShape["change"] = null;
  const texts: Record<string, string> = {
    r: reason ?? NO_REASON,
    c: context ?? "",
    w: warning ?? "",
  };
  if (answer.says.includes("input")) {
    if (!isObject(input)) throw new HookFault("the new input is not an object");
    const theirs = call === null ? input : hostInput(call, input);
    const keys = call === null ? undefined : own(table.inputKeys ?? {}, call.hostTool);
    const isTaken = keys === undefined || Object.keys(theirs).every((key) => keys.includes(key));
    change = isTaken ? "input" : "lost-input";
    texts["i"] = jsonText(theirs);
  }
  if (answer.says.includes("prompt")) {
    if (typeof prompt !== "string" || prompt.trim() === "")
      throw new HookFault("the new prompt is not a text, or is blank");
    change = "prompt";
    texts["p"] = wellFormed(prompt);
  }
  if (answer.says.includes("output")) {
    const isKept =
      table.outputKeepsShape !== true || hasShape(output, own(payload, "tool_response"));
    change = !isKept ? "lost-output" : typeof output === "string" ? "output" : "output-other";
    texts["o"] = jsonText(output);
  }
  return {
    shape: {
      level,
      reason: level === "allow" && reason !== null,
      change,
      context: context !== null,
      warning: warning !== null,
    },
    texts,
  };
}

/** Null where there is no text, or a blank one. */
function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  // Whatever a hook gave as its text.
  // oxlint-disable-next-line typescript/no-base-to-string
  const text = wellFormed(String(value));
  return /[^\s\u0085]/.test(text) ? text : null;
}

/** Without halves of surrogate pairs, which UTF-8 cannot hold. */
function wellFormed(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed();
}

const quoted = (text: string): string => jsonText(text).slice(1, -1);

function fill(form: number, texts: Readonly<Record<string, string>>): Printed {
  const [exit, stderr, stdout] = formAt(form);
  return {
    exit,
    stderr: plain(stderr.replaceAll(/<(\w)>/g, (_, name: string) => texts[name] ?? "")),
    stdout: stdout.replaceAll(/"<([io])>"|<(\w)>/g, (_, json?: string, name = "") =>
      json === undefined ? quoted(texts[name === "O" ? "o" : name] ?? "") : (texts[json] ?? ""),
    ),
  };
}

/** Some hosts read JSON on stderr as an answer: a text must not begin as JSON does. */
function plain(text: string): string {
  const isJson = /^[\s\u0085]*(?:["[{]|(?:true|false|null|[-+.\deE]+)[\s\u0085]*$)/;
  return isJson.test(text) ? `Refused: ${text}` : text;
}

/** The deepest that the parser of every host reads. */
const DEEPEST = 60;

/** JSON for every host: no half of a surrogate pair, no number that is not the one that was meant, not too deep. */
function jsonText(value: unknown): string {
  check(value, 0);
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) throw new HookFault("a new value cannot be written as JSON");
  return text.replaceAll(/(\\\\)|\\ud[89a-f][\da-f]{2}/g, (_, other?: string) => other ?? "\uFFFD");
}

function check(value: unknown, depth: number): void {
  if (depth > DEEPEST) throw new HookFault("a new value is nested too deep");
  if (
    typeof value === "number" &&
    (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
  )
    throw new HookFault(`the number ${value} in a new value is not exact`);
  if (typeof value === "object" && value !== null)
    for (const one of Object.values(value)) check(one, depth + 1);
}

/** Whether a new output has the shape of the one that the tool gave, as far as that shows it. */
function hasShape(output: unknown, response: unknown): boolean {
  if (output === null || output === undefined) return false;
  if (response === undefined) return true;
  if (!isObject(response)) return kindOf(output) === kindOf(response);
  return (
    isObject(output) &&
    Object.entries(output).every(
      ([key, value]) => own(response, key) === undefined || kindOf(value) === kindOf(response[key]),
    )
  );
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}
