import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { HookTrust } from "../engine/index.js";
import { helpText } from "./commands.js";
import { FakeSession } from "./fake-session.test-support.js";
import { Keyboard } from "./keyboard.js";
import { TerminalController } from "./terminal-controller.js";
import type { View } from "./view.js";

let session: FakeSession;
let controller: TerminalController;
let clock: number;
beforeEach(() => {
  vi.useFakeTimers();
  clock = 10_000;
  session = new FakeSession();
  controller = open();
});
afterEach(async () => {
  session.end = null;
  await controller.close("quit");
  vi.useRealTimers();
});

function open(): TerminalController {
  return new TerminalController(session.asSession, { now: () => clock, guardMs: 300 });
}

function press(...keys: readonly string[]): void {
  const keyboard = new Keyboard((key) => controller.press(key));
  for (const key of keys) keyboard.take(key);
}

/** Notes of the transcript, those of a fault with a mark. */
function notes(): string[] {
  const { printed, live } = controller.store.get().transcript;
  return [...printed, ...live].flatMap((entry) => {
    if (entry.type !== "note") return [];
    const { kind, text } = entry.note;
    return [kind === "info" ? text : `${kind}: ${text}`];
  });
}

const view = (): View => controller.store.get();
/** Until what was asked of the session has been answered. */
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};
/** What a promise has come to by now. */
async function now<Result>(promise: Promise<Result>): Promise<Result | "waits"> {
  await settled();
  return Promise.race([promise, Promise.resolve("waits" as const)]);
}

const busyHint = "a turn is running; Ctrl-C ends it";

describe("the start of a session", () => {
  test.each<[string, unknown, readonly string[], string]>([
    ["leaves it open", null, [], "waits"],
    [
      "tells that a hook refused it, and ends",
      { type: "hook", why: "not on a Friday" },
      ["error: A hook refused the session: not on a Friday"],
      "refused",
    ],
    ["tells how it ended else", { type: "aborted" }, ["error: aborted"], "refused"],
  ])("%s", async (_what, end, said, ended) => {
    session.end = end;
    await controller.start();
    expect([session.calls, notes(), await now(controller.ended)]).toEqual([["start"], said, ended]);
  });
});

describe("a prompt", () => {
  test("is sent, taken out of the box and remembered", async () => {
    press("hello", "\r");
    await settled();
    expect(session.calls).toEqual(["submit hello"]);
    expect(view().prompt).toEqual({
      buffer: { text: "", cursor: 0 },
      sent: ["hello"],
      shown: null,
      draft: { text: "", cursor: 0 },
    });
  });

  test("stays in the box while a turn runs, and that is said until the next key", () => {
    session.busy(true);
    press("hello", "\r");
    expect([session.calls, view().prompt.buffer.text, view().hint]).toEqual([
      [],
      "hello",
      busyHint,
    ]);
    press("!");
    expect([view().prompt.buffer.text, view().hint]).toEqual(["hello!", null]);
  });

  test.each<[string, unknown, readonly string[], unknown]>([
    ["that ends as it should leaves no note", { type: "stopped" }, [], { type: "stopped" }],
    ["whose turn is aborted", { type: "aborted" }, ["The turn was ended."], { type: "aborted" }],
    ["that fails", new Error("no model"), ["error: Error: no model"], null],
  ])("%s", async (_what, end, said, given) => {
    session.end = end;
    expect([await controller.submit("hello"), notes()]).toEqual([given, said]);
  });
});

