import { afterEach, describe, expect, test } from "vitest";
import { readLedger } from "../src/trace/index.js";
import {
  answers,
  badHooks,
  blocking,
  openTestEngine,
  printing,
  type TestEngine,
  type TestHook,
} from "../src/testing/index.js";
import { leftBehind } from "./processes.js";

let opened: TestEngine | null = null;
function open(...args: Parameters<typeof openTestEngine>): TestEngine {
  opened = openTestEngine(...args);
  return opened;
}
afterEach(() => opened?.close());

/** What the laws make of each bad hook that guards. */
const outcomes: Readonly<Record<keyof typeof badHooks, string>> = {
  sleeps: "block",
  ignoresTerm: "block",
  stopsItself: "block",
  killsItself: "block",
  deniesAndCrashes: "block",
  deniesAndSleeps: "block",
  deniesWithExitOne: "block",
  deniesByHalf: "block",
  leavesChild: "block",
  daemonises: "block",
  neverReads: "block",
  floods: "block",
  floodsStderr: "block",
  saysNothingOnBlock: "block",
  printsTwoObjects: "block",
  printsNoise: "block",
  printsGarbage: "block",
  isMissing: "block",
};

describe("bad hooks", () => {
  test.each(Object.entries(outcomes))("%s, and it guards: %s", async (name, outcome) => {
    const hook: TestHook = badHooks[name as keyof typeof badHooks];
    const tried = open([{ ...hook, onFailure: "block" }]);
    const { reading, hooks } = await tried.fire();
    expect(reading.outcome).toBe(outcome);
    expect(hooks).toMatchObject([{ ran: true }]);
    if (name === "leavesChild") return;
    expect(tried.leftProcesses()).toEqual([]);
  });

  test("a child that a hook leaves behind is found", async () => {
    const tried = open([badHooks.leavesChild]);
    await tried.fire();
    const left = tried.leftProcesses();
    expect(left.map(({ command }) => command)).toEqual(["sleep 60"]);
    tried.close();
    // Killed, but not gone at once where the machine is busy.
    const gone = leftBehind(() => tried.leftProcesses().map(({ command }) => command));
    expect(await gone).toEqual([]);
  });
});

describe("answers", () => {
  test.each<[string, TestHook, object]>([
    ["deny", printing(answers.deny("no")), { outcome: "block", permission: "deny" }],
    ["ask", printing(answers.ask()), { outcome: "ask" }],
    ["allow", printing(answers.allow()), { outcome: "proceed", permission: "allow" }],
    ["rewrite", printing(answers.rewrite({ command: "ls" })), { input: { command: "ls" } }],
    ["halt", printing(answers.halt("enough")), { outcome: "halt" }],
    ["exit code 2", blocking("no"), { outcome: "block", permission: "deny" }],
    ["json", { type: "json", json: answers.deny() }, { outcome: "block" }],
  ])("%s", async (_, hook, expected) => {
    expect((await open([hook]).fire()).reading).toMatchObject(expected);
  });

  test("block and context are for other events", async () => {
    const stop = await open([printing(answers.block("test first"))], { event: "Stop" }).fire();
    expect(stop.reading.outcome).toBe("block");
    opened?.close();
    const prompt = open([printing(answers.context("UserPromptSubmit", "it is Monday"))], {
      event: "UserPromptSubmit",
    });
    expect((await prompt.fire()).reading.toModel).toMatchObject([{ text: "it is Monday" }]);
  });
});

test("it has a ledger and limits of its own, and the matcher counts", async () => {
  const tried = open([{ ...blocking(), matcher: "Write" }], {
    settings: { limits: { parallel: 1 } },
  });
  expect(tried.engine.settings.limits.parallel).toBe(1);
  expect((await tried.fire()).reading.outcome).toBe("proceed");
  expect((await tried.fire({ tool_name: "Write" })).reading.outcome).toBe("block");
  const types = [...readLedger(tried.ledgerFile)].map(({ type }) => type);
  expect(types).toEqual(["open", "settings", "event", "verdict", "event", "run", "verdict"]);
});
