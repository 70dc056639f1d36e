import { render, shortfall, type PortableAnswer } from "../bridge/index.js";
import type { WireRun } from "../interpret/index.js";
import { isRecord, parseJson } from "../json/index.js";
import type { Payload } from "../payload/index.js";
import type { PrintedAnswer } from "./advice.js";
import { readIn } from "./read-in.js";
import { textOf } from "./stream-text.js";
import type { ComparedEvent } from "./targets.js";

/** One answer for as many hosts as can be. */
export interface PortableForm extends PrintedAnswer {
  /** Hosts where no other answer does more; not those where a restriction does not hold. */
  readonly holds: readonly string[];
  /** Hosts where a restriction does not hold, whether another answer could make it hold or none. */
  readonly lost: readonly string[];
  /** Other hosts with the event where an answer written for them would do better. */
  readonly differs: readonly string[];
  /** The hook prints this already, or something that does as much. */
  readonly isGiven: boolean;
}

interface NamedTarget extends ComparedEvent {
  readonly event: string;
}

/** How far a form is from the best that each host can do, summed up; and where it is as good. */
interface Fit {
  readonly form: PrintedAnswer;
  readonly gap: number;
  readonly holds: readonly string[];
  readonly lost: readonly string[];
}

/**
 * The answer that brings most hosts nearest to what is wanted; one that loses a restriction comes after any that loses
 * fewer, though it may be stricter than wanted somewhere. It tries what the hook prints, what would be written for
 * each host, and these put together into one object, each on the readers of all hosts.
 */
export function portableForm(
  targets: readonly ComparedEvent[],
  payload: Payload,
  run: WireRun,
  wanted: PortableAnswer,
): PortableForm | null {
  const places = targets.filter((target): target is NamedTarget => target.event !== null);
  const best = places.map(({ dialect, event }) => render(dialect, event, wanted, payload));
  const least = places.map(({ dialect, event }, index) =>
    shortfall(dialect, event, wanted, best[index] ?? silent, payload),
  );
  const fitOf = (form: PrintedAnswer): Fit => {
    const gaps = places.map(
      ({ dialect, event }, index) =>
        shortfall(dialect, event, wanted, form, payload) - (least[index] ?? 0),
    );
    const isShort = (index: number): boolean => (gaps[index] ?? 0) > 0;
    const lost =
      wanted.outcome === "proceed"
        ? []
        : places.filter((place) => readIn(place, payload, [form])?.outcome === "proceed");
    return {
      form,
      gap: gaps.reduce((sum, gap) => sum + Math.max(gap, 0), 0),
      holds: places
        .filter((place, index) => !isShort(index) && !lost.includes(place))
        .map(({ host }) => host),
      lost: lost.map(({ host }) => host),
    };
  };
  const given = run.exit === undefined ? null : fitOf(printedBy(run, run.exit));
  const fits = unique(best).map(fitOf);
  const [first] = [...(given === null ? [] : [given]), ...fits].toSorted(byLoss);
  if (first === undefined) return null;
  const chosen = joined(first, unique(best), fitOf);
  const isGiven = given !== null && byLoss(given, chosen) <= 0;
  const { form, holds, lost } = isGiven ? given : chosen;
  const rest = places.map(({ host }) => host).filter((host) => !holds.includes(host));
  return { ...form, holds, lost, differs: rest.filter((host) => !lost.includes(host)), isGiven };
}

const silent: PrintedAnswer = { exit: 0, stdout: "", stderr: "" };

function byLoss(one: Fit, other: Fit): number {
  return one.lost.length - other.lost.length || one.gap - other.gap;
}

function printedBy({ stdout, stderr }: WireRun, exit: number): PrintedAnswer {
  return { exit, stdout: textOf(stdout), stderr: textOf(stderr) };
}

function unique(forms: readonly PrintedAnswer[]): readonly PrintedAnswer[] {
  const byText = forms.map(({ exit, stdout, stderr }) => {
    const form = { exit, stdout, stderr };
    return [JSON.stringify(form), form] as const;
  });
  return [...new Map(byText).values()];
}

/** Adds the fields that other hosts want, one host after another, as far as each brings all of them nearer. */
function joined(
  start: Fit,
  forms: readonly PrintedAnswer[],
  fitOf: (form: PrintedAnswer) => Fit,
): Fit {
  let best = start;
  for (const other of forms) {
    const form = inOne(best.form, other);
    if (form === null) continue;
    const fit = fitOf(form);
    if (byLoss(fit, best) < 0) best = fit;
  }
  return best;
}

/** Two answers in one: the code that restricts, one stderr, all fields. Null where they contradict each other. */
function inOne(one: PrintedAnswer, other: PrintedAnswer): PrintedAnswer | null {
  if (one.stderr !== "" && other.stderr !== "" && one.stderr !== other.stderr) return null;
  const fields = mergedFields(fieldsOf(one), fieldsOf(other));
  if (fields === null) return null;
  return {
    exit: Math.max(one.exit, other.exit),
    stdout: Object.keys(fields).length === 0 ? "" : JSON.stringify(fields),
    stderr: one.stderr || other.stderr,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf({ stdout }: PrintedAnswer): Fields | null {
  if (stdout.trim() === "") return {};
  const value = parseJson(stdout);
  return isRecord(value) ? value : null;
}

function mergedFields(one: Fields | null, other: Fields | null): Fields | null {
  if (one === null || other === null) return null;
  const merged = new Map(Object.entries(one));
  for (const [key, value] of Object.entries(other)) {
    const before = merged.get(key);
    if (before === undefined) merged.set(key, value);
    else if (isRecord(before) && isRecord(value)) {
      const inner = mergedFields(before, value);
      if (inner === null) return null;
      merged.set(key, inner);
    } else if (JSON.stringify(before) !== JSON.stringify(value)) return null;
  }
  return Object.fromEntries(merged);
}
