import { expect, test } from "vitest";
import type { EngineOptions } from "../engine.js";
import { HostCode, HostFunctions } from "./host-code.js";
import { HookWire } from "./wire-hook.js";

const functions = new HostFunctions();
const codeOf = (options: Partial<EngineOptions>): HostCode =>
  new HostCode({ projectDir: "/p", ...options }, new HookWire(functions), functions, () => null);
const bounds = { event: '{"hook_event_name":"Stop"}', timeoutMs: 60_000, outputBytes: 1000 };

test.each<[thrown: unknown, error: Error]>([
  [new RangeError("no disk"), new RangeError("no disk")],
  ["no disk", new Error("no disk")],
])("what the host's code throws is sent as an error: %s", async (thrown, error) => {
  const has = (): never => {
    throw thrown;
  };
  const code = codeOf({ grants: { has, add() {} } });
  expect(await code.call(0, { method: "grants.has", call: "c" })).toEqual({ ok: false, error });
});

test("a function that has answered is not reported of a later end, and one that has not is", async () => {
  const signals: AbortSignal[] = [];
  const number = functions.numberOf((_event, { signal, exit }) => {
    signals.push(signal);
    return signals.length === 1 ? exit(2, { stderr: "said" }) : new Promise<never>(() => {});
  });
  const code = codeOf({});
  const call = { method: "function", number, ...bounds } as const;
  const { value } = (await code.call(0, call)) as { value: { stderr: Uint8Array } };
  expect([Buffer.from(value.stderr).toString(), value.stderr.buffer.byteLength]).toEqual([
    "said",
    4,
  ]);
  const open = code.call(1, call);
  await new Promise((turn) => setImmediate(turn));
  code.cancel(0);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  code.cancel(1);
  expect(await open).toMatchObject({ ok: true, value: { ending: { type: "cancelled" } } });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});
