import type { Draft, Remark } from "./format.js";

const HOUR = 3600;

/** The seconds that a number of milliseconds was meant to be; null where it may well be seconds. */
function secondsMeant(value: number): number | null {
  const isRound = value >= 1000 && value % 1000 === 0;
  return (isRound || value >= 10_000) && value % HOUR !== 0 ? value / 1000 : null;
}

/** For hosts that read seconds: says so where a timeout looks like milliseconds. */
export function inSeconds(draft: Draft, key = "timeout"): readonly Remark[] {
  const given = draft.number(key);
  const meant = given === undefined ? null : secondsMeant(given);
  if (given === undefined || meant === null) return [];
  const found = `${given} seconds, which is ${spanText(given)}`;
  return [{ code: "timeout-unit", key, found, allowed: ["seconds"], suggestion: `${meant}` }];
}

function spanText(seconds: number): string {
  if (seconds < HOUR) return `${Math.round(seconds / 60)} minutes`;
  const hours = seconds / HOUR;
  return `${hours < 10 ? hours.toFixed(1) : Math.round(hours)} hours`;
}
