import { describe, expect, test } from "vitest";
import type { HookExecutionRecord } from "../agent/index.js";
import { idle } from "./activity.js";
import { lookOf, type Look } from "./look.js";
import { historyLines, runningLines, statusLine, type Status } from "./status-text.js";

const plain = lookOf({ columns: 80, rows: 24 }, true);
/** Names of colours in place of them. */
const named: Look = {
  ...plain,
  paint: Object.fromEntries(
    Object.keys(plain.paint).map((name) => [name, (text: string) => `<${name}:${text}>`]),
  ) as unknown as Look["paint"],
};
const status = (more: Partial<Status> = {}): Status => ({
  model: "m1",
  workspace: "/home/u/project",
  activity: idle,
  asks: null,
  isPaused: false,
  isClosing: false,
  ...more,
});

describe("the status says first what matters most", () => {
  const busy = { ...idle, isBusy: true, hooksRun: 7, hooksFailed: 2, unapproved: ["a", "b"] };
  const rest = "<dim: · hooks 0 run><dim: · m1 · project>";
  test.each<[what: string, given: Status, line: string]>([
    ["idle", status(), `<green:idle>${rest}`],
    ["paused", status({ isPaused: true }), `<green:idle><yellow: · paused>${rest}`],
    [
      "asking",
      status({ asks: "permission", activity: busy }),
      "<yellow:permission><yellow: · 2 not approved><dim: · hooks 7 run><red:, 2 failed><dim: · m1 · project>",
    ],
    ["busy", status({ activity: { ...idle, isBusy: true } }), `<cyan:busy>${rest}`],
    ["closing", status({ isClosing: true, asks: "permission" }), `<yellow:closing>${rest}`],
    [
      "with control characters",
      status({ model: "m\u001b[31m", workspace: "/" }),
      expect.not.stringContaining("\u001b") as string,
    ],
  ])("%s", (_what, given, line) => {
    expect(statusLine(given, { ...named, columns: 300 })).toEqual(line);
  });

  test("and is cut at its end", () => {
    expect(statusLine(status(), { ...plain, columns: 16 })).toBe("idle · hooks 0 …");
  });
});

describe("hooks that run", () => {
  const running = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      key: `${index}`,
      hook: `h${index}`,
      event: "Stop",
      since: 1000 * index,
    }));
  test("are in a row each, with their seconds", () => {
    expect(runningLines(running(2), 2500, named)).toEqual([
      "<cyan:2.5s >h0<dim: on Stop>",
      "<cyan:1.5s >h1<dim: on Stop>",
    ]);
    expect(runningLines(running(2), 0, plain)[1]).toBe("0.0s h1 on Stop");
  });

  test.each([
    [4, []],
    [5, ["<dim:… 1 more hook>"]],
    [6, ["<dim:… 2 more hooks>"]],
  ])("%d of them: four are shown, and how many are not", (count, more) => {
    expect(runningLines(running(count), 9000, named).slice(4)).toEqual(more);
  });
});

describe("hooks that ran", () => {
  const ran = (hook: string, failed = false): HookExecutionRecord =>
    ({
      event: "Stop",
      hook,
      verdict: failed ? "failed" : "ok",
      failed,
      ms: 1.6,
      exit: "2",
    }) as unknown as HookExecutionRecord;
  const title = (count: number): string =>
    `<bold:Hooks that ran (${count}); /hooks history hides them>`;
  test.each<
    [what: string, history: readonly HookExecutionRecord[], room: number, lines: readonly string[]]
  >([
    ["need two rows", [ran("a")], 1, []],
    ["none", [], 2, [title(0), "<dim:none in the last half hour>"]],
    [
      "how each ended",
      [ran("a"), ran("b", true)],
      3,
      [
        title(2),
        "Stop <bold:a ><green:ok ><dim:2 ms, exit 2>",
        "Stop <bold:b ><red:failed ><dim:2 ms, exit 2>",
      ],
    ],
    [
      "the newest, where not all have room",
      [ran("a"), ran("b")],
      2,
      [title(2), "Stop <bold:b ><green:ok ><dim:2 ms, exit 2>"],
    ],
  ])("%s", (_what, history, room, lines) => {
    expect(historyLines(history, room, named)).toEqual(lines);
  });
});
