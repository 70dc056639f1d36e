import { expect, test } from "vitest";
import { loadSettings } from "../../config/index.js";
import { newMemory, type EngineMemory } from "../engine-memory.js";
import { HostFunctions } from "./host-code.js";
import { memoryFrom, MemoryNews } from "./memory-news.js";
import type { FromThread, WireMemory } from "./messages.js";
import { HookWire } from "./wire-hook.js";

const settings = loadSettings({
  projectDir: "/nowhere",
  home: "/nowhere/home",
  managedFile: "/nowhere/managed.json",
  trustProject: false,
  program: { hooks: { Stop: [{ hooks: [{ type: "function", run: () => undefined }] }] } },
});
const wire = new HookWire(new HostFunctions());
const read = { settings, announced: [], isPartial: false };

function watched(): { memory: EngineMemory; news: () => unknown[] } {
  const memory = newMemory();
  const sent: FromThread[] = [];
  const news = new MemoryNews(memory, wire, (message) => sent.push(message));
  const publish = (): unknown[] => {
    news.publish();
    return sent.splice(0);
  };
  return { memory, news: publish };
}

test("what has changed is sent, once", () => {
  const { memory, news } = watched();
  const { approvedNow, shown, stopBlocks, grants } = memory;
  const lists = { approvedNow, shown, stopBlocks, grants };
  expect(news()).toEqual([{ type: "memory", memory: lists }]);
  expect(news()).toEqual([]);
  const changes: readonly (readonly [change: () => void, sent: object])[] = [
    [() => (memory.read = read), { read: { ...read, settings: wire.settingsTo(settings) } }],
    [
      () => (memory.usableApprovals = { hooks: null, seen: {} }),
      { usableApprovals: { hooks: null, seen: {} } },
    ],
    [() => (memory.usableApprovals = null), { usableApprovals: null }],
    [() => shown.add("5"), lists],
    [() => stopBlocks.set("s", 1), lists],
    [() => stopBlocks.set("s", 2), lists],
    [() => grants.add("g"), lists],
    [() => approvedNow.add("a"), lists],
  ];
  for (const [change, sent] of changes) {
    change();
    expect(news()).toEqual([{ type: "memory", memory: sent }]);
    expect(news()).toEqual([]);
  }
});

test("the next thread begins with what the last one knew", () => {
  const { memory, news } = watched();
  Object.assign(memory, { read, usableApprovals: { hooks: null, seen: {} } });
  memory.shown.add("5");
  const [sent] = news() as { memory: WireMemory }[];
  if (sent === undefined) throw new Error("nothing was sent");
  expect(memoryFrom(structuredClone(sent.memory), wire)).toEqual(memory);
  expect(memoryFrom(structuredClone({ ...sent.memory, read: null }), wire).read).toBe(null);
});
