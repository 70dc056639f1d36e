import { expect, test } from "vitest";
import { Store } from "./store.js";

test("who follows a store gets only changes, until it stops following", () => {
  const store = new Store(1);
  const seen: number[] = [];
  const end = store.follow(() => seen.push(store.get()));
  for (const change of [2, 2, 3]) store.update(() => change);
  end();
  store.update(() => 4);
  expect([seen, store.get()]).toEqual([[2, 3], 4]);
});
