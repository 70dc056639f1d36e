import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Hook } from "../config/index.js";
import type { HookTrust } from "../trust/index.js";
import { WarmHooks } from "./warm-hooks.js";
import { temporaryFolder } from "../../tests/workspace.js";

const hook = (given: Partial<Hook> = {}): Hook =>
  ({
    id: "one",
    name: "guard",
    event: "PreToolUse",
    action: { type: "module", module: "hook.mjs" },
    env: {},
    passEnv: [],
    cwd: null,
    disabled: false,
    ...given,
  }) as unknown as Hook;

const trust = (sha256: string, identity: string): HookTrust =>
  ({ fingerprint: { sha256, states: [{ real: "/hook.mjs", identity }] } }) as unknown as HookTrust;

/** Processes of hooks with two files each, and which of them were ended. */
function open(): { warm: WarmHooks; retired: string[]; change: (name: string) => void } {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const retired: string[] = [];
  const change = (name: string): void =>
    writeFileSync(join(folder, name), `// ${crypto.randomUUID()}${"x".repeat(count++)}`);
  let count = 0;
  for (const name of ["first.mjs", "second.mjs"]) change(name);
  const workers = {
    run: () => Promise.reject(new Error("nothing runs here")),
    retire: (key: string) => void retired.push(key),
    close: () => {},
  };
  const files = ["first.mjs", "second.mjs"].map((name) => join(folder, name));
  return { warm: new WarmHooks(workers, () => files), retired, change };
}

test("a hook that is as it was has the same process, another hook has its own", () => {
  const { warm, retired } = open();
  const keys = [hook(), hook(), hook({ id: "two", name: "other" }), hook()].map((one) =>
    warm.keyOf(one, undefined),
  );
  expect({ keys, retired }).toEqual({
    keys: ["guard#0", "guard#0", "other#1", "guard#0"],
    retired: [],
  });
});

test.each(["first.mjs", "second.mjs"])("a change of one file is enough: %s", (name) => {
  const { warm, retired, change } = open();
  const before = warm.keyOf(hook(), undefined);
  change(name);
  const after = [warm.keyOf(hook(), undefined), warm.keyOf(hook(), undefined)];
  expect({ before, after, retired }).toEqual({
    before: "guard#0",
    after: ["guard#1", "guard#1"],
    retired: ["guard#0"],
  });
});

test.each<[string, Partial<Hook>]>([
  ["its action", { action: { type: "module", module: "other.mjs" } as unknown as Hook["action"] }],
  ["its environment", { env: { A: "1" } }],
  ["what it gets of the environment", { passEnv: ["A"] }],
  ["its folder", { cwd: "/" }],
  ["its event", { event: "Stop" }],
  ["its name", { name: "renamed" }],
])("so is a change of the entry: %s", (_what, given) => {
  const { warm, retired } = open();
  warm.keyOf(hook(), undefined);
  const changed = hook(given);
  expect({ key: warm.keyOf(changed, undefined), retired }).toEqual({
    key: `${changed.name}#1`,
    retired: ["guard#0"],
  });
});

test("of an approved hook what was approved counts, and which files that were", () => {
  const { warm, retired, change } = open();
  const keys = [];
  for (const approved of [trust("a", "1"), trust("a", "1"), trust("a", "2"), trust("b", "2")]) {
    change("first.mjs");
    keys.push(warm.keyOf(hook(), approved));
  }
  expect({ keys, retired }).toEqual({
    keys: ["guard#0", "guard#0", "guard#1", "guard#2"],
    retired: ["guard#0", "guard#1"],
  });
});

test("processes of hooks that are gone or turned off are ended once, the others stay", () => {
  const { warm, retired } = open();
  const ids = ["kept", "off", "gone"];
  const keysNow = (): string[] => ids.map((id) => warm.keyOf(hook({ id, name: id }), undefined));
  keysNow();
  const left = [hook({ id: "kept" }), hook({ id: "off", disabled: true })];
  warm.keep(left);
  warm.keep(left);
  expect({ retired, keys: keysNow() }).toEqual({
    retired: ["off#1", "gone#2"],
    keys: ["kept#0", "off#3", "gone#4"],
  });
});
