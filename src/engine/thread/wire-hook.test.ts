import { describe, expect, test } from "vitest";
import { loadSettings, type Hook, type HookFunction, type Settings } from "../../config/index.js";
import type { HookTrust } from "../../trust/index.js";
import { HostFunctions } from "./host-code.js";
import { HookWire } from "./wire-hook.js";
import type { PlannedHook } from "../planned-hook.js";

const run: HookFunction = () => undefined;
const other: HookFunction = () => null;

function settingsOf(...hooks: readonly object[]): Settings {
  const settings = loadSettings({
    projectDir: "/nowhere",
    home: "/nowhere/home",
    managedFile: "/nowhere/managed.json",
    trustProject: false,
    program: { hooks: { PreToolUse: [{ if: { command: "rm *" }, hooks }], Stop: [{ hooks }] } },
  });
  expect(settings.problems).toEqual([]);
  return settings;
}

const all = settingsOf(
  { command: "exit 2", env: { A: "1" } },
  { command: "node", args: ["a.mjs"] },
  { type: "json", json: { reason: "no", list: [{ a: [] }], nothing: null } },
  { type: "http", url: "http://localhost/", headers: { "x-a": "1" } },
  { type: "module", module: "a.mjs" },
  { type: "function", run },
  { type: "function", run: other },
);

/** As the other side gets it. */
const crossed = <Value>(value: Value): Value => structuredClone(value);

test("settings arrive as they were, also in what they inherit", () => {
  const wire = new HookWire(new HostFunctions());
  const arrived = wire.settingsFrom(crossed(wire.settingsTo(all)));
  expect(arrived).toStrictEqual(all);
  const bareOnes = arrived.hooks.flatMap((hook) => [
    hook.env,
    hook.if,
    hook.entry.env,
    hook.action.type === "json" ? hook.action.json : null,
    hook.action.type === "http" ? hook.action.headers : null,
  ]);
  for (const one of bareOnes.filter((value) => typeof value === "object" && value !== null))
    expect(Object.getPrototypeOf(one)).toBe(null);
  const json = arrived.hooks.flatMap(({ action }) => (action.type === "json" ? action.json : []));
  const { list } = json[0] as { list: readonly object[] };
  expect([Array.isArray(list), Object.getPrototypeOf(list[0])]).toEqual([true, null]);
});

test("a function is a number on the way, the same each time", () => {
  const functions = new HostFunctions();
  const wire = new HookWire(functions);
  const numbers = all.hooks
    .map((hook) => wire.hookTo(hook))
    .flatMap(({ action, entry }) => [action, entry.action])
    .flatMap((action) => (action.type === "function" ? [action.run] : []));
  expect(numbers).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
  const runs = all.hooks.flatMap(({ action }) => (action.type === "function" ? action.run : []));
  expect([0, 1, 2, 3].map((number) => functions.functionAt(number))).toEqual(runs);
  expect(() => functions.functionAt(4)).toThrow(new RangeError("there is no function 4"));
});

describe("what is known of a hook", () => {
  const hook = all.hooks[0] as Hook;
  const whole = Buffer.from("before exit 2 after");
  const states = [
    { path: "guard.sh", bytes: whole.subarray(7, 13) },
    { path: "gone.sh", bytes: null },
  ];
  const trust = { hook, state: "new", runs: false, fingerprint: { sha256: "5", states } };
  const given = trust as unknown as HookTrust;

  test("has its bytes, and none that are around them", () => {
    const wire = new HookWire(new HostFunctions());
    const sent = wire.trustTo(given);
    expect(sent.fingerprint.states.map(({ bytes }) => bytes?.buffer.byteLength)).toEqual([
      6,
      undefined,
    ]);
    const arrived = wire.trustFrom(crossed(sent));
    expect(arrived).toEqual(given);
    const [bytes] = arrived.fingerprint.states.map((state) => state.bytes);
    expect([Buffer.isBuffer(bytes), bytes?.toString()]).toEqual([true, "exit 2"]);
  });

  test("a plan has it once: its hook is the plan's", () => {
    const wire = new HookWire(new HostFunctions());
    const planned: PlannedHook = { hook, matches: false, why: "new", trust: given };
    const arrived = wire.plannedFrom(crossed(wire.plannedTo(planned)));
    expect(arrived).toEqual(planned);
    expect(arrived.trust?.hook).toBe(arrived.hook);
  });

  test("a plan without it stays without it", () => {
    const wire = new HookWire(new HostFunctions());
    const planned: PlannedHook = { hook, matches: true, why: "" };
    const arrived = wire.plannedFrom(crossed(wire.plannedTo(planned)));
    expect(arrived).toStrictEqual(planned);
  });
});
