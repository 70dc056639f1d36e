import { describe, expect, test } from "vitest";
import type { HookTrust } from "../engine/index.js";
import type { Key } from "./keys.js";
import { lookOf } from "./look.js";
import { reviewOf, trustDialog } from "./trust-dialog.js";

const key = (name: string, isAlone = true): Key => ({ type: "key", name, isAlone });
const letter = (text: string, isAlone = true): Key => ({ type: "text", text, isAlone });

/** A hook as a project may have it; only what is shown matters here. */
const looked = (name: string, more: object = {}): HookTrust =>
  ({
    hook: {
      name,
      event: "PreToolUse",
      matcher: "Bash",
      action: { type: "command", form: "shell", command: "./guard.sh \u001b[2J", shell: "/bin/sh" },
      source: { layer: "project", file: "/p/.snaphook/settings.json", line: 7 },
    },
    state: "new",
    why: "nobody has approved it",
    changes: [],
    fingerprint: {
      files: [{ path: "./guard.sh", real: "./guard.sh", sha256: "0" }],
      notKnown: [],
      states: [{ bytes: Buffer.from("#!/bin/sh\necho \u202e hi\n") }],
    },
    ...more,
  }) as unknown as HookTrust;

const hooks = [looked("one"), looked("two"), looked("three")];

/** Names of what was approved, after keys that come 400 ms apart. */
function approved(keys: readonly Key[], wait = 1000): string {
  let review = reviewOf(hooks, 0);
  let now = wait;
  for (const one of keys) {
    const next = trustDialog.press(review, one, { now, guardMs: 300 });
    if (next.answer !== null) return next.answer.map(({ hook }) => hook.name).join(" ") || "none";
    review = next.dialog;
    now += 100;
  }
  return `open at ${review.at}${review.showsFiles ? ", files" : ""}`;
}

test.each<[string, readonly Key[], string]>([
  ["a alone approves nothing", [letter("a")], "open at 0"],
  ["a and a again approves all", [letter("a"), letter("a")], "one two three"],
  ["a and another key approves nothing", [letter("a"), key("down"), letter("a")], "open at 1"],
  ["a and Enter approves nothing", [letter("a"), key("enter")], "open at 0"],
  [
    "a letter of some text forgets what was chosen",
    [letter(" "), letter("x"), key("enter")],
    "open at 0",
  ],
  [
    "after a letter of some text no key counts for a while",
    [letter("x"), letter("a"), letter("a"), letter("n")],
    "open at 0",
  ],
  ["n approves none", [letter("n")], "none"],
  ["escape approves none", [key("escape")], "none"],
  ["enter with nothing chosen does nothing", [key("enter")], "open at 0"],
  [
    "what is chosen is approved",
    [letter(" "), key("down"), key("down"), letter(" "), key("enter")],
    "one three",
  ],
  ["a choice is taken back", [letter(" "), letter(" "), key("enter")], "open at 0"],
  ["down ends at the last", [key("down"), key("down"), key("down")], "open at 2"],
  ["up ends at the first", [key("up")], "open at 0"],
  ["v shows files", [letter("v")], "open at 0, files"],
  ["escape hides them first", [letter("v"), key("escape")], "open at 0"],
  ["a paste approves nothing", [{ type: "paste", text: "a" }], "open at 0"],
  ["letters that came at once approve nothing", [letter("a", false)], "open at 0"],
])("%s", (_name, keys, names) => {
  expect(approved(keys)).toBe(names);
});

test("where files are not known, that is accepted for one hook", () => {
  const press = (review: ReturnType<typeof reviewOf>, one: Key) =>
    trustDialog.press(review, one, { now: 1000, guardMs: 300 });
  const { dialog } = press(reviewOf(hooks, 0), letter("k"));
  const { answer } = press(press(dialog, letter("a")).dialog, letter("a"));
  expect(answer).toEqual([{ ...hooks[0], acceptsUnknownFiles: true }, hooks[1], hooks[2]]);
});

