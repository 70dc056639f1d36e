import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LedgerLines, recordsOf } from "../../tests/trace/ledger-lines.js";
import { temporaryFolder } from "../../tests/workspace.js";
import { followLedger, type EventFilter, type Followed } from "./index.js";

let file: string;
let ledger: LedgerLines;
let abort: AbortController;
beforeEach(() => {
  const folder = join(temporaryFolder(), "home");
  mkdirSync(folder, { mode: 0o700 });
  file = join(folder, "ledger.jsonl");
  ledger = new LedgerLines(file);
  abort = new AbortController();
});
afterEach(() => abort.abort());

/** Gives what comes next, in short. */
function followed(filter: EventFilter = {}): () => Promise<string> {
  const coming = followLedger(file, filter, abort.signal);
  return async () => {
    const { value } = await coming.next();
    return value === undefined ? "end" : inShort(value);
  };
}

function inShort(found: Followed): string {
  if (found.type === "event") return `${found.row.id} ${found.row.outcome} ${found.row.answer}`;
  return found.type === "damage" ? `damage: ${found.what}` : found.type;
}

const add = (id: string, outcome = "proceed"): void =>
  ledger.add(Date.now(), recordsOf({ id, outcome }));

test("an event comes when it has its verdict, and again when the user has answered", async () => {
  add("old");
  const next = followed();
  const [begin = {}, run = {}, verdict = {}] = recordsOf({ id: "one", outcome: "ask" });
  ledger.add(Date.now(), [begin]);
  add("two");
  expect(await next()).toBe("two proceed null");
  ledger.add(Date.now(), [run, verdict]);
  expect(await next()).toBe("one ask null");
  ledger.add(Date.now(), [{ type: "permission", eventId: "one", decision: "deny", reason: "no" }]);
  expect(await next()).toBe("one ask deny");
});

test("an event that was under way before comes with its verdict", async () => {
  const [begin = {}, run = {}, verdict = {}] = recordsOf({ id: "one", outcome: "block" });
  ledger.add(Date.now(), [begin]);
  const next = followed({ outcomes: ["block"], text: "ls" });
  add("two");
  ledger.add(Date.now(), [run, verdict]);
  expect(await next()).toBe("one block null");
});

test("a line that is written in two parts is read once it is whole; one that is no record is named", async () => {
  add("old");
  const next = followed();
  const before = readFileSync(file).length;
  add("one");
  const added = readFileSync(file).subarray(before);
  writeFileSync(file, readFileSync(file).subarray(0, before + 100));
  const first = next();
  appendFileSync(file, added.subarray(100));
  expect(await first).toBe("one proceed null");
  appendFileSync(file, "garbage\n");
  expect(await next()).toMatch(/^damage: /);
});

test("it continues in another file at the path, without what was given out already", async () => {
  add("old");
  const next = followed();
  add("one");
  expect(await next()).toBe("one proceed null");
  // As prune does it: some of the lines, in a new file.
  writeFileSync(`${file}.new`, readFileSync(file));
  renameSync(`${file}.new`, file);
  expect(await next()).toBe("replaced");
  add("two");
  expect(await next()).toBe("two proceed null");
});

test("it waits for a file that is not there yet, and ends with its signal", async () => {
  const next = followed();
  const first = next();
  add("one");
  expect(await first).toBe("one proceed null");
  const last = next();
  abort.abort();
  expect(await last).toBe("end");
});
