import { catalogue, isDiagnosis, type Problem } from "../../src/problem/index.js";
import type { Reading } from "../../src/interpret/index.js";
import { toJsonText } from "../../src/show/index.js";
import { impossible } from "./impossible.js";

/** What came of one event, as the engine read it, and how many requests the model had got before. */
export interface Occurred {
  readonly event: string;
  readonly reading: Reading;
  readonly requestsBefore: number;
}

/** What a whole session showed. */
export interface Observed {
  readonly occurred: readonly Occurred[];
  /** Every text of every request to the model. */
  readonly requests: readonly (readonly string[])[];
  /** Everything that the user was shown. */
  readonly seen: readonly string[];
  readonly end: { readonly type: string; readonly why?: string };
  /** Whether somebody could be asked. */
  readonly hasUser: boolean;
  /** Problems as data, where there are any as data. */
  readonly problems?: readonly Problem[];
}

/** Everything that the engine decided and that did not arrive. */
export function lostIn({ occurred, requests, seen, end, hasUser, problems }: Observed): string[] {
  const lost = [...unseenIn(occurred, seen), ...saidTwice({ occurred, seen })];
  for (const { event, reading, requestsBefore } of occurred) {
    const later = requests.slice(requestsBefore);
    const isSent = (text: string): boolean =>
      later.some((texts) => texts.some((one) => one.includes(text)));
    const cannot = impossible.some((one) => one.holds(event, reading, { end: end.type, hasUser }));
    for (const { text } of reading.toModel) {
      if (isSent(text)) continue;
      if (!cannot) lost.push(`${event}: not in a later request: ${short(text)}`);
      else if (!isSeen(text, seen))
        lost.push(`${event}: neither the model nor the user got: ${short(text)}`);
    }
    for (const text of rewritten(reading))
      if (!isSent(text) && !cannot) lost.push(`${event}: the model did not get: ${short(text)}`);
    for (const problem of reading.problems.filter(isDiagnosis))
      if (problems?.some((one) => isSame(one, problem)) === false)
        lost.push(`${event}: problem not told as data: ${JSON.stringify(problem)}`);
    const stops = reading.toUser.find(({ kind }) => kind === "stop-reason");
    if (reading.outcome === "halt" && event !== "SessionEnd") {
      if (end.type !== "hook") lost.push(`${event}: a halt, but the turn ended as ${end.type}`);
      else if (stops !== undefined && end.why !== stops.text)
        lost.push(`${event}: halted because of ${short(stops.text)}, but told was ${end.why}`);
    }
  }
  return lost;
}

/** What the model gets in the place of what it would have got. */
function rewritten({ prompt, toolOutput }: Reading): string[] {
  const output = typeof toolOutput === "string" ? toolOutput : toJsonText(toolOutput ?? null);
  return [...(prompt === null ? [] : [prompt]), ...(toolOutput === undefined ? [] : [output])];
}

/** Texts and problems that the user should have seen. */
export function unseenIn(occurred: readonly Occurred[], seen: readonly string[]): string[] {
  return occurred.flatMap(({ event, reading }) => [
    ...reading.toUser
      .filter(({ text }) => !isSeen(text, seen))
      .map(({ text }) => `${event}: the user did not get: ${short(text)}`),
    ...reading.problems
      .filter((problem) => isDiagnosis(problem) && !isShown(problem, seen))
      .map((problem) => `${event}: problem not shown: ${JSON.stringify(problem)}`),
  ]);
}

/** What the user was told more often than hooks said it. */
function saidTwice({ occurred, seen }: Pick<Observed, "occurred" | "seen">): string[] {
  const said = occurred.flatMap(({ reading }) => [...reading.toUser, ...reading.toModel]);
  const texts = new Set(occurred.flatMap(({ reading }) => reading.toUser.map(({ text }) => text)));
  return [...texts].flatMap((text) => {
    const shown = seen.filter((one) => one === text || one.endsWith(`: ${text}`)).length;
    const times = said.filter((one) => one.text === text).length;
    return shown > times
      ? [`the user was told ${shown} times instead of ${times}: ${short(text)}`]
      : [];
  });
}

/** The hook, what was wrong, what was lost and the fix, all in one place. */
function isShown({ code, hook, path, found, lost }: Problem, seen: readonly string[]): boolean {
  const parts = [`[${code}]`, hook, path, found, lost ?? "", catalogue[code].fix];
  const wanted = parts.map((part) => part.replaceAll("\n", "\\n").replaceAll("\t", "\\t"));
  return seen.some((one) => wanted.every((part) => isSeen(part, [one])));
}

/** However it is laid out. */
function isSeen(text: string, seen: readonly string[]): boolean {
  return seen.some((one) => flat(one).includes(flat(text)));
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

function isSame(one: Problem, other: Problem): boolean {
  return one.code === other.code && one.hook === other.hook && one.path === other.path;
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
