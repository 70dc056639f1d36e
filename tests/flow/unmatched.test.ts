import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readLedger } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Workspace } from "../workspace.js";

// Hooks that do not match are in the ledger once, whoever writes to it, and not with every event.

let workspace: Workspace;
let file: string;
beforeEach(() => {
  workspace = new Workspace();
  file = join(workspace.home, "ledger.jsonl");
});
afterEach(() => workspace.close());

const entry = (name: string) => ({ type: "json", name, json: {} }) as const;

/** A session of its own with fifty hooks that are about other tools, and one that is not. */
async function fire(times: number, name = "guard"): Promise<void> {
  const others = Array.from({ length: 50 }, (_, at) => ({
    matcher: `Tool${at}`,
    hooks: [entry(`other-${at}`)],
  }));
  const engine = createEngine({
    ...workspace.places,
    program: { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [entry(name)] }, ...others] } },
    keeper: false,
    ledger: { file },
  });
  for (let at = 0; at < times; at++)
    await engine.fire({
      hook_event_name: "PreToolUse",
      session_id: "s",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    });
  engine.close();
}

const typesOf = (): string[] => [...readLedger(file)].map(({ type }) => type);
const settingsOf = (): number => typesOf().filter((type) => type === "settings").length;

test("an event names those that match, and the settings that say the rest", async () => {
  await fire(2);
  const fired = ["event", "run", "verdict"];
  expect(typesOf()).toEqual(["open", "settings", ...fired, ...fired, "close"]);
  const lines = [...readLedger(file)] as unknown as Record<string, unknown>[];
  const [, settings, event] = lines;
  expect(event).toMatchObject({
    hooks: [{ name: "guard", matches: true }],
    unmatched: 50,
    settings: settings?.["revision"],
  });
  expect(settings?.["hooks"]).toHaveLength(51);
});

test("an event with fifty of them takes no more than 2 KB", async () => {
  await fire(1);
  const before = statSync(file).size;
  await fire(11);
  // The ends of the chain belong to the session.
  expect((statSync(file).size - before) / 11).toBeLessThan(2048);
});

test("once for all sessions, until the settings change or the file is another", async () => {
  await fire(1);
  await fire(1);
  expect(settingsOf()).toBe(1);
  await fire(1, "renamed");
  expect(settingsOf()).toBe(2);
  rmSync(file);
  await fire(1, "renamed");
  expect(settingsOf()).toBe(1);
});
