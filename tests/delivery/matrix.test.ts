import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { allDialects } from "../../src/dialects/index.js";
import { events } from "../../src/payload/index.js";
import { sites } from "./sites.js";

test("every event has a place in the matrix", () => {
  const fired = new Set(sites.map(({ event }) => event));
  expect(events.map(({ name }) => name).filter((name) => !fired.has(name))).toEqual([]);
});

test("every dialect has its matrix", () => {
  const files = allDialects.map(({ name }) => `./matrix-${name.replace("/", "-")}.test.ts`);
  expect(files.filter((file) => !existsSync(new URL(file, import.meta.url)))).toEqual([]);
});
