import { describe, expect, test } from "vitest";
import { idle } from "./activity.js";
import { bufferOf } from "./edit-buffer.js";
import { noHookEvents } from "../agent/index.js";
import { notInterrupted } from "./interrupt.js";
import { lookOf } from "./look.js";
import { questionOf, type Question } from "./permission-dialog.js";
import { emptyPrompt } from "./prompt.js";
import { screenOf } from "./screen.js";
import { widthOf } from "./shown-text.js";
import { transcriptOf, type TranscriptEntry } from "./transcript.js";
import type { View } from "./view.js";

const empty: View = {
  transcript: transcriptOf([]),
  activity: idle,
  hookEvents: noHookEvents,
  prompt: emptyPrompt,
  dialogs: [],
  interrupt: notInterrupted,
  hint: null,
  isPaused: false,
  phase: "open",
};
const facts = { model: "scripted", workspace: "/home/me/project", now: 2500 };
const rowsOf = (view: View, columns: number, rows: number): readonly string[] =>
  screenOf(view, facts, lookOf({ columns, rows }, true)).rows;

const long = "漢字 \u001b[2J word ".repeat(3000);
const live: TranscriptEntry[] = [
  {
    type: "message",
    message: { id: 1, role: "assistant", from: "model", blocks: [{ type: "text", content: long }] },
  },
];
const pending = [
  {
    id: "1",
    toolName: long,
    toolId: "c",
    input: { a: long },
    original: { b: long },
    reasons: [{ from: long, text: long }],
  },
];
const running = Array.from({ length: 9 }, (_, index) => ({
  key: `${index}`,
  hook: long,
  event: "PreToolUse",
  since: 0,
}));
const history = Array.from({ length: 50 }, () => ({
  at: 0,
  event: long,
  hook: long,
  verdict: "deny",
  failed: true,
  ms: 12.4,
  exit: long,
}));
const full: View = {
  ...empty,
  transcript: { ...empty.transcript, live },
  activity: { ...idle, running, isBusy: true, hooksRun: 3, hooksFailed: 1, unapproved: ["x"] },
  hookEvents: {
    ...noHookEvents,
    hookExecutionHistory: history,
    userPreferences: { showHookPanel: true, showWholeTexts: false },
  },
  prompt: { ...emptyPrompt, buffer: bufferOf(`${long}\n`.repeat(20)) },
};
const question = questionOf(null, pending, 0) as Question;
const asking: View = { ...full, dialogs: [question] };

test.each([
  ["empty", empty],
  ["full", full],
  ["asking", asking],
  ["writing words", { ...full, dialogs: [{ ...question, words: bufferOf(long) }] }],
])("the screen is never filled to its last row, nor wider than it is: %s", (_name, view) => {
  for (const columns of [16, 20, 80])
    for (const rows of [2, 5, 6, 8, 11, 12, 24]) {
      const drawn = rowsOf(view, columns, rows);
      expect(drawn.length).toBeLessThan(Math.max(2, rows));
      for (const row of drawn) expect(widthOf(row)).toBeLessThanOrEqual(columns);
    }
});

test.each([6, 8, 10, 24])("all choices of a question are seen on %i rows", (rows) => {
  const drawn = rowsOf(asking, 20, rows).join("\n");
  for (const letter of ["❯ y", "  a", "  n", "  w"]) expect(drawn).toContain(`${letter}  `);
});

test("an empty screen has a box, a hint and the state of things", () => {
  expect(rowsOf(empty, 60, 24)).toEqual([
    "─".repeat(60),
    "> ▏",
    "Enter sends · Alt-Enter new line · ↑ earlier · /help",
    "idle · hooks 0 run · scripted · project",
  ]);
});

test("what is worth most comes first where the screen is narrow", () => {
  const hooks = [{ key: "1", hook: "guard", event: "PreToolUse", since: 1000 }];
  const view = {
    ...full,
    transcript: empty.transcript,
    prompt: emptyPrompt,
    hookEvents: noHookEvents,
  };
  const drawn = rowsOf({ ...view, activity: { ...full.activity, running: hooks } }, 26, 24);
  expect(drawn).toEqual([
    "1.5s guard on PreToolUse",
    "─".repeat(26),
    "> ▏",
    "Ctrl-C ends the turn",
    "busy · 1 not approved · h…",
  ]);
});

test("the history panel tells event, hook, verdict, time and exit", () => {
  const one = {
    at: 0,
    event: "PreToolUse",
    hook: "guard",
    verdict: "deny",
    failed: false,
    ms: 12.4,
    exit: "2",
  };
  const hookEvents = {
    ...noHookEvents,
    hookExecutionHistory: [one],
    userPreferences: { showHookPanel: true, showWholeTexts: false },
  };
  expect(rowsOf({ ...empty, hookEvents }, 60, 24).slice(0, 2)).toEqual([
    "Hooks that ran (1); /hooks history hides them",
    "PreToolUse guard deny 12 ms, exit 2",
  ]);
});

test("a closed screen is empty", () => {
  expect(rowsOf({ ...full, phase: "closed" }, 80, 24)).toEqual([]);
});

test("the cursor stays in sight in a text that is longer than its box", () => {
  const text = Array.from({ length: 50 }, (_, line) => `line ${line}`).join("\n");
  const drawn = rowsOf(
    { ...empty, prompt: { ...emptyPrompt, buffer: { text, cursor: text.indexOf("line 25") } } },
    40,
    24,
  );
  expect(drawn.join("\n")).toContain("▏line 25");
  expect(drawn.join("\n")).toContain("… 50 lines in all");
});

