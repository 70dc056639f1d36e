import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { programFiles } from "./program.js";

/** What is loaded only after the answer, or for something else than an event. */
const others = new Set(["serve-start.js", "bridge-install.js"]);

/** The files that a part of the built command loads, and so on. */
function loadedBy(part: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(part) || others.has(part)) return found;
  found.add(part);
  const text = readFileSync(`dist/cli/commands/${part}`, "utf8");
  for (const [, name = ""] of text.matchAll(/["'`]\.\/([\w-]+\.m?js)["'`]/g)) loadedBy(name, found);
  return found;
}

test("every file that answers an event is compared", () => {
  const loaded = ["bridge.js", "serve.js"].flatMap((part) => [...loadedBy(part)]);
  expect(loaded.length).toBeGreaterThan(4);
  const known = programFiles.map((file) => file.replace("commands/", ""));
  expect(loaded.filter((file) => !known.includes(file))).toEqual([]);
});
