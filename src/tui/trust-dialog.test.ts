import { describe, expect, test } from "vitest";
import type { HookTrust } from "../engine/index.js";
import { FakeSession } from "./fake-session.test-support.js";
import type { Key } from "./keys.js";
import { lookOf } from "./look.js";
import { reviewOf, trustDialog, type Review } from "./trust-dialog.js";

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
  ["up goes back, and tab goes on", [key("tab"), key("tab"), key("up")], "open at 1"],
  ["a key of no meaning forgets nothing", [letter(" "), key("left"), key("enter")], "one"],
  [
    "of several choices one is taken back",
    [letter(" "), key("down"), letter(" "), key("up"), letter(" "), key("enter")],
    "two",
  ],
  ["capital letters are the same keys", [letter("A"), letter("A")], "one two three"],
  [
    "a paste forgets no choice, nor that all are wanted",
    [letter(" "), { type: "paste", text: "x" }, key("enter")],
    "one",
  ],
  ["Enter that came with others approves nothing", [letter(" "), key("enter", false)], "open at 0"],
  [
    "a and a again that came with others approve nothing",
    [letter("a", false), letter("a", false)],
    "open at 0",
  ],
  ["n that came with others is no answer", [letter("n", false)], "open at 0"],
  [
    "letters that came at once forget no choice",
    [letter(" "), letter("xy", false), key("enter")],
    "one",
  ],
  ["v hides files again", [letter("v"), letter("v")], "open at 0"],
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

test("at first nothing is chosen, and the first hook is looked at", () => {
  expect(reviewOf(hooks, 7)).toEqual({
    type: "review",
    hooks,
    quietSince: 7,
    at: 0,
    chosen: [],
    accepted: [],
    wantsAll: false,
    showsFiles: false,
    scroll: 0,
  });
});

test("a page is five rows; another hook, and its files, are seen from their first row on", () => {
  let review = reviewOf(hooks, 0);
  const keys = ["page-up", "page-down", "page-down", "page-up"].map((name) => key(name));
  const moves = [letter("v"), key("page-down"), key("escape"), key("page-down"), key("down")];
  const scrolled = [...keys, ...moves].map((one) => {
    review = trustDialog.press(review, one, { now: 1000, guardMs: 300 }).dialog;
    return review.scroll;
  });
  expect(scrolled).toEqual([0, 5, 10, 5, 0, 5, 0, 5, 0]);
});

test("a letter of some text forgets what was chosen, and begins a wait of a second", () => {
  const chosen = { ...reviewOf(hooks, 0), chosen: [1], wantsAll: true };
  const { dialog } = trustDialog.press(chosen, letter("x"), { now: 1000, guardMs: 300 });
  expect(dialog).toEqual({ ...reviewOf(hooks, 2000) });
  const early = trustDialog.press(dialog, letter("n"), { now: 2299, guardMs: 300 });
  expect([early.answer, early.dialog.quietSince]).toEqual([null, 2299]);
  expect(trustDialog.press(dialog, letter("n"), { now: 2300, guardMs: 300 }).answer).toEqual([]);
  // Too soon after it nothing moves the end of the wait forward.
  const sooner = trustDialog.press(dialog, letter("n"), { now: 1500, guardMs: 300 });
  expect(sooner.dialog.quietSince).toBe(2000);
});

