import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.js";

test("all is kept up to the limit, and nothing of it behind that", () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1).set("b", 2);
  map.set("a", 3);
  expect([...map]).toEqual([
    ["a", 3],
    ["b", 2],
  ]);
  map.set("c", 4);
  expect([...map]).toEqual([["c", 4]]);
});
