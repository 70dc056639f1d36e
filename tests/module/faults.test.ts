import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withLongerDeadlines } from "../deadlines.js";
import { fire, ModuleWorkspace, outcomeOf } from "./module-workspace.js";

let workspace: ModuleWorkspace;
beforeEach(() => {
  workspace = new ModuleWorkspace();
});
afterEach(async () => {
  await workspace.end();
});

/** Does what the event says; otherwise it denies with what is given. */
const misbehaving = (reason = "fine again"): string => `
const kept = [];
export default (e) => {
  const what = e.tool_input.command;
  if (what === "loop") for (;;);
  if (what === "hang") return new Promise(() => {});
  if (what === "map") { const m = new Map(); for (let i = 0; ; i++) m.set(i, { i }); }
  if (what === "list") { for (;;) kept.push(new Array(1000).fill(1)); }
  if (what === "buffers") { for (;;) kept.push(Buffer.alloc(4e6, 1)); }
  if (what === "expression") /^(a+)+$/.test("a".repeat(60) + "b");
  if (what === "crash") { process.kill(process.pid, "SIGSEGV"); for (;;); }
  if (what === "frames") (function f() { f(); })();
  if (what === "pid") return { decision: "block", reason: String(process.pid) };
  return { decision: "block", reason: ${JSON.stringify(reason)} };
};`;

const ask = (command: string): object => ({ tool_input: { command } });
const blocks = { outcome: "block", failed: false, toModel: ["fine again"], toUser: [] };

describe.each([true, false])("with a keeper: %s", (keeper) => {
  test.each([
    ["a Map that grows for ever", "map", { memoryMb: 32 }],
    ["a list that grows for ever", "list", { memoryMb: 32 }],
    ["buffers that grow for ever", "buffers", { memoryMb: 32 }],
    ["a crash", "crash", {}],
    ["a call without an end", "frames", {}],
  ])("%s costs one answer", async (_what, command, more) => {
    workspace.write("hook.mjs", misbehaving());
    const hook = { type: "module", module: "hook.mjs", onFailure: "ask", ...more };
    const engine = workspace.engine(hook, "PreToolUse", keeper);
    expect(outcomeOf(await fire(engine, ask("ls")))).toEqual(blocks);
    expect(outcomeOf(await fire(engine, ask(command)))).toMatchObject({
      outcome: "ask",
      failed: true,
    });
    expect(outcomeOf(await fire(engine, ask("ls")))).toEqual(blocks);
  });

  test.each([
    ["an endless loop", "loop"],
    ["a promise that is never kept", "hang"],
    ["an expression that never ends", "expression"],
  ])("%s costs one answer", async (_what, command) => {
    workspace.write("hook.mjs", misbehaving());
    await withLongerDeadlines(400, async (timeoutMs) => {
      const hook = { type: "module", module: "hook.mjs", onFailure: "ask" };
      const engine = workspace.engine({ ...hook, timeout: timeoutMs / 1000 }, "PreToolUse", keeper);
      expect(outcomeOf(await fire(engine, ask("ls")))).toEqual(blocks);
      const lost = outcomeOf(await fire(engine, ask(command)));
      expect(lost).toMatchObject({ outcome: "ask", failed: true });
      expect(outcomeOf(await fire(engine, ask("ls")))).toEqual(blocks);
    });
  });
});

test("an event does not wait for another one that hangs", async () => {
  workspace.write("hook.mjs", misbehaving());
  const engine = workspace.engine({ type: "module", module: "hook.mjs" });
  const controller = new AbortController();
  const hangs = engine.fire(
    { hook_event_name: "PreToolUse", tool_name: "Bash", ...ask("loop") },
    { signal: controller.signal },
  );
  expect(outcomeOf(await fire(engine, ask("ls")))).toEqual(blocks);
  controller.abort();
  expect((await hangs).reading.outcome).toBe("halt");
});

