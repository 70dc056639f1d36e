import { appendFileSync, existsSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServedWorkspace, until } from "./served-workspace.js";

const workspace = new ServedWorkspace();
const payload = {
  session_id: "s",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "ls" },
};
const async = join(workspace.root, "async");
const ledger = join(workspace.home, "ledger.jsonl");

beforeAll(async () => {
  workspace.hooks({
    PreToolUse: [
      { command: "echo no >&2; exit 2" },
      { command: `echo done >> '${async}'`, async: true },
      { type: "json", json: { systemMessage: "hello" } },
    ],
  });
  await workspace.start();
}, 240_000);
afterAll(async () => {
  await workspace.end();
}, 240_000);

/** The records since the ledger was last emptied, without what differs between any two events. */
function records(): unknown[] {
  const lines = readFileSync(ledger, "utf8").trim().split("\n");
  rmSync(ledger);
  rmSync(`${ledger}.once`, { force: true });
  return lines.map((line) => {
    const differing =
      /"(?:time|pid|writer|prev|hash|eventId|ms|started|ended|file|durationMs)":(?:"[^"]*"|[\d.]+),?/g;
    return line.replace(differing, "").replace(/,}/g, "}");
  });
}

test("the ledger has the same records, those of async hooks included", async () => {
  const settled = (): Promise<unknown> =>
    until(
      () => existsSync(async) && readFileSync(ledger, "utf8").includes('"type":"close"'),
      (is) => is,
    );
  const sorted = (): string[] =>
    (records() as string[]).map((line) => line.replace(/"seq":\d+,/, "")).toSorted();
  const direct = workspace.direct("claude-code", payload);
  await settled();
  const ofDirect = sorted();
  rmSync(async);
  expect(workspace.fire("claude-code", payload)).toEqual(direct);
  await settled();
  expect(sorted()).toEqual(ofDirect);
  expect(ofDirect.length).toBeGreaterThan(4);
  expect(await workspace.status()).toMatchObject({ answered: 1, left: {} });
}, 240_000);

/** What the engine says, which is what the direct command says. */
async function same(): Promise<string> {
  const { answered } = await workspace.ready();
  const served = workspace.fire("claude-code", payload);
  expect(served).toEqual(workspace.direct("claude-code", payload));
  expect(await workspace.status()).toMatchObject({ answered: answered + 1 });
  return `${served.status} ${served.stdout}${served.stderr}`;
}

test("what the user's settings say counts for the next event, however they were changed", async () => {
  const settings = join(workspace.home, "settings.json");
  const deny = (reason: string): void => {
    const json = { decision: "block", reason };
    workspace.hooks({ PreToolUse: [{ type: "json", json }] });
  };
  deny("one");
  expect(await same()).toBe("2 one");
  const { atime, mtime } = statSync(settings);
  deny("two");
  utimesSync(settings, atime, mtime);
  expect(await same()).toBe("2 two");
  appendFileSync(settings, "}");
  const broken = await same();
  expect(broken).not.toContain("two");
  deny("two");
  expect(await same()).toBe("2 two");
  workspace.hooks({});
  expect(await same()).toBe("0 ");
}, 240_000);

test("hooks of a project run once they are approved, and not when they have changed since", async () => {
  const script = workspace.write("guard.sh", "#!/bin/sh\necho project >&2\nexit 2\n");
  workspace.write(
    ".snaphook/settings.json",
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ command: "./guard.sh" }] }] } }),
  );
  workspace.hooks({});
  expect(await same()).toContain("because they are not approved: ");
  const approved = spawnSync(
    process.execPath,
    [join(workspace.cli, "main.js"), "trust", "approve", "--all"],
    { env: workspace.environment("perl"), cwd: workspace.project, encoding: "utf8" },
  );
  expect(approved.status).toBe(0);
  expect(await same()).toBe("2 project");
  appendFileSync(script, "# changed\n");
  expect(await same()).toContain("because they are not approved: ");
}, 240_000);
