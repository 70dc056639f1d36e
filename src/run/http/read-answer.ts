import { STATUS_CODES, type HttpAnswer } from "../../http/index.js";
import { isRecord, parseJson } from "../../json/index.js";
import type { ProcessResult } from "../process-spec.js";

/** What an answer means as the result of a process, without how long it took. */
export type Meaning = Pick<ProcessResult, "ending" | "garbled" | "cut" | "stderrCut"> & {
  readonly stdout: Uint8Array;
  readonly stderr: string;
};

/** As a program that ends with an error code. */
export const failed: ProcessResult["ending"] = { type: "exited", code: 1 };

/** Characters shown of what a server says to a failure. */
const FAILURE_CHARACTERS = 300;
/** Shorter values are found in any text. */
const SHORTEST_SECRET = 8;

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Reads an answer as the claude-code contract does. A success is an object or nothing; any other body, and
 * one that broke off, may only tighten. Any other status is a failure whose body is shown and never obeyed.
 */
export function readAnswer(
  answer: HttpAnswer,
  place: string,
  sent: ReadonlyMap<string, string>,
): Meaning {
  if (!isSuccess(answer.status)) return readFailure(answer, place, sent);
  const fault = faultOf(answer);
  return {
    ending: { type: "exited", code: 0 },
    stdout: answer.body,
    stderr: "",
    cut: answer.cut,
    stderrCut: false,
    ...(fault !== null && { garbled: `HTTP ${answer.status} ${fault}` }),
  };
}

/** What keeps the body of a success from being an answer. */
function faultOf(answer: HttpAnswer): string | null {
  const { headers, cut, whole } = answer;
  const { "content-encoding": contentEncoding = "", "content-type": contentType = "" } = headers;
  if (!whole) return "whose body does not end where it should";
  if (!/^(?:identity)?$/i.test(contentEncoding))
    return `with the content-encoding ${named(contentEncoding) ?? "of another kind"}, which was not asked for`;
  const text = decoded(answer.body).trim();
  // The beginning of an object is read like any output that was cut.
  if (cut ? text.startsWith("{") : text === "" || isRecord(parseJson(text))) return null;
  const type = named(contentType.split(";")[0]?.trim() ?? "");
  return type === null ? "without a JSON object" : `with ${type}, not a JSON object`;
}

/** A word of the server's that can be in a sentence of ours. */
function named(word: string): string | null {
  return /^[\w.+/-]{1,60}$/.test(word) ? word : null;
}

function readFailure(
  answer: HttpAnswer,
  place: string,
  sent: ReadonlyMap<string, string>,
): Meaning {
  const { status, body, cut } = answer;
  const said = masked(decoded(body), sent).trim();
  // Not half a character at the end.
  const shown = said.slice(0, FAILURE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, "");
  const head = ["HTTP", status, STATUS_CODES[status], "from", place].filter(Boolean).join(" ");
  return {
    ending: failed,
    stdout: new Uint8Array(),
    stderr: shown === "" ? head : `${head}\n${shown}`,
    cut: false,
    stderrCut: cut || shown.length < said.length,
  };
}

/** Pages about failures like to repeat the request: what was sent in headers is not passed on. */
function masked(text: string, sent: ReadonlyMap<string, string>): string {
  let rest = text;
  for (const value of sent.values())
    for (const secret of [value, ...value.split(/\s/)])
      if (secret.length >= SHORTEST_SECRET) rest = rest.replaceAll(secret, "[…]");
  return rest;
}

/** Bytes that are not UTF-8 are no fault here: whoever decodes the output sees them too. */
function decoded(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