test("after a deadline the process is still the same: only the thread has ended", async () => {
  workspace.write("hook.mjs", misbehaving());
  await withLongerDeadlines(400, async (timeoutMs) => {
    const timeout = timeoutMs / 1000;
    const engine = workspace.engine({ type: "module", module: "hook.mjs", timeout });
    const before = outcomeOf(await fire(engine, ask("pid"))).toModel;
    expect(before).toEqual([expect.stringMatching(/^\d+$/)]);
    await fire(engine, ask("loop"));
    expect(outcomeOf(await fire(engine, ask("pid"))).toModel).toEqual(before);
  });
});

test("events that are cancelled, at work or waiting, make room for one that waits behind them", async () => {
  const begun = workspace.write("begun", "");
  workspace.write(
    "hook.mjs",
    `import { appendFileSync } from "node:fs";
     export default (e) => {
       if (e.tool_input.command === "pid") return { decision: "block", reason: String(process.pid) };
       appendFileSync(${JSON.stringify(begun)}, ".");
       return new Promise(() => {});
     };`,
  );
  const engine = workspace.engine({ type: "module", module: "hook.mjs", timeout: 60 });
  const pidOf = async (): Promise<string[]> => outcomeOf(await fire(engine, ask("pid"))).toModel;
  await pidOf();
  const controller = new AbortController();
  const hanging = Array.from({ length: 6 }, () =>
    engine.fire(
      { hook_event_name: "PreToolUse", tool_name: "Bash", ...ask("hang") },
      { signal: controller.signal },
    ),
  );
  const waiting = pidOf();
  // A process has four threads; the others wait, or have another process.
  while (readFileSync(begun, "utf8").length < 4) await new Promise((wake) => setTimeout(wake, 5));
  controller.abort();
  const outcomes = (await Promise.all(hanging)).map(({ reading }) => reading.outcome);
  expect(outcomes).toEqual(Array.from({ length: 6 }, () => "halt"));
  expect(await waiting).toEqual([expect.stringMatching(/^\d+$/)]);
});

test("where Node gives up for lack of memory, the host does not", async () => {
  workspace.write("hook.mjs", misbehaving());
  const hook = { type: "module", module: "hook.mjs", memoryMb: 32 };
  const engine = workspace.engine(hook);
  const [one, other] = await Promise.all([fire(engine, ask("map")), fire(engine, ask("ls"))]);
  expect(one.reading.failed).toBe(true);
  expect(outcomeOf(other)).toEqual(blocks);
});

describe("a changed file is another hook", () => {
  test("the module itself, written anew and replaced", async () => {
    const reasonOf = async (): Promise<string[]> =>
      outcomeOf(await fire(engine, ask("ls"))).toModel;
    workspace.write("hook.mjs", misbehaving("one"));
    const engine = workspace.engine({ type: "module", module: "hook.mjs" });
    expect(await reasonOf()).toEqual(["one"]);
    workspace.write("hook.mjs", misbehaving("two"));
    expect(await reasonOf()).toEqual(["two"]);
    renameSync(
      workspace.write("next.mjs", misbehaving("three")),
      join(workspace.project, "hook.mjs"),
    );
    expect(await reasonOf()).toEqual(["three"]);
  });

  test.each([
    "import { word } from './words.mjs'",
    "const { word } = await import('./words.mjs')",
    "import data from './words.cjs'; const { word } = data",
  ])("what it imports: %s", async (statement) => {
    const text = `${statement};\nexport default ($, e) => $.deny(word);`;
    const write = (word: string): void => {
      workspace.write("words.mjs", `export const word = ${JSON.stringify(word)};`);
      workspace.write("words.cjs", `exports.word = ${JSON.stringify(word)};`);
    };
    write("first");
    workspace.write("hook.mjs", text);
    const engine = workspace.engine({ type: "module", module: "hook.mjs" });
    expect(outcomeOf(await fire(engine)).toModel).toEqual(["first"]);
    write("second");
    expect(outcomeOf(await fire(engine)).toModel).toEqual(["second"]);
  });
});
