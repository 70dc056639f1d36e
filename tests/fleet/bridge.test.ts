import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

let server: Awaited<ReturnType<typeof fleetServer>>;
beforeAll(async () => {
  server = await fleetServer();
}, 180_000);
afterAll(() => server.stop());

/** A workspace whose user has a rule that asks, and where Claude Code and Codex ask the fleet. */
const test = testIn(async () => {
  const workspace = await new FleetWorkspace(server).prepare();
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
  const late = await fire("PreToolUse", "--deadline", "12").end;
  expect(late).toEqual({
    ...late,
    status: 2,
    stderr: expect.stringMatching(/Nobody of the fleet answered in [12] s\./),
  });
  const short = await fire("PreToolUse", "--deadline", "5").end;
  expect(short).toEqual({
    ...short,
    status: 2,
    stderr: expect.stringContaining("claude-code does not wait long enough."),
  });
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
