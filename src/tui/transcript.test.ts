import { expect, test } from "vitest";
import type { Message } from "../conversation/index.js";
import { follow, keyOf, transcriptOf, type TranscriptEvent } from "./transcript.js";

const message = (id: number, from: Message["from"], content = "text"): Message => ({
  id,
  from,
  role: from === "model" ? "assistant" : "user",
  blocks: content === "" ? [] : [{ type: "text", content }],
});
const added = (one: Message): TranscriptEvent => ({ type: "message-added", message: one });
const changed = (one: Message): TranscriptEvent => ({ type: "message-changed", message: one });
const removed = (one: Message): TranscriptEvent => ({ type: "message-removed", message: one });
const settled: TranscriptEvent = { type: "settled" };
const note: TranscriptEvent = { type: "noted", note: { kind: "info", text: "a note" } };

test.each<[string, readonly TranscriptEvent[], readonly string[], readonly string[]]>([
  ["a prompt may still be erased", [added(message(1, "user"))], [], ["message 1"]],
  ["and is gone then", [added(message(1, "user")), removed(message(1, "user"))], [], []],
  [
    "what a hook said of it stays where the prompt is erased",
    [added(message(1, "user")), added(message(2, "hook")), removed(message(1, "user")), settled],
    ["message 2"],
    [],
  ],
  [
    "the model's first word settles the prompt",
    [added(message(1, "user")), added(message(2, "model"))],
    ["message 1"],
    ["message 2"],
  ],
  [
    "its next one settles the calls before it, with what hooks said between",
    [added(message(1, "model")), added(message(2, "hook")), added(message(3, "model"))],
    ["message 1", "message 2"],
    ["message 3"],
  ],
  [
    "the end of the turn settles all",
    [added(message(1, "user")), added(message(2, "model")), settled],
    ["message 1", "message 2"],
    [],
  ],
  [
    "a turn in which nothing was said leaves nothing",
    [added(message(1, "user")), added(message(2, "model", "")), settled],
    ["message 1"],
    [],
  ],
  ["a note between turns is printed at once", [note], ["note 1"], []],
  [
    "a note in a turn waits for what comes before it",
    [added(message(1, "user")), note],
    [],
    ["message 1", "note 1"],
  ],
  [
    "what was printed is not taken back",
    [added(message(1, "user")), settled, removed(message(1, "user"))],
    ["message 1"],
    [],
  ],
  ["two notes are two", [note, note], ["note 1", "note 2"], []],
  [
    "a note in a turn stays where it is when the turn ends",
    [added(message(1, "user")), note, settled],
    ["message 1", "note 1"],
    [],
  ],
  [
    "a change of a message leaves notes as they are",
    [
      added(message(1, "user")),
      note,
      changed(message(1, "user", "new")),
      removed(message(1, "user")),
    ],
    [],
    ["note 1"],
  ],
])("%s", (_name, events, printed, live) => {
  const end = events.reduce(follow, transcriptOf([]));
  expect({ printed: end.printed.map(keyOf), live: end.live.map(keyOf) }).toEqual({ printed, live });
});

test("a change shows, and only in what is live", () => {
  const events = [
    added(message(1, "user")),
    added(message(2, "model", "")),
    changed(message(2, "model", "new")),
  ];
  const end = events.reduce(follow, transcriptOf([]));
  expect(end.live).toEqual([{ type: "message", message: message(2, "model", "new") }]);
  expect(follow(end, changed(message(1, "user", "other"))).printed).toEqual(end.printed);
});

test("what settles nothing is the same transcript", () => {
  const before = transcriptOf([]);
  expect(follow(before, settled)).toBe(before);
});

test("of a session that is taken up again empty turns are not shown, and none is left out before 200", () => {
  const messages = Array.from({ length: 200 }, (_, index) => message(index + 1, "user"));
  expect(transcriptOf([message(0, "model", ""), ...messages.slice(1)])).toEqual({
    printed: messages.slice(1).map((one) => ({ type: "message", message: one })),
    live: [],
    earlier: 0,
    notes: 0,
  });
});

test("of a session that is taken up again the end is shown, and the rest is counted", () => {
  const messages = Array.from({ length: 250 }, (_, index) => message(index + 1, "user"));
  const { printed, live, earlier } = transcriptOf(messages);
  expect([printed.length, printed.map(keyOf)[0], live, earlier]).toEqual([
    200,
    "message 51",
    [],
    50,
  ]);
});
