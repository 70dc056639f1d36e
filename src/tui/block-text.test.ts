import { describe, expect, test } from "vitest";
import type { Block, Message, ToolState } from "../conversation/index.js";
import { entryLines, liveLines } from "./block-text.js";
import { lookOf } from "./look.js";
import type { TranscriptEntry } from "./transcript.js";

const look = lookOf({ columns: 40, rows: 24 }, true);
const entry = (from: Message["from"], ...blocks: readonly Block[]): TranscriptEntry => ({
  type: "message",
  message: { id: 1, role: "user", from, blocks },
});
const text = (content: string): Block => ({ type: "text", content });
const tool = (state: ToolState, result: string | null): Block => ({
  type: "tool",
  id: "c",
  name: "Bash",
  input: { command: "echo\nhi" },
  state,
  result,
});

test.each<[string, TranscriptEntry, readonly string[]]>([
  ["what the user wrote", entry("user", text("hello\nthere")), ["", "> hello", "  there"]],
  ["what the model says", entry("model", text("An answer.")), ["", "An answer."]],
  [
    "a hook in the user's place",
    entry(
      "hook",
      text('<hook-output hook="h" event="Stop" kind="reason">\nmore <tests>\n</hook-output>'),
    ),
    ["", "↩ hook: more <tests>"],
  ],
  ["an error", entry("hook", { type: "error", content: "broken\u0007" }), ["✗ error: broken\\x07"]],
  ["a warning", entry("hook", { type: "warn", content: "guard: no" }), ["! guard: no"]],
  [
    "a hook's context",
    entry("hook", {
      type: "hook",
      hookEvent: "UserPromptSubmit",
      content: '<hook-output hook="h" event="E" kind="context">\nMonday\n</hook-output>',
      metadata: { hook: "day" },
    }),
    ["⚓ UserPromptSubmit context from day", "  │ Monday"],
  ],
  [
    "a note",
    { type: "note", id: 1, note: { kind: "caption", text: "Now a hook blocks" } },
    ["", "▌ Now a hook blocks"],
  ],
])("%s", (_name, shown, rows) => {
  expect(entryLines(shown, look, false)).toEqual(rows);
});

test.each<[ToolState, string | null, readonly string[]]>([
  ["pending", null, ["○ Bash pending  echo\\nhi"]],
  ["running", null, ["◐ Bash running  echo\\nhi"]],
  ["done", "hi", ["● Bash done  echo\\nhi", "  └ hi"]],
  ["failed", "no", ["✗ Bash failed  echo\\nhi", "  └ no"]],
  ["blocked", "by a hook", ["⊘ Bash blocked  echo\\nhi", "  └ by a hook"]],
  ["denied", "by you", ["⊘ Bash denied  echo\\nhi", "  └ by you"]],
  ["interrupted", "", ["◌ Bash interrupted  echo\\nhi"]],
])("a call that is %s", (state, result, rows) => {
  expect(entryLines(entry("model", tool(state, result)), look, false)).toEqual(rows);
});

describe("colours", () => {
  /** The names of colours around what is painted. */
  const paint = Object.fromEntries(
    Object.keys(look.paint).map((name) => [name, (row: string) => `<${name}:${row}>`]),
  ) as unknown as typeof look.paint;
  const named = { ...look, paint };
  test.each<[ToolState, string]>([
    ["pending", "dim"],
    ["running", "cyan"],
    ["done", "green"],
    ["failed", "red"],
    ["blocked", "red"],
    ["denied", "yellow"],
    ["interrupted", "yellow"],
  ])("of a call that is %s", (state, colour) => {
    const [head = ""] = entryLines(entry("model", tool(state, null)), named, false);
    expect(head.match(/<\w+:/g)).toEqual([`<${colour}:`, "<bold:", `<${colour}:`, "<dim:"]);
  });

  const note = (kind: "info" | "error" | "caption"): TranscriptEntry => ({
    type: "note",
    id: 1,
    note: { kind, text: "a" },
  });
  const context = { type: "hook", hookEvent: "Stop", content: "more" } as const;
  const result = 'hi\n<hook-output hook="h" event="E" kind="context">\nsaid\n</hook-output>';
  test.each<[string, TranscriptEntry, readonly string[]]>([
    ["what the user wrote", entry("user", text("a")), ["", "<bold:> a>"]],
    ["a hook's words", entry("hook", text("a")), ["", "<yellow:↩ hook: a>"]],
    ["an answer", entry("model", text("a")), ["", "a"]],
    ["an error", entry("hook", { type: "error", content: "a" }), ["<red:✗ error: a>"]],
    ["a warning", entry("hook", { type: "warn", content: "a" }), ["<yellow:! a>"]],
    ["a context", entry("hook", context), ["<cyan:⚓ Stop context>", "<dim:  │ more>"]],
    ["a note", note("info"), ["", "<dim:a>"]],
    ["a fault", note("error"), ["", "<red:a>"]],
    ["a caption", note("caption"), ["", "<cyan:▌ a>"]],
  ])("of %s", (_name, shown, rows) => {
    expect(entryLines(shown, named, false)).toEqual(rows);
  });

  test("of a call's result, and of what hooks said of it", () => {
    const [, ...rows] = entryLines(entry("model", tool("done", result)), named, false);
    expect(rows).toEqual(["<dim:  └ hi>", "<cyan:  ⚓ h: said>"]);
  });
});

