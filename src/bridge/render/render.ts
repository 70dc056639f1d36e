import type { PlainValue } from "../../decode/index.js";
import type { Reading } from "../../interpret/index.js";
import type { AnswerPart, PartPlace } from "../../hosts/index.js";
import type { Payload } from "../../payload/index.js";
import type { Problem } from "../../problem/index.js";
import { differencesOf, type Differences } from "./differences.js";
import { draftsOf, print, type Draft } from "./draft.js";
import { lossesOf } from "./losses.js";
import { scoreOf } from "./score.js";
import { targetOf, type Printed, type Target } from "./target.js";
import { jsonText, stripped, wellFormed } from "./text.js";
import { levelOf, type Wish } from "./wish.js";

/** What a process prints and how it ends, so that a host does what was wished; with what the host will not do. */
export interface Rendered {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
  /** One for each key of the wish that does not come true; its `path` is that key. */
  readonly losses: readonly Problem[];
}

/**
 * Says a wish to a host: no opinion with nothing, a block with exit code 2 where that says it all, and only the
 * rest in the host's JSON. Each answer is put before the host's own reader, so what is lost is read, not guessed.
 * `event` is the host's own name for it; the payload tells whether its tool takes a rewritten input.
 */
export function render(host: string, event: string, wish: Wish, payload: Payload = {}): Rendered {
  const target = targetOf(host, event, payload);
  const wanted = cleaned(wish);
  let best: Tried | null = null;
  for (const draft of draftsOf(wanted, target)) {
    const tried = tryOut(draft, wanted, target);
    if (tried === null) continue;
    const grown: Tried = draft.isOpen ? grow(tried, wanted, target) : tried;
    if (best === null || grown.score < best.score) best = grown;
    if (best.score === 0) break;
  }
  if (best === null) throw new Error("there is no answer without JSON in it");
  const { answer, reading, differences } = best;
  return { ...answer, losses: lossesOf(wanted, reading, differences) };
}

/** Blank texts are none, and no text holds what UTF-8 cannot. */
function cleaned(wish: Wish): Wish {
  const entries = Object.entries(wish).flatMap(([key, value]: [string, unknown]) => {
    if (typeof value !== "string" || key === "toolOutput")
      return value === undefined ? [] : [[key, value]];
    return stripped(value) === "" ? [] : [[key, wellFormed(value)]];
  });
  return Object.fromEntries(entries) as Wish;
}

/** A draft and what the host made of it. */
interface Tried {
  readonly draft: Draft;
  readonly answer: Printed;
  readonly reading: Reading;
  readonly differences: Differences;
  readonly score: number;
}

function tryOut(draft: Draft, wish: Wish, target: Target): Tried | null {
  const answer = print(draft, target);
  if (answer === null) return null;
  const reading = target.read(answer);
  const differences = differencesOf(wish, reading);
  return {
    draft,
    answer,
    reading,
    differences,
    score: scoreOf(wish, reading, differences, target),
  };
}

const parts: readonly AnswerPart[] = ["input", "prompt", "toolOutput", "context", "warning"];

/** Adds what else is wished, one part after another, as far as each brings the host nearer to the wish. */
function grow(start: Tried, wish: Wish, target: Target): Tried {
  let best = start;
  const put = (value: PlainValue | undefined, places: readonly PartPlace[] = []): void => {
    if (value === undefined) return;
    for (const place of places) {
      if (!isFree(place, best.draft, target)) continue;
      const tried = tryOut(withPart(best.draft, place, value), wish, target);
      if (tried === null) continue;
      const isKept =
        place.optIn === undefined ? tried.score < best.score : tried.score <= best.score;
      if (isKept) best = tried;
    }
  };
  for (const part of parts) put(wish[part], target.forms.parts[part]);
  // Where nothing can be blocked, the model may at least be told why it should have been.
  const level = levelOf(wish);
  if (level === "deny" || level === "halt") put(wish.reason, target.forms.parts.context);
  return best;
}

/** Nothing that is said already is written over. */
function isFree({ path, beside = {} }: PartPlace, { fields }: Draft, target: Target): boolean {
  return (
    target.counts(path) &&
    [path, ...Object.keys(beside)].every((key) => !Object.hasOwn(fields, key))
  );
}

function withPart(draft: Draft, { path, beside, textUnder }: PartPlace, value: PlainValue): Draft {
  const text = (): string => (typeof value === "string" ? value : (jsonText(value) ?? ""));
  const written = textUnder === undefined ? value : { [textUnder]: text() };
  return { ...draft, fields: { ...draft.fields, ...beside, [path]: written } };
}
