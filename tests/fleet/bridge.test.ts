import { mkdirSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { bridgedHosts } from "../../src/hosts/index.js";
import { withLongerDeadlines } from "../deadlines.js";
import { testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

const server = fleetServer();

/** A workspace whose user has a rule that asks, and where Claude Code and Codex ask the fleet. */
// Run 3 takes all of it: its tests share what takes long.
const test = testIn(async () => {
  const workspace = await new FleetWorkspace(server()).prepare();
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  const fleet = {
    url: workspace.url(),
    checkSeconds: 1,
    answerers: { anna: publicKey },
    hosts: ["claude-code", "codex"],
  };
  const settings = { permissions: { ask: ["Bash(git push*)"] }, fleet };
  workspace.write(join(workspace.home, "settings.json"), JSON.stringify(settings));
  return workspace;
});

const payload = (event: string, command: string): string =>
  JSON.stringify({
    hook_event_name: event,
    session_id: "s",
    cwd: "/",
    tool_name: "Bash",
    tool_input: { command },
  });

test("what a host would ask its user is answered by the fleet, and the host gets the answer", async ({
  workspace,
}) => {
  const fire = (event: string, ...more: string[]) =>
    workspace.start(
      ["bridge", "fire", "--host", "claude-code", ...more],
      payload(event, "git push"),
    );
  const said = async (started: ReturnType<typeof fire>): Promise<unknown> =>
    (JSON.parse((await started.end).stdout) as { hookSpecificOutput: unknown }).hookSpecificOutput;

  const first = fire("PreToolUse");
  const [one = ""] = await workspace.waiting();
  await workspace.answer("allow", one);
  expect(JSON.parse((await first.end).stdout)).toEqual({
    systemMessage: "anna allowed it.",
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
  });

  const second = fire("PermissionRequest");
  const [other = ""] = await workspace.waiting();
  await workspace.answer("deny", other, "--words", "not on a Friday");
  expect(await said(second)).toEqual({
    hookEventName: "PermissionRequest",
    decision: { behavior: "deny", message: "not on a Friday" },
  });

  // A block of this event is its exit code.
  const ends: (number | null)[] = [];
  await withLongerDeadlines(12_000, async (timeoutMs) => {
    const late = await fire("PreToolUse", "--deadline", String(timeoutMs / 1000)).end;
    ends.push(late.status);
    expect(late.stderr).toMatch(/Nobody of the fleet answered in \d+ s\./);
  });
  // However slow the machine is.
  expect(new Set(ends)).toEqual(new Set([2]));
  const tooShort = async (...more: string[]): Promise<void> => {
    const short = await fire("PreToolUse", ...more).end;
    expect(short).toEqual({
      ...short,
      status: 2,
      stderr: expect.stringContaining("claude-code does not wait long enough."),
    });
  };
  await tooShort("--deadline", "5");
  // What fire.sh says where the resident engine has taken most of the time.
  await tooShort("--deadline=-55");
  // The host's own settings say how long it waits, whatever the command says.
  const hook = { command: "snaphook bridge fire --host claude-code --deadline 900", timeout: 8 };
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", ...hook }] }] };
  workspace.write(join(workspace.project, ".claude/settings.json"), JSON.stringify({ hooks }));
  await tooShort("--deadline", "900");
  const records = (workspace.read(join(workspace.home, "ledger.jsonl")) ?? "").split("\n");
  const isPermission = (line: string): boolean => line.includes('"type":"permission"');
  expect(records.filter(isPermission).map((line) => /"decision":"(\w+)"/.exec(line)?.[1])).toEqual([
    "allow",
    ...Array.from({ length: 4 + ends.length }, () => "deny"),
  ]);
});

test("a server that stalls after its greeting, and one that is slow all the time, are a no in time", async ({
  workspace,
}) => {
  const sockets: Socket[] = [];
  const stalls = /the database does not answer any more/;
  const either = /Nobody of the fleet answered|does not answer any more/;
  const ends: (number | null)[] = [];
  for (const [pass, why] of [[stalled, stalls] as const, [slow, either] as const]) {
    const way = createServer((inner) => {
      const outer = connect(server().port, "127.0.0.1");
      for (const socket of [inner, outer]) socket.on("error", () => undefined);
      sockets.push(inner, outer);
      inner.pipe(outer);
      pass(outer, inner);
    });
    await new Promise<void>((resolve) => way.listen(0, "127.0.0.1", resolve));
    const { port } = way.address() as AddressInfo;
    const url = workspace.url().replace(String(server().port), String(port));
    const settings = workspace.read(join(workspace.home, "settings.json")) ?? "";
    const changed = JSON.parse(settings) as { fleet: { url: string } };
    changed.fleet.url = url;
    workspace.write(join(workspace.home, "settings.json"), JSON.stringify(changed));
    const args = ["bridge", "fire", "--host", "claude-code", "--deadline"];
    await withLongerDeadlines(12_000, async (timeoutMs) => {
      const words = [...args, String(timeoutMs / 1000)];
      const end = await workspace.start(words, payload("PreToolUse", "git push")).end;
      ends.push(end.status);
      expect(end.stderr).toMatch(why);
    });
    way.close();
  }
  for (const socket of sockets) socket.destroy();
  expect(new Set(ends)).toEqual(new Set([2]));
});

/** Passes on all up to the first "ready", and nothing after it. */
function stalled(from: Socket, to: Socket): void {
  let isReady = false;
  from.on("data", (bytes: Buffer) => {
    if (!isReady) to.write(bytes);
    isReady ||= bytes.includes(Buffer.from([0x5a, 0, 0, 0, 5]));
  });
}

function slow(from: Socket, to: Socket): void {
  from.on("data", (bytes: Buffer) => {
    setTimeout(() => to.write(bytes), 2000);
  });
}

test("an allow that is read after the time is up is none", async ({ workspace }) => {
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  workspace.settings({ answerers: { anna: publicKey }, waitSeconds: 5 });
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  agent.child.kill("SIGSTOP");
  await workspace.answer("allow", id);
  await sleep(5500);
  agent.child.kill("SIGCONT");
  expect((await agent.end).stderr).toContain("Nobody of the fleet answered in 5 s.");
});

test("where a record is required, an allow that cannot be recorded is a no", async ({
  workspace,
}) => {
  const place = join(workspace.home, "settings.json");
  const settings = JSON.parse(workspace.read(place) ?? "") as object;
  workspace.write(place, JSON.stringify({ ...settings, ledger: "required" }));
  const args = ["bridge", "fire", "--host", "claude-code"];
  const fired = workspace.start(args, payload("PreToolUse", "git push"));
  const [id = ""] = await workspace.waiting();
  const ledger = join(workspace.home, "ledger.jsonl");
  rmSync(ledger);
  mkdirSync(ledger);
  await workspace.answer("allow", id);
  const { status, stderr } = await fired.end;
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining("anna allowed it, but that could not be recorded."),
  });
});

