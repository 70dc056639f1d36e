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

  test("of a megabyte show their end as well", () => {
    const rows = liveLines([entry("model", text(`${"x".repeat(1_000_000)}\nend`))], 4, look, false);
    expect([rows.length, rows.at(-1)]).toEqual([4, "end"]);
  });
});
