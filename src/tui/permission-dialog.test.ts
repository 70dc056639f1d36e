import { describe, expect, test } from "vitest";
import type { PendingPermission } from "../agent/index.js";
import type { Key } from "./keys.js";
import { lookOf, type Look } from "./look.js";
import { permissionDialog, questionOf, type Question } from "./permission-dialog.js";

const key = (name: string, isAlone = true): Key => ({ type: "key", name, isAlone });
const letter = (text: string, isAlone = true): Key => ({ type: "text", text, isAlone });
const paste = (text: string): Key => ({ type: "paste", text });

const pending: PendingPermission = {
  id: "1",
  toolName: "Bash\u001b[2J",
  toolId: "call-1",
  original: { command: "rm -rf build" },
  input: { command: "rm -rf build" },
  reasons: [{ from: "guard", text: "look\u202e at it" }],
};

const { press } = permissionDialog;
const asked = (given: PendingPermission, waiting = 0): Question =>
  questionOf(null, [given, ...Array.from({ length: waiting }, () => given)], 0) as Question;
const drawn = (question: Question, room: number, look: Look): readonly string[] =>
  permissionDialog.lines(question, room, look).rows;

/** What was decided, in a word, after keys that come 100 ms apart, the first after `wait`. */
function decided(keys: readonly Key[], wait = 1000): string {
  let question = asked(pending);
  let now = wait;
  for (const one of keys) {
    const next = press(question, one, { now, guardMs: 300 });
    if (next.answer !== null) {
      const { decision, reason, remember, shouldContinueRecursion } = next.answer;
      const more = [reason, remember === true && "always", shouldContinueRecursion && "continues"];
      return [decision, ...more.filter((part) => typeof part === "string")].join(", ");
    }
    question = next.dialog;
    now += 100;
  }
  return question.words === null ? `open at ${question.choice}` : `words ${question.words.text}`;
}

test("what only somebody else can allow is denied here, and the reason is shown", () => {
  const kept = asked({ ...pending, onlyElsewhere: "needs two persons: waiting for the fleet" });
  const guard = { now: 1000, guardMs: 300 };
  const answers = ["y", "a", "n"].map((text) => press(kept, letter(text), guard).answer?.decision);
  expect(answers).toEqual([undefined, undefined, "deny"]);
  expect(drawn(kept, 20, lookOf({ columns: 80, rows: 24 }, false)).join("\n")).toContain(
    "You can only deny it: needs two persons: waiting for the fleet",
  );
});

describe("keys answer", () => {
  test.each<[string, readonly Key[], string]>([
    ["y", [letter("y")], "allow, continues"],
    ["Y", [letter("Y")], "allow, continues"],
    ["a", [letter("a")], "allow, always, continues"],
    ["n", [letter("n")], "deny"],
    ["escape", [key("escape")], "deny"],
    ["enter", [key("enter")], "allow, continues"],
    ["down and enter", [key("down"), key("enter")], "allow, always, continues"],
    ["down twice and enter", [key("down"), key("down"), key("enter")], "deny"],
    ["up goes round", [key("up")], "open at 3"],
    ["w opens the field", [letter("w")], "words "],
    [
      "words",
      [letter("w"), letter("use "), paste("git\n"), letter("mv"), key("enter")],
      "deny, use git\nmv, continues",
    ],
    ["words are edited", [letter("w"), letter("abc"), key("backspace")], "words ab"],
    ["no words are no answer", [letter("w"), key("enter")], "words "],
    [
      "enter that came with others does not send words",
      [letter("w"), letter("x"), key("enter", false)],
      "words x",
    ],
    ["escape leaves the field", [letter("w"), letter("x"), key("escape")], "open at 3"],
    ["back-tab goes back, and tab on", [key("back-tab"), key("back-tab"), key("tab")], "open at 3"],
    ["up goes back", [key("down"), key("down"), key("up")], "open at 1"],
    [
      "words without the room around them",
      [letter("w"), letter(" a b "), key("enter")],
      "deny, a b, continues",
    ],
    ["words of nothing are no answer", [letter("w"), letter("  "), key("enter")], "words   "],
    ["another key does nothing", [key("left"), key("enter")], "allow, continues"],
    [
      "a key of no meaning leaves words as they are",
      [letter("w"), letter("ab"), key("ctrl-y")],
      "words ab",
    ],
    ["and then denies", [letter("w"), key("escape"), key("escape")], "deny"],
    ["another letter does nothing", [letter("x")], "open at 0"],
    ["text is typed, and Enter", [letter("/"), letter("h"), key("enter")], "open at 0"],
    ["text with letters of answers in it", [letter("s"), letter("a"), letter("y")], "open at 0"],
    ["a paste and Enter", [paste("ls"), key("enter")], "open at 0"],
    ["several keys at once, and Enter", [letter("ok", false), key("enter")], "open at 0"],
  ])("%s", (_name, keys, answer) => {
    expect(decided(keys)).toBe(answer);
  });
});

