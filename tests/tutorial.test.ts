import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the tutorial's code is the example's, which is compiled and run", () => {
  const page = readFileSync("docs/engine.md", "utf8");
  const host = readFileSync("examples/host.ts", "utf8");
  const blocks = [...page.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code.trim());
  expect(blocks.length).toBeGreaterThan(4);
  expect(blocks.filter((block) => !host.includes(block))).toEqual([]);
  expect(host.split("\n").length).toBeLessThan(101);
});