describe("a command", () => {
  test("is obeyed while a turn runs, and is no turn", async () => {
    session.busy(true);
    press("/help", "\r");
    expect([await controller.submit("/help"), session.calls]).toEqual([null, []]);
    expect(notes()).toEqual([helpText(), helpText()]);
    expect(view().prompt.buffer.text).toBe("");
  });

  test("that is none is a fault", () => {
    press("/trace x", "\r");
    expect(notes()).toEqual(["error: /trace wants a number, not x"]);
  });

  test("/quit ends the session", async () => {
    press("/quit", "\r");
    expect(await now(controller.ended)).toBe("quit");
  });

  test("/hooks, /trace and /permissions show what there is", () => {
    session.engine = { settings: { hooks: [], permissions: [] }, review: () => [] };
    press("/hooks", "\r", "/trace", "\r", "/permissions", "\r");
    expect(notes()).toEqual([
      "No hooks are configured.",
      "Nothing has happened yet.",
      "There are no rules: tools that only read run, for the others you are asked.",
    ]);
  });

  test("/hooks history shows those that ran and hides them again, /hooks clear forgets them", () => {
    const shown = (): boolean => view().hookEvents.userPreferences.showHookPanel;
    const panel = [shown()];
    for (let times = 0; times < 2; times++) {
      press("/hooks history", "\r");
      panel.push(shown());
    }
    expect(panel).toEqual([false, true, false]);
    ran("guard");
    press("/hooks clear", "\r");
    expect([view().hookEvents.hookExecutionHistory, notes()]).toEqual([[], []]);
  });

  test.each<[string, unknown, readonly string[]]>([
    ["that worked", { type: "compacted" }, ["The conversation was summed up."]],
    [
      "that a hook refused",
      { type: "refused", why: "keep it" },
      ["The conversation was not summed up: keep it"],
    ],
    ["that failed", new Error("no model"), ["error: The conversation was not summed up: no model"]],
  ])("/compact %s is reported", async (_what, end, said) => {
    session.end = end;
    press("/compact be short", "\r");
    await settled();
    expect([session.calls, notes()]).toEqual([["compact be short"], said]);
  });

  test("/compact waits for the end of the turn", () => {
    session.busy(true);
    press("/compact", "\r");
    expect([session.calls, view().hint, notes()]).toEqual([[], busyHint, []]);
  });
});

/** A hook has run. */
function ran(name: string, at = clock): void {
  const hook = { id: name, name, ran: true, run: { exit: 0 }, ms: 1 };
  const reading = {
    problems: [],
    toModel: [],
    toUser: [],
    provenance: { voices: [], rewrites: [] },
  };
  clock = at;
  session.tell({ type: "fired", fired: { event: "Stop", hooks: [hook], reading } });
}

describe("/trust", () => {
  const hook = (name: string, runs: boolean): HookTrust =>
    ({ hook: { name }, runs }) as unknown as HookTrust;
  const seen: unknown[] = [];
  const engineWith = (hooks: readonly HookTrust[], refresh = async () => {}) => ({
    refresh,
    review: () => hooks,
    approve: async (approved: readonly HookTrust[]) => void seen.push(approved),
  });
  beforeEach(() => {
    seen.length = 0;
  });

  test.each<[string, readonly HookTrust[]]>([
    ["nothing", []],
    ["only what is approved", [hook("a", true)]],
  ])("where there is %s says so", async (_what, hooks) => {
    session.engine = engineWith(hooks);
    press("/trust", "\r");
    await settled();
    expect([notes(), seen, session.reviews.pending]).toEqual([
      ["Every hook of this project is approved."],
      [],
      null,
    ]);
  });

  test("shows those that do not run, and approves what the user approves", async () => {
    const unapproved = hook("b", false);
    session.engine = engineWith([hook("a", true), unapproved]);
    press("/trust", "\r");
    await settled();
    expect(session.reviews.pending).toEqual([unapproved]);
    clock += 300;
    press("a", "a");
    await settled();
    expect([notes(), seen]).toEqual([["1 hook approved."], [[unapproved]]]);
  });

  test("where nothing is approved says nothing", async () => {
    session.engine = engineWith([hook("b", false)]);
    press("/trust", "\r");
    await settled();
    session.reviews.resolve([]);
    await settled();
    expect([notes(), seen]).toEqual([[], [[]]]);
  });

  test("does not ask twice at once", async () => {
    const first = [hook("b", false)];
    void session.reviews.ask(first);
    session.engine = engineWith([hook("c", false)]);
    await controller.submit("/trust");
    await settled();
    expect([session.reviews.pending, notes(), seen]).toEqual([first, [], []]);
  });

  test("tells what goes wrong", async () => {
    session.engine = engineWith([], () => Promise.reject(new Error("no such file")));
    press("/trust", "\r");
    await settled();
    expect(notes()).toEqual(["error: Nothing was approved: no such file"]);
  });
});

describe("Ctrl-C", () => {
  test("says how to quit, and quits", async () => {
    press("\u0003");
    expect([view().hint, await now(controller.ended)]).toEqual([
      "press Ctrl-C again to quit",
      "waits",
    ]);
    clock += 2999;
    press("\u0003");
    expect(await now(controller.ended)).toBe("interrupted");
  });

  test("ends the turn that runs, and quits with a second one in it", async () => {
    session.busy(true);
    press("\u0003");
    expect([view().hint, session.calls, await now(controller.ended)]).toEqual([
      "ending the turn; Ctrl-C again quits",
      ["abort"],
      "waits",
    ]);
    clock += 60_000;
    press("\u0003");
    expect([session.calls, await now(controller.ended)]).toEqual([["abort"], "interrupted"]);
  });

  test("in each of two turns ends each", async () => {
    for (let turn = 0; turn < 2; turn++) {
      session.busy(true);
      press("\u0003");
      session.busy(false);
    }
    expect([session.calls, await now(controller.ended)]).toEqual([["abort", "abort"], "waits"]);
  });
});

