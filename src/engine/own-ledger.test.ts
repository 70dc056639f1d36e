import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { readLedger, type Ledger } from "../trace/index.js";
import { isLedger, ownLedger } from "./own-ledger.js";

test("the host's own ledger is used as it is, and stays open", () => {
  const calls: string[] = [];
  const ledger = {
    append: () => calls.push("append"),
    prepare: () => calls.push("prepare"),
    close: () => calls.push("close"),
  } as unknown as Ledger;
  const own = ownLedger(ledger);
  own.prepare();
  own.close();
  expect([own.ledger === ledger, isLedger(ledger), calls]).toEqual([true, true, []]);
});

test("none stays none", () => {
  const own = ownLedger(undefined);
  own.prepare();
  own.close();
  expect(own.ledger).toBeUndefined();
});

test("one of the engine's own is opened when it is prepared, and closed with it", () => {
  const file = join(temporaryFolder(), "ledger.jsonl");
  expect(isLedger({ file })).toBe(false);
  const own = ownLedger({ file });
  expect([own.ledger?.path, existsSync(file)]).toEqual([file, false]);
  own.prepare();
  expect(existsSync(file)).toBe(true);
  own.close();
  expect([...readLedger(file)].map(({ type }) => type)).toEqual(["open", "close"]);
});
