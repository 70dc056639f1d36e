import type { ConfigProblem } from "../config/index.js";

/** A hook on an event that only the host knows, and one whose matcher cannot be read, which counts as fitting, do run. */
const harmless: ReadonlySet<string> = new Set(["event-unknown", "matcher-invalid"]);

/** What is wrong with settings given by code is a mistake of the host's: without a guard that it wanted nothing starts. */
export function refuseFaults(problems: readonly ConfigProblem[]): void {
  const faults = problems.filter(({ file, code }) => file === null && !harmless.has(code));
  if (faults.length === 0) return;
  const texts = faults.map(({ path, found, allowed = [], suggestion }) => {
    const meant = suggestion === undefined ? "" : `; did you mean ${suggestion}?`;
    return `program${path === "" ? "" : `.${path}`}: found ${found}, allowed: ${allowed.join(", ")}${meant}`;
  });
  throw new TypeError(`createEngine: ${texts.join("\n")}`);
}
