import { rmSync, writeFileSync } from "node:fs";
import type { EngineOptions } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { expect, test } from "vitest";
import { Workspace } from "../workspace.js";

// Where no hook is found everything is allowed, so a wrong folder must not look like a folder without hooks.

test.each<[string, object, string]>([
  ["no folder", {}, "createEngine needs projectDir: the folder of the project whose hooks run"],
  ["an empty one", { projectDir: "" }, "createEngine needs projectDir"],
  ["one that is no text", { projectDir: 7 }, "createEngine needs projectDir"],
  ["one that is not there", { projectDir: "/not/there" }, '"/not/there" is not a folder'],
])("an engine with %s is refused", (_name, options, message) => {
  expect(() => createEngine(options as EngineOptions)).toThrow(message);
  expect(() => createEngine(options as EngineOptions)).toThrow(TypeError);
});

test("a file is no folder", () => {
  const workspace = new Workspace();
  const projectDir = workspace.write("file", "");
  expect(() => createEngine({ ...workspace.places, projectDir })).toThrow("is not a folder");
});

test.each([
  ["removed", () => {}],
  ["replaced by a file", (place: string) => writeFileSync(place, "")],
])(
  "a project folder that was %s halts every event, is a problem, and the user is told",
  async (_how, replace) => {
    const { project, places } = new Workspace();
    const engine = createEngine({ ...places, keeper: false });
    rmSync(project, { recursive: true });
    replace(project);
    const { reading } = await engine.fire({ hook_event_name: "PreToolUse", tool_name: "Bash" });
    const problems = engine.problems.map(({ code, severity, found }) => ({
      code,
      severity,
      found,
    }));
    engine.close();
    const found = `${project} is not a folder any more`;
    expect(problems).toEqual([{ code: "project-gone", severity: "error", found }]);
    expect([reading.outcome, reading.toUser.map(({ text }) => text)]).toEqual([
      "halt",
      [expect.stringContaining(`${project} is not there any more`)],
    ]);
  },
);