test.each<[what: string, view: View, hint: string]>([
  ["idle", empty, "Enter sends · Alt-Enter new line · ↑ earlier · /help"],
  ["busy", { ...empty, activity: { ...idle, isBusy: true } }, "Ctrl-C ends the turn"],
  ["just asked to quit", { ...empty, hint: "Ctrl-C again quits" }, "Ctrl-C again quits"],
  [
    "closing",
    { ...empty, hint: "Ctrl-C again quits", phase: "closing" },
    "SessionEnd hooks are running; press Ctrl-C to quit now",
  ],
])("what the keys do is said where the session is %s", (_what, view, hint) => {
  expect(rowsOf(view, 80, 24)).toContain(hint);
});

describe("all that a screen shows", () => {
  const lines = Array.from({ length: 30 }, (_, line) => `line ${line}`);
  const [first] = live;
  const message = {
    ...(first as { message: object }).message,
    blocks: [{ type: "text", content: lines.join("\n") }],
  };
  const hooks = running.map((one, index) => ({ ...one, hook: `h${index}` }));
  const ran = (hook: string) => ({ ...(history[0] as object), event: "Stop", hook, exit: "0" });
  const busy = {
    ...empty,
    transcript: { ...empty.transcript, live: [{ type: "message", message }] },
    activity: { ...idle, isBusy: true, running: hooks },
    hookEvents: {
      ...noHookEvents,
      hookExecutionHistory: Array.from({ length: 20 }, (_, index) => ran(`r${index}`)),
      userPreferences: { showHookPanel: true, showWholeTexts: false },
    },
  } as unknown as View;
  const runningRows = [0, 1, 2, 3].map((index) => `2.5s h${index} on PreToolUse`);
  const ranRows = (from: number): string[] =>
    Array.from({ length: 20 - from }, (_, index) => `Stop r${from + index} deny 12 ms, exit 0`);
  const title = "Hooks that ran (20); /hooks history hides them";
  const below = [
    "─".repeat(80),
    "> ▏",
    "Ctrl-C ends the turn",
    "busy · hooks 0 run · scripted · project",
  ];

  test.each<[number, View, readonly string[]]>([
    [
      24,
      busy,
      [
        "… 27 lines above",
        ...lines.slice(26),
        title,
        ...ranRows(12),
        ...runningRows,
        "… 5 more hooks",
        ...below,
      ],
    ],
    [17, busy, [title, ...ranRows(14), ...runningRows, "… 5 more hooks", ...below]],
    [11, busy, ["… 31 lines above", ...runningRows, "… 5 more hooks", ...below]],
    [8, busy, [...runningRows.slice(0, 3), ...below]],
    [12, { ...busy, activity: { ...idle, isBusy: true } }, [title, ...ranRows(14), ...below]],
    [
      9,
      { ...busy, activity: { ...idle, isBusy: true }, hookEvents: noHookEvents },
      ["… 28 lines above", ...lines.slice(27), ...below],
    ],
  ])("on %i rows comes to this", (rows, view, drawn) => {
    expect(rowsOf(view, 80, rows)).toEqual(drawn);
  });

  test("while it closes says so", () => {
    expect(rowsOf({ ...empty, phase: "closing" }, 80, 24).at(-1)).toBe(
      "closing · hooks 0 run · scripted · project",
    );
  });

  const manyLines = {
    ...empty,
    prompt: { ...emptyPrompt, buffer: { text: lines.join("\n"), cursor: 0 } },
  };
  test.each([
    [24, 8],
    [14, 8],
    [13, 7],
    [8, 2],
    [7, 1],
  ])("on %i rows %i rows of a prompt", (rows, seen) => {
    const shown = rowsOf(manyLines, 80, rows).filter((row) => /^[> ] ▏?line/.test(row));
    expect(shown).toHaveLength(seen);
  });

  const asks = {
    ...busy,
    activity: idle,
    hookEvents: noHookEvents,
    dialogs: [
      {
        ...question,
        pending: {
          ...question.pending,
          toolName: "Bash",
          input: { content: lines.join("\n") },
          original: { content: lines.join("\n") },
          reasons: [],
        },
      },
    ],
  } as View;
  const status = "asking · hooks 0 run · scripted · project";
  test.each<[number, number, number]>([
    [24, 4, 17],
    [20, 4, 13],
    [19, 4, 12],
    [12, 0, 9],
  ])("on %i rows leaves %i to the conversation and %i to a question", (rows, before, dialog) => {
    const drawn = rowsOf(asks, 80, rows);
    expect({
      rows: drawn.length,
      rule: drawn.indexOf("─".repeat(80)),
      question: drawn.indexOf("? May Bash run?"),
      status: drawn.at(-1),
      dialog: drawn.length - 2 - before,
    }).toEqual({ rows: rows - 1, rule: before, question: before + 1, status, dialog });
  });

  test("on few rows gives all of them to a question", () => {
    const drawn = rowsOf(asks, 80, 11);
    expect([drawn.length, drawn[0], drawn.at(-1)]).toEqual([
      10,
      "? May Bash run?",
      "↑↓ Enter, or a letter · Esc denies",
    ]);
  });

  test("says from which row on a question is seen", () => {
    const [dialog] = asks.dialogs;
    const scrolled = { ...asks, dialogs: [{ ...dialog, scroll: 99 }] } as View;
    const look = lookOf({ columns: 80, rows: 24 }, true);
    expect(screenOf(scrolled, facts, look).scroll).toBe(31 - (17 - 1 - 5 - 1 - 1));
    expect(screenOf(empty, facts, look).scroll).toBe(0);
  });
});
