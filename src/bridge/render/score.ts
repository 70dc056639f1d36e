import type { Outcome } from "../../decide/index.js";
import type { Level } from "../../dialects/index.js";
import type { Reading } from "../../interpret/index.js";
import type { Differences, Missing } from "./differences.js";
import type { RenderTarget } from "./target.js";
import { levelOf, type PortableAnswer } from "./portable-answer.js";

/** For each level the outcomes from the best to the worst: what restricts is made stricter before it is lost. */
const preferred: Readonly<Record<Level | "silence", readonly Outcome[]>> = {
  halt: ["halt", "block", "defer", "ask", "proceed"],
  deny: ["block", "halt", "defer", "ask", "proceed"],
  defer: ["defer", "ask", "block", "halt", "proceed"],
  ask: ["ask", "defer", "block", "halt", "proceed"],
  allow: ["proceed", "ask", "defer", "block", "halt"],
  silence: ["proceed", "ask", "defer", "block", "halt"],
};

/** An agent that is to stop is not kept going because the host has no other word for it. */
const preferredAtStop: readonly Outcome[] = ["halt", "proceed", "ask", "defer", "block"];

const weights: Readonly<Record<Missing, number>> = { nothing: 0, part: 1, all: 2 };

/** What goes before a reason or a rewrite is given up. */
const lesser: ReadonlySet<string> = new Set(["context", "warning"]);
const GREATER = 3;

/** A permission that nobody gave is worse than any outcome, that worse than any text. */
const GRANT = 1_000_000;
const OUTCOME = 10_000;

/** How far a reading is from what is wanted; 0 where nothing is missing. */
export function scoreOf(
  wanted: PortableAnswer,
  reading: Reading,
  differences: Differences,
  { guardsStop }: RenderTarget,
): number {
  const level = levelOf(wanted);
  const order = level === "halt" && guardsStop ? preferredAtStop : preferred[level ?? "silence"];
  const rank = order.indexOf(reading.outcome);
  const isMet = differences.outcome === "nothing";
  const missing = Object.entries(differences)
    .map(([key, one]) => weights[one] * (lesser.has(key) ? 1 : GREATER))
    .reduce((sum, one) => sum + one, 0);
  return (
    (grantsUnasked(level, reading, differences) ? GRANT : 0) +
    (isMet ? 0 : rank * OUTCOME) +
    missing
  );
}

/** What was permitted with a rewrite was not permitted without it. */
function grantsUnasked(
  level: Level | null,
  { permission }: Reading,
  { input }: Differences,
): boolean {
  return permission === "allow" && (level !== "allow" || input !== "nothing");
}
