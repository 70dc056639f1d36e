import { computed, effect, signal } from "@preact/signals";
import { compareRuns, type Comparison } from "../../compare/index.js";
import { payloadOf, runOf, sampleOf, type Draft, type HookDraft } from "../draft.js";
import { firstDraft } from "../examples.js";
import { findingsOf } from "../findings.js";

/** What is typed. */
export const draft = signal<Draft>(firstDraft);

/** What is typed, and what every host makes of it: both of the same moment. */
export interface Compared extends Comparison {
  readonly draft: Draft;
}

/** Follows the draft when typing pauses: one comparison takes some ten milliseconds. */
export const compared = signal<Compared>(compare(firstDraft));

export const findings = computed(() => findingsOf(compared.value.draft, compared.value.hosts));

const PAUSE_MS = 60;

effect(() => {
  const latest = draft.value;
  if (compared.peek().draft === latest) return;
  const timer = setTimeout(() => (compared.value = compare(latest)), PAUSE_MS);
  return () => clearTimeout(timer);
});

function compare(typed: Draft): Compared {
  const payload = payloadOf(typed) ?? sampleOf(typed);
  return { draft: typed, ...compareRuns(typed.event, payload, typed.hooks.map(runOf)) };
}

export function change(part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part };
}

export function changeHook(index: number, part: Partial<HookDraft>): void {
  change({
    hooks: draft.value.hooks.map((hook, at) => (at === index ? { ...hook, ...part } : hook)),
  });
}
