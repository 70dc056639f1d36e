import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, beforeEach, vi } from "vitest";

/** What the disk does instead, call by call: an error's code, a number of bytes, or null for what it does anyway. */
const plans = new Map<string, (string | number | null)[]>();
/** What the disk has done. */
export const done: [call: string, fd: unknown][] = [];
const names = [
  "openSync",
  "writeSync",
  "fdatasyncSync",
  "fsyncSync",
  "fstatSync",
  "readSync",
  "closeSync",
] as const;

export type Call = (typeof names)[number];

function failing(name: Call): void {
  const original = fs[name] as (...args: unknown[]) => unknown;
  vi.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
    const plan = plans.get(name)?.shift() ?? null;
    if (typeof plan === "string")
      throw Object.assign(new Error(`${plan}: no, ${name}`), { code: plan });
    const part = typeof plan === "number" ? [args[0], args[1], 0, plan] : args;
    const result = original(...part);
    done.push([name, args[0]]);
    return result;
  });
}

/** For all tests of a file: what they use of the disk can be made to fail. */
export function useFailingDisk(): void {
  beforeEach(() => {
    plans.clear();
    done.length = 0;
    for (const name of names) failing(name);
    syncBuiltinESMExports();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
}

export function fail(call: Call, ...plan: (string | number | null)[]): void {
  plans.set(call, plan);
}

/** From now on the disk works. */
export function repair(): void {
  plans.clear();
}

const count = (name: Call): number => done.filter(([call]) => call === name).length;

/** How many descriptors were opened and not closed. */
export function left(): number {
  return count("openSync") - count("closeSync");
}
