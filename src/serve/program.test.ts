import { appendFileSync, chmodSync, cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { Program, programFiles } from "./program.js";

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

test("another mode of a file is no change, as npm sets it again; another byte is one", () => {
  const folder = temporaryFolder();
  for (const file of programFiles) cpSync(join("dist/cli", file), join(folder, file));
  const main = join(folder, "main.js");
  const program = new Program(main);
  chmodSync(main, 0o700);
  expect(program.isUnchanged()).toBe(true);
  expect(program.isUnchanged()).toBe(true);
  appendFileSync(main, " ");
  expect(program.isUnchanged()).toBe(false);
});
