import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { snaphook } from "../e2e/snaphook.js";
import { AskedLedger } from "../trace/asked-ledger.js";
import { temporaryFolder } from "../workspace.js";
import { hostileChanges } from "./hostile-changes.js";
import { hostileRequests } from "./hostile-requests.js";
import { RunningViewer } from "./viewer.js";

const ledger = new AskedLedger();
let viewer: RunningViewer;
beforeAll(async () => {
  ledger.fourEvents();
  viewer = await RunningViewer.start({ home: ledger.folder, cwd: ledger.folder });
});
afterAll(async () => {
  expect(await viewer.stop()).toBe(0);
});

test("no hostile request is answered, and each refusal has the policy and nothing of the ledger", async () => {
  const { port, token } = viewer;
  const requests = [...hostileRequests(port, token), ...hostileChanges(port, token)];
  expect(requests.length).toBeGreaterThanOrEqual(350);
  const before = readFileSync(ledger.file);
  const faults: string[] = [];
  for (const { name, bytes } of requests) {
    const answer = await viewer.send(bytes);
    const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "closed";
    const isRefused = status === "closed" || /^4\d\d$/.test(status);
    if (!isRefused) faults.push(`${name}: ${status}`);
    if (/access-control-/i.test(answer)) faults.push(`${name}: CORS`);
    if (/s1-x|"rows"|<!doctype/i.test(answer)) faults.push(`${name}: content`);
    if (answer.includes(viewer.token)) faults.push(`${name}: the token`);
    // What Node itself refuses, before there is a request, has no headers of ours.
    const isOurs = /content-type: application\/json/i.test(answer);
    if (isOurs && !/content-security-policy: default-src 'none'/i.test(answer))
      faults.push(`${name}: no policy`);
  }
  expect(faults).toEqual([]);
  expect(readFileSync(ledger.file)).toEqual(before);
  expect(readdirSync(ledger.folder)).toEqual(["ledger.jsonl"]);
  expect(await viewer.ask("search", { search: "", count: 1 })).toMatchObject({ total: 4 });
});

test.each([
  ["", { total: 4, from: 2, rows: [{ id: "c-3" }, { id: "d-4" }] }],
  ["tool:Bash outcome:block", { total: 1, rows: [{ id: "a-1" }] }],
  ["session:s1 problem:exit-code-failure", { total: 1, rows: [{ id: "c-3" }] }],
  ["rm -rf", { total: 1, rows: [{ id: "a-1" }] }],
  ['hook:"format.sh"', { total: 1, rows: [{ id: "b-2" }] }],
  ["until:2025-06-01T12:01:00Z", { total: 1, rows: [{ id: "a-1" }] }],
  ["tool:nothing", { total: 0, rows: [] }],
])("a search for %j finds what trace finds", async (search, expected) => {
  expect(await viewer.ask("search", { search, count: 2 })).toMatchObject(expected);
});

test.each([
  ["outcome:blok", "--outcome blok: there is no such outcome; did you mean block?"],
  ["is:late", "is:late: give one of is:failed, is:here"],
])("a search for %j says what is wrong with it", async (search, error) => {
  expect(await viewer.ask("search", { search, count: 2 })).toEqual({ error });
});

test("an event comes with its lanes, its problems and what every host makes of it", async () => {
  const shown = (await viewer.ask("event", { id: "a-1" })) as { hosts: { hosts: object[] }[] };
  expect(shown).toMatchObject({
    row: { id: "a-1", outcome: "block" },
    event: { eventId: "a-1", payload: { tool_input: { command: "rm -rf x" } } },
    lanes: { user: [], model: [], log: [], nobody: [] },
    damage: [],
  });
  expect(shown.hosts[0]?.hosts.length).toBeGreaterThan(5);
  expect(await viewer.ask("event", { id: join("..", "a-1") })).toEqual({
    error: "there is no event with this id in the ledger",
  });
});

test("a file that is no ledger is not opened as an empty one", () => {
  const file = join(temporaryFolder(), "notes.txt");
  writeFileSync(file, "hello\n");
  expect(snaphook(["view", "--json", "--ledger", file])).toEqual({
    status: 2,
    stdout: "",
    stderr: `snaphook: ${file} cannot be read: it has no event, and lines that are no records: it is not a ledger\n`,
  });
});

test("time is cut into parts that hold every event once", async () => {
  const { parts } = (await viewer.ask("time", { search: "", parts: 3 })) as {
    parts: { outcomes: object; runs: number; failures: number }[];
  };
  expect(parts.map(({ outcomes, runs, failures }) => ({ outcomes, runs, failures }))).toEqual([
    { outcomes: { block: 1, proceed: 1 }, runs: 2, failures: 0 },
    { outcomes: { proceed: 1 }, runs: 1, failures: 1 },
    { outcomes: { unfinished: 1 }, runs: 0, failures: 0 },
  ]);
});
