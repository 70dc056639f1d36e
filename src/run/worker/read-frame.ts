import { isUtf8 } from "node:buffer";
import { isExitCode } from "../endings.js";

/** What one line of a worker says, and about which event. */
export interface Frame {
  /** Null where the line names none. */
  readonly id: string | null;
  readonly exit: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Why the line is not one that the protocol knows, in words. */
  readonly garbled?: string;
  /** Not even the beginning of an object is in it: nobody can have meant it as an answer. */
  readonly stray?: true;
}

/** A field of the frame: its name, its value, and the value as it was written. */
type FrameField = readonly [name: string, value: unknown, text: string];

const nothing = new Uint8Array();
const known = new Set(["id", "exit", "answer", "stdout", "stderr", "fault"]);

/**
 * Reads one line. The answer is cut out as it was written, so that whoever decodes it sees the very same text
 * that a process would have printed. What is wrong with a line makes it garbled; what it says is kept, because
 * a restriction in it counts all the same.
 */
export function readFrame(line: Buffer): Frame {
  const isText = isUtf8(line);
  // Byte by byte, so that what is not UTF-8 comes out as it went in.
  const encoding = isText ? "utf8" : "latin1";
  const fields = fieldsOf(line.toString(encoding));
  if (fields === null) {
    const garbled = isText ? "a line that is not a JSON object" : notText;
    const stray = line.includes("{") ? {} : ({ stray: true } as const);
    return { id: idIn(line), exit: 0, stdout: line, stderr: nothing, garbled, ...stray };
  }
  const garbled = isText ? faultOf(fields) : notText;
  return garbled === null ? wellFormed(fields) : { ...salvage(fields, line, encoding), garbled };
}

const notText = "a line that is not UTF-8";

/** The id in a line that cannot be read any further. */
export function idIn(line: Buffer): string | null {
  return /"id"\s*:\s*"?(\d{1,15})\b/.exec(line.toString("latin1", 0, 1024))?.[1] ?? null;
}

function wellFormed(fields: readonly FrameField[]): Frame {
  const frame = { id: "", exit: 0, stdout: nothing, stderr: nothing };
  for (const [name, value, text] of fields) {
    if (name === "id") frame.id = value as string;
    else if (name === "exit") frame.exit = value as number;
    else if (name === "stderr") frame.stderr = Buffer.from(value as string);
    else frame.stdout = Buffer.from(name === "answer" ? text : (value as string));
  }
  return frame;
}

/** All that a garbled frame says: each answer in it on a line of its own, and the strictest of its exit codes. */
function salvage(fields: readonly FrameField[], line: Buffer, encoding: BufferEncoding): Frame {
  const printed: string[] = [];
  const complaints: string[] = [];
  const codes: number[] = [];
  const ids: string[] = [];
  for (const [name, value, text] of fields) {
    if (name === "answer") printed.push(text);
    else if (name === "stdout" && typeof value === "string") printed.push(value);
    else if (name === "stderr" && typeof value === "string") complaints.push(value);
    else if (name === "exit" && isExitCode(Number(value))) codes.push(Number(value));
    else if (name === "id" && (typeof value === "string" || typeof value === "number"))
      ids.push(String(value));
  }
  return {
    id: ids[0] ?? null,
    exit: codes.includes(2) ? 2 : Math.max(0, ...codes),
    stdout: printed.length === 0 ? line : Buffer.from(printed.join("\n"), encoding),
    stderr: Buffer.from(complaints.join("\n"), encoding),
  };
}

function faultOf(fields: readonly FrameField[]): string | null {
  const seen = new Set<string>();
  for (const [name, value] of fields) {
    if (!known.has(name)) return `a field that is not known: ${JSON.stringify(name.slice(0, 40))}`;
    if (seen.has(name)) return `"${name}" twice`;
    // Whoever answers knows that this is not all of the answer.
    if (name === "fault") return typeof value === "string" ? value.slice(0, 200) : "a fault";
    seen.add(name);
    if (name === "exit" ? !isExitCode(value) : name !== "answer" && typeof value !== "string")
      return name === "exit" ? '"exit" that is not 0 to 255' : `"${name}" that is not a text`;
  }
  if (!seen.has("id")) return 'a line without "id"';
  return seen.has("answer") && seen.has("stdout") ? '"answer" and "stdout" at once' : null;
}

/** The fields of an object in the order in which they are written, each as often as it is there; null for anything else. */
function fieldsOf(text: string): FrameField[] | null {
  let at = skipBlanks(text, 0);
  if (text[at] !== "{") return null;
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  // It is JSON, so it is enough to look for what delimits the parts.
  const fields: FrameField[] = [];
  at = skipBlanks(text, at + 1);
  while (text[at] === '"') {
    const nameEnd = endOfString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const begin = skipBlanks(text, text.indexOf(":", nameEnd) + 1);
    const end = endOfValue(text, begin);
    const written = text.slice(begin, end);
    fields.push([name, name === "answer" ? null : JSON.parse(written), written]);
    // Past the comma, or the brace at the end.
    at = skipBlanks(text, skipBlanks(text, end) + 1);
  }
  return fields;
}

const blank = new Set([" ", "\t", "\r", "\n"]);

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (blank.has(text.charAt(at))) at++;
  return at;
}

/** Behind the quote that closes a string. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); ; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
}

const delimiter = /["{}[\],]/g;

/** Behind a value: for an object or a list where it closes, else where the next delimiter is. */
function endOfValue(text: string, from: number): number {
  let depth = 0;
  delimiter.lastIndex = from;
  for (let found = delimiter.exec(text); found !== null; found = delimiter.exec(text)) {
    const { index } = found;
    const sign = found[0];
    if (sign === '"') delimiter.lastIndex = endOfString(text, index);
    else if (sign === "{" || sign === "[") depth++;
    else if (sign === ",") {
      if (depth === 0) return trimmed(text, index);
    } else if (depth === 0) return trimmed(text, index);
    else if (--depth === 0) return index + 1;
  }
  return text.length;
}

function trimmed(text: string, to: number): number {
  let end = to;
  while (blank.has(text.charAt(end - 1))) end--;
  return end;
}
