import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// Ordinary hooks and a file that runs because of them, by way of scripts, settings, options and variables: it is a part of
// the approval, or the review says that not all files are known.

beforeEach(openProject);
afterEach(closeProject);

type Row = [command: string | readonly string[], swapped: string, files: Files];

const rows = readFileSync(new URL("helper-swaps.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Row);

test.each(rows)("%s: %s", (command, swapped, files) => {
  const looked = lookAt(command, files);
  const isPart = looked.files.some((file) => file.replace(/#[\w-]+$/, "") === swapped);
  expect(isPart || looked.notKnown.length > 0).toBe(true);
});
