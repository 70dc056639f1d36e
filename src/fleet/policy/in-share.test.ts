import { expect, test } from "vitest";
import type { Manifest } from "../../policy/index.js";
import { isInShare } from "./in-share.js";

const machines = Array.from({ length: 2000 }, (_, index) => `machine ${index}`);
const manifest = (share: number, sha256 = "a".repeat(64), revision = share): Manifest => ({
  revision,
  share,
  observeOver: null,
  files: [{ path: "settings.json", sha256, size: 2, isExecutable: false }],
});
const taking = (stated: Manifest): ReadonlySet<string> =>
  new Set(machines.filter((machine) => isInShare(machine, stated)));

test("a share is about that share of the machines, and all of them are all", () => {
  expect(taking(manifest(100)).size).toBe(machines.length);
  expect(Math.round(taking(manifest(10)).size / (machines.length / 10))).toBe(1);
});

test("who had the files with a small share has them with a larger one; of other files others are the first", () => {
  const [small, large] = [taking(manifest(10)), taking(manifest(50))];
  expect([...small].filter((machine) => !large.has(machine))).toEqual([]);
  expect(taking(manifest(10, "b".repeat(64)))).not.toEqual(small);
});
