import { expect, test } from "vitest";
import { parsers } from "../parsers.test-support.js";
import { LONGEST_SCRIPT, readScript } from "./read-script.js";
import type { Language } from "./syntax.js";

const deep = (open: string, inner: string, close: string, times: number): string =>
  open.repeat(times) + inner + close.repeat(times);

/** What nobody writes by hand, and what is said of it. */
const unread: readonly (readonly [what: string, Language, source: string, said: string])[] = [
  ["a long text", "shell", "x".repeat(LONGEST_SCRIPT + 1), "it is longer than 128 KB"],
  ["a program", "python", "a\u0000b", "it is binary"],
  ["captures in captures", "shell", deep("$(", "echo x", ")", 100), "it is nested too deeply"],
  ["brackets", "javascript", deep("(", "1", ")", 9000), "it may be nested too deeply"],
];

test.each(unread)("%s in %s is not read, and that is said", async (_, language, source, said) => {
  const { fault } = await readScript(source, language, parsers);
  expect(fault?.message).toBe(said);
});

test("captures as deep as people write them are read", async () => {
  const { fault, body } = await readScript(deep("$(", "echo x", ")", 6), "shell", parsers);
  expect([fault, body.length > 0]).toEqual([null, true]);
});
