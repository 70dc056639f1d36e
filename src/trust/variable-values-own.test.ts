import { expect, test } from "vitest";
import { VariableValues } from "./variable-values.js";

test("a variable is the hook's own where the hook gives it a value", () => {
  const values = new VariableValues({ GEM_HOME: "/h/me/.gem", A: "1", C: "3" }, { A: "2" });
  values.assign("B", "3");
  expect(["GEM_HOME", "A", "B", "C"].map((name) => [values.isOwn(name), values.of(name)])).toEqual([
    [false, ["/h/me/.gem"]],
    [true, ["2"]],
    [true, ["3"]],
    [false, ["3"]],
  ]);
});
