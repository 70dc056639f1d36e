import { catalogue, isDiagnosis, type Problem } from "../../src/problem/index.js";
import type { Reading } from "../../src/interpret/index.js";
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
  /** Problems as data, where there are any as data. */
  readonly problems?: readonly Problem[];
}

/** Everything that the engine decided and that did not arrive. */
export function lostIn({ occurred, requests, seen, end, problems }: Observed): string[] {
  const isSeen = (text: string): boolean => seen.some((one) => one.includes(text));
  const lost: string[] = [];
  for (const { event, reading, requestsBefore } of occurred) {
    const later = requests.slice(requestsBefore);
    for (const { text } of reading.toModel) {
      if (later.some((texts) => texts.some((one) => one.includes(text)))) continue;
      const cannot = impossible.some((one) => one.holds(event, reading, end.type));
      if (!cannot) lost.push(`${event}: not in a later request: ${short(text)}`);
      else if (!isSeen(text))
        lost.push(`${event}: neither the model nor the user got: ${short(text)}`);
    }
    for (const { text } of reading.toUser)
      if (!isSeen(text)) lost.push(`${event}: the user did not get: ${short(text)}`);
    for (const problem of reading.problems.filter(isDiagnosis)) {
      if (!isShown(problem, seen))
        lost.push(`${event}: problem not shown: ${JSON.stringify(problem)}`);
      if (problems?.some((one) => isSame(one, problem)) === false)
        lost.push(`${event}: problem not told as data: ${JSON.stringify(problem)}`);
    }
    const stops = reading.toUser.find(({ kind }) => kind === "stop-reason");
    if (reading.outcome === "halt" && event !== "SessionEnd") {
      if (end.type !== "hook") lost.push(`${event}: a halt, but the turn ended as ${end.type}`);
      else if (stops !== undefined && end.why !== stops.text)
        lost.push(`${event}: halted because of ${short(stops.text)}, but told was ${end.why}`);
    }
  }
  return [...lost, ...saidTwice({ occurred, seen })];
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
  return seen.some((one) => wanted.every((part) => one.includes(part)));
}

function isSame(one: Problem, other: Problem): boolean {
  return one.code === other.code && one.hook === other.hook && one.path === other.path;
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