const x = (count: number): string => "x".repeat(count);
const tag = (words: string): string =>
  `<hook-output hook="h" event="E" kind="context">\n${words}\n</hook-output>`;

test.each<[string, TranscriptEntry, readonly string[]]>([
  ["of the user's", entry("user", text(x(39))), ["", `> ${x(36)}`, `  ${x(3)}`]],
  ["of the model's", entry("model", text(x(41))), ["", x(40), "x"]],
  [
    "of a call",
    entry("model", tool("done", x(37))),
    ["● Bash done  echo\\nhi", `  └ ${x(36)}`, "    x"],
  ],
  [
    "of a context",
    entry("hook", { type: "hook", hookEvent: "Stop", content: x(37) }),
    ["⚓ Stop context", `  │ ${x(36)}`, "  │ x"],
  ],
  [
    "of a caption",
    { type: "note", id: 1, note: { kind: "caption", text: x(39) } },
    ["", `▌ ${x(38)}`, "▌ x"],
  ],
  ["of a note", { type: "note", id: 1, note: { kind: "info", text: x(41) } }, ["", x(40), "x"]],
])("a line %s that is too long goes on in the next row", (_name, shown, rows) => {
  expect(entryLines(shown, look, false)).toEqual(rows);
});

test.each<[string, Block, readonly string[]]>([
  [
    "a call with a longer input",
    { ...(tool("done", null) as object), input: { command: x(27) } } as Block,
    [`● Bash done  ${x(27)}`],
  ],
  [
    "a call with an input that is too long",
    { ...(tool("done", null) as object), input: { command: x(28) } } as Block,
    [`● Bash done  ${x(26)}…`],
  ],
  [
    "a call of which only a hook has said something",
    tool("done", tag("said")),
    ["● Bash done  echo\\nhi", "  ⚓ h: said"],
  ],
  ["what two hooks said", text(`a\n${tag("b")}\n${tag("c")}`), ["", "↩ hook: a", "  b", "  c"]],
])("%s", (_name, block, rows) => {
  const from = block.type === "text" ? "hook" : "model";
  expect(
    entryLines(entry(from, block), look, false).filter(
      (row, index) => index === 0 || row.trim() !== "",
    ),
  ).toEqual(rows);
});

test("an entry is laid out anew for another width, room, look or length", () => {
  const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");
  const shown = [entry("model", tool("done", long), text(x(100)))];
  const heights = [
    liveLines(shown, 99, look, false),
    liveLines(shown, 99, look, true),
    liveLines(shown, 99, { ...look, columns: 20 }, false),
    liveLines(shown, 1, look, false),
    liveLines(shown, 99, look, false),
  ].map((rows) => rows.length);
  // A call and what is shown of its result, an empty row, and the rows of the text.
  expect(heights).toEqual([7 + 1 + 3, 31 + 1 + 3, 7 + 1 + 5, 1, 7 + 1 + 3]);
});

describe("long texts", () => {
  const long = Array.from({ length: 30 }, (_, line) => `line ${line}`).join("\n");

  test("are folded, with a count", () => {
    const rows = entryLines(entry("model", tool("done", long)), look, false);
    expect(rows.slice(-2)).toEqual(["    line 4", "    … 25 more lines"]);
  });

  test("are whole where the user wants that", () => {
    expect(entryLines(entry("model", tool("done", long)), look, true)).toHaveLength(31);
  });

  test("show their end while they grow", () => {
    expect(liveLines([entry("model", text(long))], 4, look, false)).toEqual([
      "… 28 lines above",
      "line 27",
      "line 28",
      "line 29",
    ]);
  });

  test("show all where there is just room", () => {
    const rows = ["", ...long.split("\n").slice(0, 3)];
    const three = [entry("model", text(rows.slice(1).join("\n")))];
    expect([liveLines(three, 4, look, false), liveLines(three, 3, look, false)]).toEqual([
      rows,
      ["… 2 lines above", "line 1", "line 2"],
    ]);
  });

  test("in one row show how much there is", () => {
    expect(liveLines([entry("model", text("a\nb"))], 1, look, false)).toEqual(["… 3 lines above"]);
  });

  test.each<[string, TranscriptEntry, readonly string[]]>([
    [
      "the model's at the most that is worked on",
      entry("model", text(x(480))),
      ["… 10 lines above", x(40), x(40), x(40)],
    ],
    [
      "the model's, longer",
      entry("model", text(`${x(100)}${"y".repeat(480)}`)),
      ["… 11 lines above", "y".repeat(40), "y".repeat(40), "y"],
    ],
    [
      "the user's, which is folded",
      entry("user", text(x(600))),
      ["… 10 lines above", `  ${x(38)}`, `  ${x(38)}`, "  … 184 more characters"],
    ],
    [
      "a call's, which is folded",
      entry("model", tool("done", x(600))),
      ["… 4 lines above", `    ${x(36)}`, `    ${x(36)}`, "    … 420 more characters"],
    ],
    [
      "a note's",
      { type: "note", id: 1, note: { kind: "info", text: x(600) } },
      ["… 13 lines above", x(40), x(40), x(40)],
    ],
  ])("show their end: %s", (_name, shown, rows) => {
    expect(liveLines([shown], 4, look, false)).toEqual(rows);
  });

  test("of a megabyte show their end as well", () => {
    const rows = liveLines([entry("model", text(`${"x".repeat(1_000_000)}\nend`))], 4, look, false);
    expect([rows.length, rows.at(-1)]).toEqual([4, "end"]);
  });
});
