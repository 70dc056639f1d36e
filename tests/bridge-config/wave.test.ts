import { expect, test } from "vitest";
import { group, hooksOf, problemsOf, read } from "./disk.js";

const user = "home/.wave/settings.json";
const project = "project/.wave/settings.json";
const stop = { hooks: { Stop: [group("a")] } };

test("an entry is read with Wave's defaults, and copies run", () => {
  const config = read("wave", {
    [user]: { hooks: { Stop: [group("a", { timeout: 5, async: true })] } },
    [project]: stop,
  });
  const shown = config.hooks.map(({ id, timeoutSeconds, async, dialect, ignored }) => [
    id,
    timeoutSeconds,
    async,
    dialect,
    ignored,
  ]);
  expect(shown).toEqual([
    ["user:Stop:0.0", 5, true, "wave@spec", undefined],
    ["project:Stop:0.0", 600, undefined, "wave@spec", undefined],
  ]);
});

test("ten minutes are the most", () => {
  const { hooks } = read("wave", { [user]: { hooks: { Stop: [group("a", { timeout: 900 })] } } });
  expect(hooks.map(({ timeoutSeconds }) => timeoutSeconds)).toEqual([600]);
});

const bad: readonly [name: string, hooks: unknown, path: string][] = [
  ["an event that is no list", { Stop: {} }, "hooks.Stop: an object"],
  [
    "type http",
    { Stop: [{ hooks: [{ type: "http", url: "u" }] }] },
    'hooks.Stop[0].hooks[0].type: "http"',
  ],
  [
    "no command",
    { Stop: [{ hooks: [{ type: "command" }] }] },
    "hooks.Stop[0].hooks[0].command: nothing",
  ],
  ["a group without hooks", { Stop: [{}] }, "hooks.Stop[0].hooks: nothing"],
];

test.each(bad)("%s drops the hooks of every file", (_name, hooks, path) => {
  const config = read("wave", { [user]: stop, [project]: { hooks } });
  expect(hooksOf(config)[0]).toBe(
    `user:Stop:0.0 - one fault drops the hooks of every file: ${path}`,
  );
  expect(config.problems[0]).toEqual(
    expect.objectContaining({ code: "host-config-dropped", lost: "every hook of every file" }),
  );
});

test("an unknown event costs itself, a file that is no JSON itself too", () => {
  const config = read("wave", {
    [user]: { hooks: { Elicitation: [group("a")], Stop: [group("b")] } },
    [project]: "{",
  });
  expect(hooksOf(config)).toEqual([
    "user:Elicitation:0.0 - the event is skipped: hooks.Elicitation: Elicitation",
    "user:Stop:0.0",
  ]);
  expect(problemsOf(config).map((line) => line.split(" ")[0])).toEqual([
    "host-config-ignored",
    "host-config-dropped",
  ]);
});
