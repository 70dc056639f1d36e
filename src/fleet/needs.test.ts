import { expect, test } from "vitest";
import { needsOf } from "./needs.js";

const rules = {
  twoPersons: ["Edit(deploy/**)"],
  protectedNames: { "Edit(deploy/production.yaml)": "production" },
};

test.each([
  ["from the project", undefined, "deploy/production.yaml", 2, "production"],
  ["from a folder of it", "/p/deploy", "production.yaml", 2, "production"],
  ["out of a folder of it", "/p/src", "../deploy/staging.yaml", 2, null],
  ["elsewhere", "/p/src", "production.yaml", 1, null],
])("a relative path is judged where the agent is: %s", (_, cwd, path, persons, protectedName) => {
  const call = { tool: "Edit", input: { file_path: path }, project: "/p", cwd };
  expect(needsOf(call, rules)).toEqual({ persons, protectedName });
});