test("a review is opened, and closed when it was answered", () => {
  const session = new FakeSession();
  const changes: (Review | null)[] = [];
  const end = trustDialog.follow(
    session.asSession,
    (next) => changes.push(next(null)),
    () => 9,
  );
  void session.reviews.ask(hooks);
  trustDialog.answer(session.asSession, reviewOf(hooks, 0), []);
  end();
  void session.reviews.ask(hooks);
  expect(changes).toEqual([reviewOf(hooks, 9), null]);
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

  /** Names of colours in place of them. */
  const named = {
    ...look,
    columns: 60,
    paint: Object.fromEntries(
      Object.keys(look.paint).map((name) => [name, (text: string) => `<${name}:${text}>`]),
    ) as unknown as typeof look.paint,
  };

  test("with colours for what is new, what has changed, and where the user is", () => {
    const changes = [
      { what: "timeout", before: null, after: "5" },
      { what: "matcher", before: "Bash", after: null },
    ];
    const two = [
      looked("one", { changes, hook: { ...looked("one").hook, matcher: undefined } }),
      looked("two", { state: "changed" }),
    ];
    const drawn = trustDialog.lines({ ...reviewOf(two, 0), chosen: [1] }, 30, named).rows;
    expect(drawn.map((row) => row.replace(/^(<dim:.*)$/, "<dim>"))).toEqual([
      "<yellow:! 2 hooks of this project are not approved>",
      "❯ [ ] <yellow:new >PreToolUse <bold:one>",
      "  [x] <red:changed >PreToolUse two",
      "  runs: ./guard.sh \\x1b[2J",
      "  on: PreToolUse",
      "  at: /p/.snaphook/settings.json:7",
      "  because: nobody has approved it",
      "  files: ./guard.sh",
      "  changed: timeout",
      "<green:  + 5>",
      "  changed: matcher",
      "<red:  - Bash>",
      "<dim>",
      "<dim>",
    ]);
  });

  test("of one that code has given, with all its files", () => {
    const given = looked("given", {
      hook: { ...looked("x").hook, source: { layer: "program", file: null, line: null } },
      fingerprint: {
        files: [{ path: "a" }, { path: "b" }],
        notKnown: [],
        states: [],
      },
    });
    const none = looked("none", { fingerprint: { files: [], notKnown: [], states: [] } });
    const rows = (hook: HookTrust): readonly string[] =>
      trustDialog.lines(reviewOf([hook], 0), 20, look).rows;
    expect([rows(given)[4], rows(given)[6], rows(none)[6]]).toEqual([
      "  at: (given by code):1",
      "  files: a, b",
      "  files: none",
    ]);
  });

  test.each<[string, object, readonly string[]]>([
    ["no files", { files: [], states: [] }, ["<dim:  It names no file.>"]],
    [
      "one that cannot be read",
      { files: [{ path: "big\u001b" }], states: [{ bytes: null }] },
      ["<bold:  big\\x1b>", "<dim:  (too large, or not to be read)>"],
    ],
    [
      "one that is no text",
      { files: [{ path: "a" }], states: [{ bytes: Buffer.from("a\0b") }] },
      ["<bold:  a>", "<dim:  (3 bytes that are not text)>"],
    ],
    [
      "two, one of them without a name",
      {
        files: [{ path: "a" }],
        states: [{ bytes: Buffer.from("x".repeat(57)) }, { bytes: Buffer.from("2") }],
      },
      ["<bold:  a>", `  │ ${"x".repeat(56)}`, "  │ x", "<bold:  >", "  │ 2"],
    ],
  ])("with the files of a hook that has %s", (_what, files, rows) => {
    const looks = looked("one", { fingerprint: { notKnown: [], ...files } });
    const drawn = trustDialog.lines({ ...reviewOf([looks], 0), showsFiles: true }, 20, named).rows;
    expect(drawn.slice(2, -2)).toEqual(rows);
    expect(drawn.slice(-2).join(" ")).toContain("v hide files");
    // The same again, laid out for another width.
    const wide = { ...named, columns: 100 };
    const again = trustDialog.lines({ ...reviewOf([looks], 0), showsFiles: true }, 20, wide).rows;
    expect(again.slice(2, -1).join("").replaceAll("  │ ", "")).toContain(
      rows.at(-1)?.replaceAll("  │ ", ""),
    );
  });

  const title = (shown: string): string =>
    `<yellow:! 3 hooks of this project are not approved${shown}>`;
  const first = "❯ [ ] <yellow:new >PreToolUse <bold:one>";
  test.each<[number, number, readonly string[]]>([
    [
      8,
      0,
      [
        title(" (shown: 1–2 of 3)"),
        first,
        "  [ ] <yellow:new >PreToolUse two",
        "  runs: ./guard.sh \\x1b[2J",
        "  on: PreToolUse, Bash",
        "<dim:  ↕ 0 above, 3 below (PgUp, PgDn)>",
      ],
    ],
    [
      8,
      9,
      [
        title(" (shown: 1–2 of 3)"),
        first,
        "  [ ] <yellow:new >PreToolUse two",
        "  because: nobody has approved it",
        "  files: ./guard.sh",
        "<dim:  ↕ 3 above, 0 below (PgUp, PgDn)>",
      ],
    ],
    [
      6,
      0,
      [
        title(" (shown: 1–1 of 3)"),
        first,
        "  runs: ./guard.sh \\x1b[2J",
        "<dim:  ↕ 0 above, 4 below (PgUp, PgDn)>",
      ],
    ],
    [5, 0, [title(" (shown: 1–1 of 3)"), first, "<dim:  ↕ 0 above, 5 below (PgUp, PgDn)>"]],
    [4, 0, [title(" (shown: 1–1 of 3)"), first]],
    [3, 0, [first]],
  ])("in %i rows, from row %i on", (room, scroll, rows) => {
    const drawn = trustDialog.lines({ ...reviewOf(hooks, 0), scroll }, room, named);
    expect(drawn.rows.slice(0, -2)).toEqual(rows);
    expect(drawn.rows.slice(-2).join(" ")).toContain("a approve all");
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