test("a key that came too soon approves nothing, and begins the wait anew", () => {
  expect(approved([letter("a"), letter("a"), letter("a")], 250)).toBe("open at 0");
});

describe("the dialog is drawn", () => {
  const look = lookOf({ columns: 70, rows: 24 }, true);

  test("with what runs, when, where it is and why it is asked", () => {
    const changed = looked("guard", {
      state: "changed",
      why: "it changed since it was approved: file ./guard.sh",
      changes: [{ what: "file ./guard.sh", before: "sha256 aa", after: "sha256 bb" }],
    });
    expect(trustDialog.lines(reviewOf([changed], 0), 20, look).rows).toEqual([
      "! 1 hook of this project is not approved",
      "❯ [ ] changed PreToolUse guard",
      "  runs: ./guard.sh \\x1b[2J",
      "  on: PreToolUse, Bash",
      "  at: /p/.snaphook/settings.json:7",
      "  because: it changed since it was approved: file ./guard.sh",
      "  files: ./guard.sh",
      "  changed: file ./guard.sh",
      "  - sha256 aa",
      "  + sha256 bb",
      "a approve all · Enter approve chosen (0) · n none · Space choose · ↑↓",
      "move · v show files",
    ]);
  });

  test("with which of many are in sight, and the rest by moving", () => {
    const many = Array.from({ length: 6 }, (_, place) => looked(`hook ${place}`));
    const titleAt = (at: number): string =>
      trustDialog.lines({ ...reviewOf(many, 0), at }, 20, look).rows[0] ?? "";
    expect([titleAt(0), titleAt(5)]).toEqual([
      "! 6 hooks of this project are not approved (shown: 1–5 of 6)",
      "! 6 hooks of this project are not approved (shown: 2–6 of 6)",
    ]);
    const { rows } = trustDialog.lines({ ...reviewOf(many, 0), at: 5 }, 20, look);
    expect(rows.slice(1, 6).map((row) => row.slice(-6))).toEqual(
      [1, 2, 3, 4, 5].map((place) => `hook ${place}`),
    );
  });

  test("with the question whether all are meant", () => {
    const { rows } = trustDialog.lines({ ...reviewOf(hooks, 0), wantsAll: true }, 20, look);
    expect(rows.slice(-2)).toEqual([
      "a again: approve all 3, also those that are not in sight · any other",
      "key: no",
    ]);
  });

  test("with what is not known of its files", () => {
    const one = looked("guard");
    const unsure = {
      ...one,
      fingerprint: { ...one.fingerprint, notKnown: ["npx x: not found"] },
    };
    const rowsOf = (accepted: readonly number[]): readonly string[] =>
      trustDialog.lines({ ...reviewOf([unsure], 0), accepted }, 20, look).rows;
    expect(rowsOf([]).slice(7)).toEqual([
      "  files not known: npx x: not found",
      "  next session: asks again",
      "a approve all · Enter approve chosen (0) · n none · Space choose · ↑↓",
      "move · v show files · k accept that its files are not known",
    ]);
    expect(rowsOf([0])[8]).toBe("  next session: runs, you accept that");
  });

  test("with the files' content on demand", () => {
    const { rows } = trustDialog.lines(
      { ...reviewOf(hooks, 0), showsFiles: true, chosen: [1] },
      20,
      look,
    );
    expect(rows.slice(1, 7)).toEqual([
      "❯ [ ] new PreToolUse one",
      "  [x] new PreToolUse two",
      "  [ ] new PreToolUse three",
      "  ./guard.sh",
      "  │ #!/bin/sh",
      "  │ echo \\u202e hi",
    ]);
  });

  test.each([
    [20, 12],
    [20, 8],
    [80, 6],
  ])("with what can be done in sight, at %i columns and %i rows", (columns, rows) => {
    const many = Array.from({ length: 40 }, (_, place) => looked(`hook ${place}`));
    const drawn = trustDialog.lines(reviewOf(many, 0), rows, lookOf({ columns, rows }, true)).rows;
    expect(drawn.length).toBeLessThanOrEqual(rows);
    expect(drawn.join(" ")).toContain("approve all");
  });
});