test("a page is five rows, and above the first there is none", () => {
  const guard = { now: 1000, guardMs: 300 };
  let question = asked(pending);
  const scrolled = ["page-up", "page-down", "page-down", "page-up", "page-up", "page-up"].map(
    (name) => (question = press(question, key(name), guard).dialog).scroll,
  );
  expect(scrolled).toEqual([0, 5, 10, 5, 0, 0]);
});

describe("nothing answers by accident", () => {
  test.each<[string, readonly Key[], number, string]>([
    ["a key that came too soon", [letter("y")], 100, "open at 0"],
    ["someone who keeps typing", [letter("y"), letter("y"), key("enter")], 250, "open at 0"],
    ["a paste", [paste("y")], 1000, "open at 0"],
    ["several letters at once", [letter("y", false)], 1000, "open at 0"],
    ["enter that came with others", [key("enter", false)], 1000, "open at 0"],
    ["escape that came with others", [key("escape", false)], 1000, "open at 0"],
  ])("%s", (_name, keys, wait, answer) => {
    expect(decided(keys, wait)).toBe(answer);
  });

  test.each<[string, Key]>([
    ["a paste", paste("y")],
    ["several keys at once", key("enter", false)],
    ["a letter of some text", letter("x")],
  ])("after %s keys of answers do not count for 300 ms", (_what, one) => {
    const { dialog } = press(asked(pending), one, { now: 1000, guardMs: 300 });
    expect(dialog.quietSince).toBe(1000);
    const answers = [1299, 1300].map(
      (now) => press(dialog, letter("n"), { now, guardMs: 300 }).answer?.decision,
    );
    expect(answers).toEqual([undefined, "deny"]);
  });

  test.each<[string, Key]>([
    ["a key of no meaning", key("left")],
    ["another choice", key("down")],
    ["a page", key("page-down")],
  ])("after %s they count at once", (_what, one) => {
    const { dialog } = press(asked(pending), one, { now: 1000, guardMs: 300 });
    expect(dialog.quietSince).toBe(0);
  });

  test("after a pause the next key counts", () => {
    const soon = press(asked(pending), letter("n"), { now: 200, guardMs: 300 });
    const late = { now: 500, guardMs: 300 };
    expect(press(soon.dialog, letter("n"), late).answer?.decision).toBe("deny");
  });
});

