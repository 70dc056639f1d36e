import type { PlainValue } from "../../decode/index.js";
import { changeNames, changes, type ChangeName } from "../../dialects/index.js";
import type { Reading } from "../../interpret/index.js";
import { answerParts, type PartPlace } from "../../hosts/index.js";
import type { Payload } from "../../payload/index.js";
import type { Problem } from "../../problem/index.js";
import { differencesOf, type Differences } from "./differences.js";
import { candidatesOf, print, type Candidate } from "./candidates.js";
import { lossesOf } from "./losses.js";
import { scoreOf } from "./score.js";
import { targetOf, type PrintedRun, type RenderTarget } from "./target.js";
import { jsonText, stripped, wellFormed } from "./text.js";
import { levelOf, type PortableAnswer } from "./portable-answer.js";

/** What a process prints and how it ends, so that a host does what was wanted; with what the host will not do. */
export interface Rendered {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  /** One for each key of the answer that does not come true; its `path` is that key. */
  readonly losses: readonly Problem[];
}

/**
 * Gives an answer to a host: no opinion with nothing, a block with exit code 2 where that says it all, and only the
 * rest in the host's JSON. Each answer is put before the host's own reader, so what is lost is read, not guessed.
 * `event` is the host's own name for it; the payload says whether its tool takes a rewritten input.
 */
export function render(
  host: string,
  event: string,
  portable: PortableAnswer,
  payload: Payload = {},
): Rendered {
  const target = targetOf(host, event, payload);
  const wanted = cleaned(portable);
  let best: Tried | null = null;
  for (const candidate of candidatesOf(wanted, target)) {
    const tried = tryOut(candidate, wanted, target);
    if (tried === null) continue;
    const grown: Tried = candidate.isOpen ? grow(tried, wanted, target) : tried;
    if (best === null || grown.score < best.score) best = grown;
    if (best.score === 0) break;
  }
  if (best === null) throw new Error("there is no answer without JSON in it");
  const { answer, reading, differences } = best;
  return { ...answer, losses: lossesOf(wanted, reading, differences) };
}

/**
 * How far a printed answer is from what is wanted, on one event of a host: 0 where nothing is missing. Of one event, the
 * numbers can be compared; what `render` prints has the smallest that it found.
 */
export function shortfall(
  host: string,
  event: string,
  portable: PortableAnswer,
  printed: PrintedRun,
  payload: Payload = {},
): number {
  const target = targetOf(host, event, payload);
  const wanted = cleaned(portable);
  const reading = target.read(printed);
  return scoreOf(wanted, reading, differencesOf(wanted, reading), target);
}

/**
 * Like `render`, but a rewrite that the host does not carry out in full is a deny: what a hook has replaced must not
 * run as it was. Where the hook denies anyway, nothing runs.
 */
export function renderOrDeny(
  host: string,
  event: string,
  portable: PortableAnswer,
  payload: Payload = {},
): Rendered {
  const rendered = render(host, event, portable, payload);
  const level = levelOf(portable);
  const lost = rendered.losses.filter(
    ({ path }) => isChangeName(path) && portable[path] !== undefined,
  );
  if (lost.length === 0 || level === "deny" || level === "halt") return rendered;
  const names = lost.map(({ path }) => path).filter((path) => isChangeName(path));
  const denied = denyInstead(host, event, portable, names, payload);
  return { ...denied, losses: [...lost, ...denied.losses] };
}

/** Denies what the host would do without these changes, and says so. */
export function denyInstead(
  host: string,
  event: string,
  { reason, context, warning }: PortableAnswer,
  lost: readonly ChangeName[],
  payload: Payload = {},
): Rendered {
  const what = lost.map((name) => changes[name].title).join(", ");
  const why = `A hook rewrote the ${what}, but ${host} cannot apply that on ${event}`;
  const denied = denyFor(`${why}: denied, so that the original is not used.`);
  const isDenied = denied.losses.every(({ code }) => code !== "host-deny-lost");
  return isDenied ? denied : denyFor(`${why} and cannot deny there: the original is used.`);

  function denyFor(sentence: string): Rendered {
    const deny: PortableAnswer = {
      outcome: "block",
      permission: "deny",
      reason: reason === undefined ? sentence : `${sentence}\n${reason}`,
      ...(context !== undefined && { context }),
      ...(warning !== undefined && { warning }),
    };
    return render(host, event, deny, payload);
  }
}

function isChangeName(path: string): path is ChangeName {
  return Object.hasOwn(changes, path);
}

/** A text there is any JSON, and stays as it is. */
const verbatim: ReadonlySet<string> = new Set(
  changeNames.filter((name) => changes[name].spec.type === "any"),
);

/** Blank texts are none, and no text holds what UTF-8 cannot. */
function cleaned(wanted: PortableAnswer): PortableAnswer {
  const entries = Object.entries(wanted).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== "string" || verbatim.has(key))
      return value === undefined ? [] : [[key, value]];
    return stripped(value) === "" ? [] : [[key, wellFormed(value)]];
  });
  return Object.fromEntries(entries) as PortableAnswer;
}

/** A candidate and what the host made of it. */
interface Tried {
  readonly candidate: Candidate;
  readonly answer: PrintedRun;
  readonly reading: Reading;
  readonly differences: Differences;
  readonly score: number;
}

function tryOut(candidate: Candidate, wanted: PortableAnswer, target: RenderTarget): Tried | null {
  const answer = print(candidate, target);
  if (answer === null) return null;
  const reading = target.read(answer);
  const differences = differencesOf(wanted, reading);
  return {
    candidate,
    answer,
    reading,
    differences,
    score: scoreOf(wanted, reading, differences, target),
  };
}

/** Adds what else is wanted, one part after another, as far as each brings the host nearer to it. */
function grow(start: Tried, wanted: PortableAnswer, target: RenderTarget): Tried {
  let best = start;
  const put = (value: PlainValue | undefined, places: readonly PartPlace[] = []): void => {
    if (value === undefined) return;
    for (const place of places) {
      if (!isFree(place, best.candidate, target)) continue;
      const tried = tryOut(withPart(best.candidate, place, value), wanted, target);
      if (tried === null) continue;
      const isKept =
        place.optIn === undefined ? tried.score < best.score : tried.score <= best.score;
      if (isKept) best = tried;
    }
  };
  for (const part of answerParts) put(wanted[part], target.forms.parts[part]);
  // Where nothing can be blocked, the model may at least get the reason.
  const level = levelOf(wanted);
  if (level === "deny" || level === "halt") put(wanted.reason, target.forms.parts.context);
  return best;
}

/** Nothing that is said already is written over. */
function isFree(
  { path, beside = {} }: PartPlace,
  { fields }: Candidate,
  target: RenderTarget,
): boolean {
  return (
    target.counts(path) &&
    [path, ...Object.keys(beside)].every((key) => !Object.hasOwn(fields, key))
  );
}

function withPart(
  candidate: Candidate,
  { path, beside, textUnder }: PartPlace,
  value: PlainValue,
): Candidate {
  const text = (): string => (typeof value === "string" ? value : (jsonText(value) ?? ""));
  const written = textUnder === undefined ? value : { [textUnder]: text() };
  return { ...candidate, fields: { ...candidate.fields, ...beside, [path]: written } };
}
