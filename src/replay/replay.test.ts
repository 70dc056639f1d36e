import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { driftIn, isInFolder, recordedEvents } from "../recording/index.js";
import { openLedger } from "../trace/index.js";
import { compareDecisions } from "./compare.js";
import { replay, type ReplayOptions } from "./replay.js";

const numbers = Array.from({ length: 60_000 }, (_, index) => index);
const cwd = "/project";

/** Records events with these payloads as an engine does, and gives back what is read of them. */
function recorded(
  payloads: readonly object[],
  verdict: object = {},
): ReturnType<typeof recordedEvents> {
  const file = join(temporaryFolder(), "ledger.jsonl");
  const ledger = openLedger({ file });
  for (const [index, payload] of payloads.entries()) {
    const eventId = `e${index}`;
    const dialect = "claude-code@2.1.0";
    const about = { event: "PreToolUse", dialect, recordedBy: "wrapper", payload, hooks: [] };
    ledger.append({ type: "event", eventId, ...about });
    ledger.append({ type: "verdict", eventId, outcome: "proceed", permission: "none", ...verdict });
  }
  ledger.close();
  return recordedEvents(file, (event) => isInFolder(event, cwd));
}

const options: ReplayOptions = {
  host: null,
  sandbox: { fire: () => Promise.reject(new Error("nothing is fired")) } as never,
  files: undefined,
  trustsAll: true,
  signal: new AbortController().signal,
  onProgress: () => {},
};

test.each<[string, object]>([
  ["a list", { list: numbers }],
  ["a list that is too long for anything", { list: Array.from({ length: 10_001 }, () => 1) }],
  ["a list in its input", { tool_input: { edits: numbers } }],
  ["fields", { map: Object.fromEntries(numbers.slice(0, 10_001).entries()) }],
  ["a text", { prompt: "x".repeat(300_000) }],
])("an event of which %s was cut is said to be cut, and not replayed", async (_name, payload) => {
  const events = recorded([{ cwd, ...payload }]);
  const { replayed, not } = await replay(events, options);
  expect([replayed, not]).toEqual([
    [],
    [{ recorded: events[0], why: "cut", message: "the payload was not kept whole" }],
  ]);
  expect(driftIn(events)).toEqual([]);
});

test("what was decided and was cut is not taken for another decision", () => {
  const input = { edits: numbers };
  const toModel = Array.from({ length: 10_001 }, () => ({ text: "a", hook: "b" }));
  const [event] = recorded([{ cwd }], { input, toModel, toUser: toModel });
  const reading = event?.reading;
  if (reading === undefined || reading === null) throw new Error("nothing was decided");
  const texts = (all: typeof reading.toModel): string[] => all.map(({ text }) => text);
  const before = { ...reading, toModel: texts(reading.toModel), toUser: texts(reading.toUser) };
  const then = toModel.map(({ text }) => text);
  const after = { ...before, input, toModel: then, toUser: then };
  expect(compareDecisions(before, after)).toBe("same");
  expect(compareDecisions(before, { ...after, input: null })).toBe("loosened");
});
