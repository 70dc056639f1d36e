import { expect, test } from "vitest";
import type { HookTrust } from "../engine/index.js";
import { actionText } from "./action-text.js";

type Action = HookTrust["hook"]["action"];

test.each<[object, string]>([
  [{ type: "json" }, "(a fixed answer in the settings)"],
  [{ type: "module", module: "./hook.mjs" }, "the module ./hook.mjs"],
  [{ type: "function" }, "(a function of the host)"],
  [{ type: "http", url: "https://h.example/p" }, "POST https://h.example/p"],
  [{ type: "command", form: "shell", command: "./guard.sh a | b" }, "./guard.sh a | b"],
  [{ type: "command", form: "exec", command: "node", args: ["a b", "c"] }, "node a b c"],
  [{ type: "worker", form: "shell", command: "./guard.sh" }, "./guard.sh (stays)"],
  [{ type: "worker", form: "exec", command: "node", args: ["guard.js"] }, "node guard.js (stays)"],
])("%j is shown as %j", (action, text) => {
  expect(actionText(action as Action)).toBe(text);
});
