import { createEngine, type EngineOptions } from "snaphook/engine";
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
