import { expect, test } from "vitest";
import type { EngineOptions } from "../engine.js";
import { HostFunctions } from "./host-code.js";
import { optionsTo } from "./wire-options.js";

test.each<[what: string, options: object, message: string]>([
  [
    "an open ledger",
    { ledger: { path: "/l", append: () => true } },
    'createEngine: with `thread`, give `ledger` as what openLedger is given, { file: "/l" }, and not as an open ledger',
  ],
  [
    "a redactor",
    { ledger: { file: "/l", redact: (value: unknown) => value } },
    "createEngine: with `thread`, `ledger.redact` cannot be given: it would have to run in the engine's thread",
  ],
  [
    "a choice of hooks",
    { only: () => true },
    "createEngine: `only` is a function of this thread; leave out `thread`",
  ],
])("what cannot work from another thread is refused: %s", (_what, options, message) => {
  const given = { projectDir: "/p", ...options } as EngineOptions;
  expect(() => optionsTo(given, new HostFunctions())).toThrow(new TypeError(message));
});
