import { expect, test } from "vitest";
import { consent, noHookEvents, refusal } from "../agent/index.js";
import type { Message } from "../conversation/index.js";
import { idle } from "./activity.js";
import { FakeSession } from "./fake-session.test-support.js";
import { emptyPrompt } from "./prompt.js";
import { keyOf, transcriptOf } from "./transcript.js";
import { noted, toldBySession, viewOf, type View } from "./view.js";

test.each([
  ["allowed", consent("Bash"), "Bash was allowed in snaphook view"],
  ["denied", refusal("Bash"), "Bash was denied in snaphook view"],
  [
    "denied with words",
    refusal("Bash", "use node", true),
    "Bash was denied in snaphook view: use node",
  ],
])("a question that was %s elsewhere leaves a note with the place", (_, decision, text) => {
  const empty = { transcript: transcriptOf([]), activity: {} } as unknown as View;
  const event = { type: "answered", by: "snaphook view", toolName: "Bash", decision } as const;
  expect(toldBySession(empty, event, 0).transcript).toEqual({
    ...transcriptOf([]),
    notes: 1,
    printed: [{ type: "note", id: 1, note: { kind: "info", text } }],
  });
});

const begun = viewOf(new FakeSession().asSession);
const said: Message = {
  id: 1,
  role: "assistant",
  from: "model",
  blocks: [{ type: "text", content: "so" }],
};
/** In the middle of a turn. */
const inTurn: View = {
  ...begun,
  activity: { ...idle, isBusy: true, turn: 1 },
  transcript: { ...begun.transcript, live: [{ type: "message", message: said }] },
};

test("a session begins with an empty box and what was said before", () => {
  const session = new FakeSession();
  session.messages.addUserMessage("hello");
  session.isBusy = true;
  expect(viewOf(session.asSession)).toEqual({
    transcript: transcriptOf(session.messages.messages),
    activity: { ...idle, isBusy: true },
    hookEvents: noHookEvents,
    prompt: emptyPrompt,
    dialogs: [],
    interrupt: { idleAt: null, turn: null },
    hint: null,
    isPaused: false,
    phase: "open",
  });
});

test("hooks that ran are counted and remembered, at their time", () => {
  const hooks = [{ id: "h", name: "guard", ran: true, run: { exit: 0 }, ms: 3 }];
  const reading = {
    problems: [],
    toModel: [],
    toUser: [],
    provenance: { voices: [], rewrites: [] },
  };
  const event = { type: "fired", fired: { event: "Stop", hooks, reading } } as never;
  const { activity, hookEvents } = toldBySession(begun, event, 9);
  expect([activity.hooksRun, hookEvents.hookExecutionHistory]).toEqual([
    1,
    [
      {
        at: 9,
        event: "Stop",
        hook: "guard",
        verdict: "nothing to say",
        failed: false,
        ms: 3,
        exit: "0",
      },
    ],
  ]);
});

test.each<
  [
    what: string,
    event: object,
    printed: readonly string[],
    live: readonly string[],
    isBusy: boolean,
  ]
>([
  ["begins", { type: "busy", busy: true }, [], ["message 1"], true],
  ["is over", { type: "busy", busy: false }, ["message 1"], [], false],
  ["is summed up", { type: "compacting", trigger: "manual" }, ["message 1", "note 1"], [], true],
  ["has trouble", { type: "trouble", why: "no disk" }, [], ["message 1", "note 1"], true],
  ["reports what is not shown", { type: "denied" }, [], ["message 1"], true],
])("what was said stays where a turn %s", (_what, event, printed, live, isBusy) => {
  const { transcript, activity } = toldBySession(inTurn, event as never, 0);
  expect({
    printed: transcript.printed.map(keyOf),
    live: transcript.live.map(keyOf),
    isBusy: activity.isBusy,
  }).toEqual({ printed, live, isBusy });
});

test.each<[object, object]>([
  [
    { type: "compacting", trigger: "auto" },
    { kind: "info", text: "The conversation was replaced by its summary." },
  ],
  [
    { type: "trouble", why: "no disk" },
    { kind: "error", text: "no disk" },
  ],
])("%j leaves a note", (event, note) => {
  const { transcript } = toldBySession(begun, event as never, 0);
  expect(transcript.printed).toEqual([{ type: "note", id: 1, note }]);
});

test("a note changes nothing but the transcript", () => {
  const note = { kind: "caption", text: "a" } as const;
  expect(noted(begun, note)).toEqual({
    ...begun,
    transcript: { ...begun.transcript, notes: 1, printed: [{ type: "note", id: 1, note }] },
  });
});
