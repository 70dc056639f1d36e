import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// Ordinary hooks and a file that runs because one of their scripts loads it: it is a part of the approval, and no doubt.

beforeEach(openProject);
afterEach(closeProject);

type Row = [command: string | readonly string[], swapped: string, files: Files];

const rows = readFileSync(new URL("helper-swaps.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

test.each(rows)("%s: %s", (command, swapped, files) => {
  expect(lookAt(command, files).files.map((file) => file.replace(/#[\w-]+$/, ""))).toContain(
    swapped,
  );
});
