import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSession } from "./fake-session.test-support.js";
import { feed } from "./session-feed.js";
import { Store } from "./store.js";
import { viewOf, type View } from "./view.js";

let session: FakeSession;
let store: Store<View>;
let end: () => void;
/** How often the screen would have been drawn. */
let changes: number;
beforeEach(() => {
  vi.useFakeTimers();
  session = new FakeSession();
  store = new Store(viewOf(session.asSession));
  changes = 0;
  store.follow(() => changes++);
  end = feed(session.asSession, store, () => 7);
});
afterEach(() => {
  end();
  vi.useRealTimers();
});

/** The texts of messages and notes, in their order. */
function texts(): string[] {
  const { printed, live } = store.get().transcript;
  return [...printed, ...live].map((entry) => {
    if (entry.type === "note") return entry.note.text;
    return entry.message.blocks
      .map((block) => (block.type === "text" ? block.content : ""))
      .join("");
  });
}

/** The model has said this, piece by piece. */
function said(...pieces: readonly string[]): number {
  const { id } = session.messages.addAssistantMessage();
  for (const piece of pieces) session.messages.appendText(id, piece);
  return id;
}

test("a message is seen at once, and what the model adds to it 33 ms after, together", () => {
  const id = said("a", "b");
  const seen = [[...texts(), changes]];
  vi.advanceTimersByTime(32);
  session.messages.appendText(id, "c");
  seen.push([...texts(), changes]);
  vi.advanceTimersByTime(1);
  seen.push([...texts(), changes]);
  vi.advanceTimersByTime(1000);
  seen.push([...texts(), changes]);
  session.messages.appendText(id, "d");
  vi.advanceTimersByTime(33);
  seen.push([...texts(), changes]);
  expect(seen).toEqual([
    ["", 1],
    ["", 1],
    ["abc", 2],
    ["abc", 2],
    ["abcd", 3],
  ]);
});

test.each<[string, () => void]>([
  ["another message", () => void session.messages.addUserMessage("next")],
  ["anything that the session reports", () => session.tell({ type: "trouble", why: "next" })],
  ["the end", () => end()],
])("what the model says is seen before %s, and not again after it", (_what, happens) => {
  said("a");
  happens();
  expect(texts()[0]).toBe("a");
  const before = changes;
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(changes).toBe(before);
});

test("what the model says is seen before a question, which is open at its time", () => {
  said("a");
  const asked = { toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] };
  void session.permissions.ask(asked, new AbortController().signal);
  const { hookEvents, dialogs } = store.get();
  const [pending] = session.permissions.pending;
  expect([texts(), hookEvents.pendingPermissions, dialogs]).toEqual([
    ["a"],
    [pending],
    [
      {
        type: "permission",
        pending,
        waiting: 0,
        quietSince: 7,
        choice: 0,
        scroll: 0,
        words: null,
      },
    ],
  ]);
});

test("a hook that runs does so since it was reported", () => {
  const hook = { id: "h", name: "guard", event: "Stop" };
  session.tell({ type: "progress", progress: { type: "run-start", eventId: "1", hook } });
  expect(store.get().activity.running).toEqual([
    { key: "1 h", hook: "guard", event: "Stop", since: 7 },
  ]);
});

test("nothing is taken after the end", () => {
  end();
  const before = store.get();
  said("a");
  session.tell({ type: "trouble", why: "late" });
  void session.reviews.ask([]);
  const asked = { toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] };
  void session.permissions.ask(asked, new AbortController().signal);
  vi.advanceTimersByTime(1000);
  expect(store.get()).toBe(before);
});
