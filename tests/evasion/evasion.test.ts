import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { generateLines } from "./generate-lines.js";
import { decideIn, makeScratch, readLines, runLine } from "./run-lines.js";

/** How many generated lines are run; `npm run evasion` runs all, and the tables too. */
const WANTED = Number(process.env["SNAPHOOK_EVASION_LINES"] ?? 60);
const SHELLS = ["bash", "dash"].filter(isThere);

function isThere(shell: string): boolean {
  try {
    execFileSync(shell, ["-c", ":"]);
    return true;
  } catch {
    return false;
  }
}

test("no line of the tables is allowed", () => {
  const root = temporaryFolder();
  const scratch = makeScratch(join(root, "0"));
  const allowed = readLines().filter((line) => decideIn(scratch, scratch.fill(line)) === "allow");
  expect(allowed).toEqual([]);
}, 60_000);

test("a line that is allowed does not run the denied program in a real shell", async () => {
  const root = temporaryFolder();
  const all = generateLines(WANTED);
  // A small run takes lines from everywhere.
  const step = Math.max(1, Math.floor(all.length / WANTED));
  const lines = all.filter((_line, at) => at % step === 0);
  if (WANTED >= all.length) lines.push(...readLines());
  const wrong: string[] = [];
  let ran = 0;
  for (const [at, line] of lines.entries()) {
    const scratch = makeScratch(join(root, String(at)));
    const filled = scratch.fill(line);
    const decision = decideIn(scratch, filled);
    const isSmall = WANTED < all.length;
    // What is not allowed is run only to see that the lines are worth something.
    if (decision === "allow" || !isSmall || at % 6 === 0)
      for (const shell of SHELLS)
        if (await runLine(shell, filled, scratch)) {
          ran++;
          if (decision === "allow") wrong.push(line);
        }
    rmSync(scratch.root, { recursive: true, force: true });
  }
  expect(wrong).toEqual([]);
  if (SHELLS.length > 0) expect(ran).toBeGreaterThan(0);
}, 3_600_000);