test("a name in fleet.hosts that is no host is a fault, and all that have a bridge are hosts", async ({
  workspace,
}) => {
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  const asked = async (...hosts: string[]): Promise<unknown> => {
    const fleet = { url: workspace.url(), answerers: { anna: publicKey }, hosts };
    const settings = { permissions: { ask: ["Bash(git push*)"] }, fleet };
    workspace.write(join(workspace.home, "settings.json"), JSON.stringify(settings));
    const args = ["bridge", "fire", "--host", "claude-code", "--deadline", "5"];
    return (await workspace.start(args, payload("PreToolUse", "git push")).end).status;
  };
  const others = bridgedHosts().map(({ name }) => name);
  expect({
    unknown: await asked("claude"),
    others: await asked(...others.filter((name) => name !== "claude-code")),
  }).toEqual({ unknown: 2, others: 0 });
});

test("a host that the settings do not name asks its own user, and what nobody asks about asks nobody", async ({
  workspace,
}) => {
  const gemini = await workspace.start(
    ["bridge", "fire", "--host", "gemini"],
    payload("BeforeTool", "git push"),
  ).end;
  const quiet = await workspace.start(
    ["bridge", "fire", "--host", "claude-code"],
    payload("PreToolUse", "ls"),
  ).end;
  const rows = await workspace.query(
    (sql) => sql<{ count: number }[]>`select count(*)::int as count from snaphook_fleet.questions`,
  );
  expect({ quiet: quiet.stdout, gemini: gemini.status, asked: rows[0]?.count }).toEqual({
    quiet: "",
    gemini: 0,
    asked: 0,
  });
});