describe("the end of the session", () => {
  test("waits for its hooks; other keys do nothing, Ctrl-C leaves at once", async () => {
    controller.store.update((before) => ({ ...before, isPaused: true, hint: "a hint" }));
    session.end = new Promise(() => {});
    const closed = controller.close("terminal-closed").then(() => "closed");
    expect(await now(closed)).toBe("waits");
    const { phase, isPaused, hint } = view();
    expect({ phase, isPaused, hint }).toEqual({ phase: "closing", isPaused: false, hint: null });
    press("a", "\r");
    expect([view().prompt.buffer.text, session.calls]).toEqual(["", ["close terminal-closed"]]);
    press("\u0003");
    expect(await now(closed)).toBe("closed");
    expect([view().phase, await now(controller.ended)]).toEqual(["closed", "waits"]);
  });

  test("stops following the session, and forgets nothing any more", async () => {
    await controller.close("quit");
    expect([session.isFollowed, vi.getTimerCount()]).toEqual([false, 0]);
  });

  test("that goes wrong is reported", async () => {
    session.end = new Error("disk full");
    await controller.close("quit");
    expect([notes(), view().phase]).toEqual([
      ["error: The session did not close as it should: Error: disk full"],
      "closed",
    ]);
  });
});

describe("what is shown", () => {
  test("hooks that ran more than half an hour ago are forgotten, looked at each minute", () => {
    const kept = (): number => view().hookEvents.hookExecutionHistory.length;
    ran("guard", 0);
    clock = 1_800_001;
    vi.advanceTimersByTime(59_999);
    const before = kept();
    vi.advanceTimersByTime(1);
    expect([before, kept()]).toEqual([1, 0]);
  });

  test("a text of nothing is no note, and one that is given is", () => {
    controller.note(" \n");
    controller.note("a");
    controller.note("b", "caption");
    expect(notes()).toEqual(["a", "caption: b"]);
  });

  test("Ctrl-O shows texts whole, and folds them again", () => {
    const whole = [0, 1].map(() => {
      press("\u000f");
      return [view().hookEvents.userPreferences.showWholeTexts, view().hint];
    });
    expect(whole).toEqual([
      [true, "texts are shown whole from now on"],
      [false, "long texts are folded"],
    ]);
    press("o");
    expect(view().prompt.buffer.text).toBe("o");
  });

  test("a dialog takes the keys, and is scrolled no further than it can be seen", async () => {
    const asked = { toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] };
    const answer = session.permissions.ask(asked, new AbortController().signal);
    const scroll = (): number | undefined => view().dialogs[0]?.scroll;
    clock += 299;
    press("y");
    expect(session.permissions.pending).toHaveLength(1);
    clock += 300;
    press("\u001b[6~");
    const rows = [scroll()];
    for (const seen of [6, 5, 4]) {
      controller.scrolledTo(seen);
      rows.push(scroll());
    }
    expect(rows).toEqual([5, 5, 5, 4]);
    press("n");
    expect([(await answer).decision, view().dialogs, view().prompt.buffer.text]).toEqual([
      "deny",
      [],
      "",
    ]);
    controller.scrolledTo(0);
    expect(view().dialogs).toEqual([]);
  });
});

test("components pause, resume and abort the session, and see that it is paused", () => {
  const { aiManagerCallbacks: acts } = controller.hookEvents;
  const paused = [acts.pause, acts.resume, acts.abort].map((act) => {
    act();
    return view().isPaused;
  });
  expect([paused, session.calls]).toEqual([
    [true, false, false],
    ["pause", "resume", "abort"],
  ]);
});

test("components ask, answer, forget and choose what is shown", async () => {
  const events = controller.hookEvents;
  let changes = 0;
  const end = events.follow(() => changes++);
  events.updateUserPreferences({ showHookPanel: true });
  end();
  ran("guard");
  expect([changes, events.get().userPreferences.showHookPanel]).toEqual([1, true]);
  expect(events.get().hookExecutionHistory).toHaveLength(1);
  events.clearHookHistory();
  expect(events.get().hookExecutionHistory).toEqual([]);
  const asked = { toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] };
  const answer = events.addPendingPermission(asked, new AbortController().signal);
  const [pending] = events.get().pendingPermissions;
  events.resolvePendingPermission(pending?.id ?? "", { decision: "deny", reason: "no" } as never);
  expect((await answer).decision).toBe("deny");
});
