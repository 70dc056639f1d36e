import { expect, test } from "vitest";
import { asProgram, type HookAction } from "./index.js";

test.each<[HookAction["type"], boolean]>([
  ["command", true],
  ["worker", true],
  ["json", false],
  ["module", false],
  ["http", false],
  ["function", false],
])("whether a hook of type %s starts a program of its author's: %s", (type, isProgram) => {
  const action = { type } as HookAction;
  expect(asProgram(action)).toBe(isProgram ? action : null);
});
