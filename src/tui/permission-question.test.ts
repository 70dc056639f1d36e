import { describe, expect, test } from "vitest";
import { refusal, type PendingPermission } from "../agent/index.js";
import { FakeSession } from "./fake-session.test-support.js";
import { permissionDialog, questionOf, type Question } from "./permission-dialog.js";

const pending: PendingPermission = {
  id: "1",
  toolName: "Bash",
  toolId: "call-1",
  original: { command: "rm -rf build" },
  input: { command: "rm -rf build" },
  reasons: [{ from: "guard", text: "look\u202e at it" }],
};

const asked = (given: PendingPermission, waiting = 0): Question =>
  questionOf(null, [given, ...Array.from({ length: waiting }, () => given)], 0) as Question;

test("a question is opened, changed and closed as the session asks, and answered there", async () => {
  const session = new FakeSession();
  let open: Question | null = null;
  const end = permissionDialog.follow(
    session.asSession,
    (next) => {
      open = next(open);
    },
    () => 9,
  );
  const { id: _, ...given } = pending;
  const answer = session.permissions.ask(given, new AbortController().signal);
  const [first] = session.permissions.pending;
  expect(open).toEqual({
    type: "permission",
    pending: first,
    waiting: 0,
    quietSince: 9,
    choice: 0,
    scroll: 0,
    words: null,
  });
  permissionDialog.answer(session.asSession, open as unknown as Question, refusal("Bash", "no"));
  expect([open, (await answer).reason]).toEqual([null, "no"]);
  end();
  void session.permissions.ask(given, new AbortController().signal);
  expect([open, permissionDialog.status, permissionDialog.type]).toEqual([
    null,
    "asking",
    "permission",
  ]);
});

describe("where questions come or go", () => {
  const one = { ...pending, id: "1" };
  const two = { ...pending, id: "2" };
  const begun: Question = { ...asked(one, 1), quietSince: 100, choice: 2, scroll: 5 };
  test.each<[string, Question | null, readonly PendingPermission[], Question | null]>([
    ["the first is shown, from now on", null, [one, two], { ...asked(one, 1), quietSince: 900 }],
    ["the one that is shown stays as the user has left it", begun, [one, two], begun],
    ["it says how many more there are", begun, [one], { ...begun, waiting: 0 }],
    ["the next one is new, from now on", begun, [two], { ...asked(two), quietSince: 900 }],
    ["none is shown where there is none", begun, [], null],
  ])("%s", (_name, open, given, shown) => {
    expect(questionOf(open, given, 900)).toEqual(shown);
  });
});