describe("the dialog is drawn", () => {
  const look = lookOf({ columns: 60, rows: 24 }, true);

  test("with tool, reason, input and choices", () => {
    expect(drawn(asked(pending, 2), 20, look)).toEqual([
      "? May Bash\\x1b[2J run?  (2 more questions waiting)",
      "  guard asks: look\\u202e at it",
      '  command: "rm -rf build"',
      "❯ y  Allow once",
      "  a  Allow always for this input",
      "  n  Deny",
      "  w  Deny and tell the model why",
      "↑↓ Enter, or a letter · Esc denies",
    ]);
  });

  /** Names of colours in place of them. */
  const named: Look = {
    ...look,
    paint: Object.fromEntries(
      Object.keys(look.paint).map((name) => [name, (text: string) => `<${name}:${text}>`]),
    ) as unknown as Look["paint"],
  };
  const choices = [
    "  y  Allow once",
    "  a  Allow always for this input",
    "  n  Deny",
    "  w  Deny and tell the model why",
  ];
  const hint = "<dim:↑↓ Enter, or a letter · Esc denies>";

  test("with colours, the chosen answer, and a hook without a name", () => {
    const input = { command: "ls", more: 1 };
    const given = { ...pending, toolName: "Bash", input, original: { command: "ls" } };
    const reasons = [{ from: "", text: "look" }];
    const rows = drawn({ ...asked({ ...given, reasons }, 1), choice: 2 }, 20, named);
    expect(rows).toEqual([
      "<yellow:? ><bold:May Bash run?><dim:  (1 more question waiting)>",
      "<yellow:  a hook asks: look>",
      "<yellow:  A hook has rewritten the input:>",
      '    command: "ls"',
      "<green:  + more: 1>",
      ...choices.slice(0, 2),
      "<bold:❯ n  Deny>",
      ...choices.slice(3),
      hint,
    ]);
  });

  test("with a field for words in place of the choices", () => {
    const words = { text: "use git", cursor: 3 };
    expect(drawn({ ...asked(pending), words }, 20, named).slice(3)).toEqual([
      "Denied. What should the model do instead?",
      "<cyan:> >use▏git",
      "<dim:Enter sends · Esc goes back>",
    ]);
  });

  const lines = (count: number): string =>
    Array.from({ length: count }, (_, index) => `line ${index}`).join("\n");
  const longInput = { content: lines(20) };
  const head = "<yellow:? ><bold:May Bash run?>";
  const wordy = [
    { from: "a", text: lines(9) },
    { from: "b", text: "short" },
  ];
  const chosen = ["<bold:❯ y  Allow once>", ...choices.slice(1)];
  test.each<[number, number, readonly PendingPermission["reasons"][number][], readonly string[]]>([
    // Reasons get half of the room, each of them the same part of it.
    [
      15,
      0,
      wordy,
      [
        "<yellow:  a asks: line 0>",
        "<yellow:  … 8 more lines>",
        "<yellow:  b asks: short>",
        "  content:",
        "  │ line 0",
        "  │ line 1",
        "  │ line 2",
        "  │ line 3",
        "<dim:  ↕ 0 above, 16 below (PgUp, PgDn)>",
        ...chosen,
        hint,
      ],
    ],
    [
      9,
      4,
      wordy,
      [
        "<yellow:  … 9 more lines>",
        "  │ line 3",
        "<dim:  ↕ 4 above, 16 below (PgUp, PgDn)>",
        ...chosen,
        hint,
      ],
    ],
    [7, 0, [], ["<dim:  ↕ 0 above, 21 below (PgUp, PgDn)>", ...chosen, hint]],
    [6, 0, [], ["<dim:  ↕ 0 above, 21 below (PgUp, PgDn)>", ...chosen]],
    [5, 0, [], chosen],
  ])("in %i rows, from row %i on", (room, scroll, reasons, rows) => {
    const given = { ...pending, toolName: "Bash", input: longInput, original: longInput, reasons };
    expect(drawn({ ...asked(given), scroll }, room, named)).toEqual([head, ...rows]);
  });

  test("with reasons in what room a short input leaves", () => {
    const given = { ...pending, toolName: "Bash", reasons: [{ from: "a", text: lines(5) }] };
    expect(drawn(asked(given), 11, named).slice(1, 6)).toEqual([
      "<yellow:  a asks: line 0>",
      "<yellow:  line 1>",
      "<yellow:  line 2>",
      "<yellow:  … 2 more lines>",
      '  command: "rm -rf build"',
    ]);
  });

  test("with a line diff where a hook has rewritten the input", () => {
    const rewritten = { ...pending, reasons: [], input: { command: "trash build", force: true } };
    expect(drawn(asked(rewritten), 20, look).slice(0, 6)).toEqual([
      "? May Bash\\x1b[2J run?",
      "  No rule and no hook allows it.",
      "  A hook has rewritten the input:",
      '  - command: "rm -rf build"',
      '  + command: "trash build"',
      "  + force: true",
    ]);
  });

  test("with what an edit takes out and puts in", () => {
    const input = { file_path: "a.ts", old_string: "one\ntwo\nthree", new_string: "one\n2\nthree" };
    const edit = { ...pending, toolName: "Edit", reasons: [], input, original: input };
    expect(drawn(asked(edit), 20, look).slice(0, 7)).toEqual([
      "? May Edit run?",
      "  No rule and no hook allows it.",
      '    file_path: "a.ts"',
      "    │ one",
      "  - │ two",
      "  + │ 2",
      "    │ three",
    ]);
  });

  test.each([
    [20, 24],
    [20, 7],
    [20, 5],
    [80, 12],
    [80, 8],
  ])(
    "with its choices in sight however long the input is, at %i columns and %i rows",
    (columns, rows) => {
      const long = "line\n".repeat(5000);
      const huge = {
        ...pending,
        input: { content: long, wide: "x".repeat(100_000) },
        reasons: [{ from: "g", text: long }],
      };
      const seen = drawn(asked(huge, 9), rows, lookOf({ columns, rows }, true));
      expect(seen.length).toBeLessThanOrEqual(rows);
      for (const label of ["Allow once", "Allow alw", "Deny", "Deny and"])
        expect(seen.join("\n")).toContain(label);
    },
  );

  test("a text of several lines cannot pass for another field", () => {
    const input = { command: "ls\nfile_path: /etc/passwd" };
    expect(drawn(asked({ ...pending, input, original: input }), 20, look).slice(2, 5)).toEqual([
      "  command:",
      "  │ ls",
      "  │ file_path: /etc/passwd",
    ]);
  });

  const shownInput = (input: unknown): readonly string[] =>
    drawn(asked({ ...pending, input, original: input }), 3000, look).slice(2, -5);

  const xs = "x".repeat(19_998);
  test.each<[string, string, string]>([
    ["whole at the limit", xs, `"${xs}"`],
    ["by its head, and how much is left", `${xs}yz`, `"${xs}y… 2 more characters`],
    ["without half of a character", `${xs}😀`, `"${xs}… 3 more characters`],
  ])("with a long line of the input %s", (_name, input, shown) => {
    const seen = shownInput(input).map((row) => row.slice(2));
    // Where a row ends, a space may be left out.
    expect(seen.join("").replaceAll(" ", "") === shown.replaceAll(" ", "")).toBe(true);
  });

  test.each([
    [1999, []],
    [2000, ["  … 1 more line"]],
    [2001, ["  … 2 more lines"]],
  ])("with 2000 rows of an input of a name and %d lines", (count, more) => {
    const content = Array.from({ length: count }, (_, line) => `line ${line}`);
    expect(shownInput({ content: content.join("\n") })).toEqual([
      "  content:",
      ...content.slice(0, 1999).map((line) => `  │ ${line}`),
      ...more,
    ]);
  });

  test("scrolling ends where the input ends", () => {
    const input = { content: Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n") };
    const down = { ...asked({ ...pending, input, original: input }), scroll: 999 };
    const { rows, scroll } = permissionDialog.lines(down, 12, look);
    expect(rows.join("\n")).toContain("line 39");
    expect(scroll).toBeLessThan(41);
  });
});
