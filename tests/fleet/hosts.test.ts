import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { bridgeOf } from "../../src/hosts/index.js";
import { interpret } from "../../src/interpret/index.js";
import type { Payload } from "../../src/payload/index.js";
import { testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

const server = fleetServer();

const command = "git push";
const shell = { tool_name: "run_shell_command", tool_input: { command } };
const bash = { tool_name: "Bash", tool_input: { command } };
const session = { session_id: "s-1", transcript_path: "/transcript.json", cwd: "/" };

interface HostEvent {
  readonly host: string;
  readonly file: string;
  readonly event: string;
  /** As the host sends it. */
  readonly payload: object;
  /** Whether an allow is a grant there; elsewhere the host then decides as it does without hooks. */
  readonly grants: boolean;
}

const timestamp = "2026-01-01T00:00:00.000Z";
const codex = { ...session, turn_id: "t-1", model: "gpt-5.4", permission_mode: "default", ...bash };
const qwen = { ...session, timestamp, permission_mode: "default", ...shell };
const hosts: readonly HostEvent[] = [
  {
    host: "claude-code",
    file: ".claude/settings.json",
    event: "PreToolUse",
    payload: { ...session, permission_mode: "default", ...bash },
    grants: true,
  },
  {
    host: "claude-code",
    file: ".claude/settings.json",
    event: "PermissionRequest",
    payload: { ...session, permission_mode: "default", ...bash },
    grants: true,
  },
  { host: "codex", file: ".codex/hooks.json", event: "PreToolUse", payload: codex, grants: false },
  {
    host: "codex",
    file: ".codex/hooks.json",
    event: "PermissionRequest",
    payload: codex,
    grants: true,
  },
  {
    host: "gemini",
    file: ".gemini/settings.json",
    event: "BeforeTool",
    payload: { ...session, timestamp, ...shell },
    grants: false,
  },
  {
    host: "cursor",
    file: ".cursor/hooks.json",
    event: "preToolUse",
    payload: {
      conversation_id: "s-1",
      generation_id: "t-1",
      model: "default",
      cursor_version: "2.0.0",
      workspace_roots: ["/"],
      user_email: null,
      transcript_path: null,
      tool_name: "Shell",
      tool_input: { command },
    },
    grants: true,
  },
  {
    host: "copilot",
    file: ".github/hooks/snaphook.json",
    event: "PreToolUse",
    payload: { ...session, timestamp, ...bash },
    grants: true,
  },
  {
    host: "copilot",
    file: ".github/hooks/snaphook.json",
    event: "permissionRequest",
    payload: {
      sessionId: "s-1",
      timestamp: 1_700_000_000_000,
      cwd: "/",
      toolName: "bash",
      toolInput: { command },
      permissionSuggestions: [],
    },
    grants: true,
  },
  {
    host: "qwen-code",
    file: ".qwen/settings.json",
    event: "PreToolUse",
    payload: qwen,
    grants: false,
  },
  {
    host: "qwen-code",
    file: ".qwen/settings.json",
    event: "PermissionRequest",
    payload: qwen,
    grants: true,
  },
];

/** A project in which a host fires its events at Snaphook, as `bridge install` sets it up, and what a rule asks about goes to the fleet. */
class HostWorkspace extends FleetWorkspace {
  async install({ host }: HostEvent): Promise<void> {
    const { publicKey } = await this.json<{ publicKey: string }>("approvals", "key");
    const fleet = {
      url: this.url(),
      checkSeconds: 1,
      answerers: { anna: publicKey },
      hosts: [host],
    };
    this.userSettings({ permissions: { ask: ["Bash(git push*)"] }, fleet });
    const installed = await this.run("bridge", "install", host, "--yes", "--direct");
    expect({ ...installed, stdout: "" }).toMatchObject({ status: 0 });
  }

  userSettings(settings: object): void {
    this.write(join(this.home, "settings.json"), JSON.stringify(settings));
  }

  /** The same settings with another address. */
  readdress(url: string): void {
    const settings = JSON.parse(this.read(join(this.home, "settings.json")) ?? "") as {
      fleet: object;
    };
    this.userSettings({ ...settings, fleet: { ...settings.fleet, url } });
  }

  /** Makes the host wait so many seconds only, in its own settings and its own unit. */
  shorten({ file }: HostEvent, seconds: number): void {
    const path = join(this.project, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replaceAll(/"(timeout|timeoutSec)": (60000|60)\b/g, (_, key: string, given: string) => {
        return `"${key}": ${seconds * (Number(given) / 60)}`;
      }),
    );
  }

  /** Runs what the host's settings have for the event, by its own shell and with its own variables, and reads it as the host does. */
  async fire({ host, file, event, payload }: HostEvent): Promise<object> {
    const { hooks } = JSON.parse(readFileSync(join(this.project, file), "utf8")) as {
      hooks: Record<string, { hooks?: object[] }[]>;
    };
    const [entry] = hooks[event] ?? [];
    const hook = (entry?.hooks?.[0] ?? entry ?? {}) as { command?: string; bash?: string };
    const { start } = bridgeOf(host) ?? { start: { shell: [], environment: {} } };
    const facts = { projectDir: this.project, event, sessionId: "s-1", toolName: "" };
    const variables = Object.entries(start.environment).map(([name, fact]) => [name, facts[fact]]);
    const [program = "", ...args] = start.shell.map((word) =>
      word === "$SHELL" ? "/bin/sh" : word,
    );
    const child = spawn(program, [...args, hook.command ?? hook.bash ?? ""], {
      cwd: this.project,
      env: { ...this.environment, ...Object.fromEntries(variables) },
      stdio: "pipe",
    });
    const named = event === "permissionRequest" ? { hookName: event } : { hook_event_name: event };
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify({ ...named, ...payload }));
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const exit = await new Promise<number>((resolve) =>
      child.once("close", (code) => resolve(code ?? -1)),
    );
    const given = { ...named, ...payload } as Payload;
    const reading = interpret({
      dialect: host,
      event,
      payload: given,
      runs: [{ exit, stdout, stderr }],
    });
    const { outcome, permission, toModel, toUser } = reading;
    const said = [...toModel, ...toUser].map(({ text }) => text).join(" ");
    return { outcome, permission, said };
  }
}

const test = testIn(() => new HostWorkspace(server()).prepare());

for (const one of hosts) {
  test(`${one.host} ${one.event}: what the fleet says is what the host does, and its silence is a no`, async ({
    workspace,
  }) => {
    await workspace.install(one);
    const fire = (): Promise<object> => workspace.fire(one);
    const no = (said: RegExp): object => ({
      outcome: expect.stringMatching(/block|halt/),
      permission: expect.anything(),
      said: expect.stringMatching(said),
    });

    const allowed = fire();
    const [first = ""] = await workspace.waiting();
    await workspace.answer("allow", first);
    expect(await allowed).toEqual({
      outcome: "proceed",
      permission: one.grants ? "allow" : "none",
      said: expect.anything(),
    });

    const denied = fire();
    const [second = ""] = await workspace.waiting();
    await workspace.answer("deny", second, "--words", "not on a Friday");
    expect(await denied).toEqual(no(/not on a Friday/));

    workspace.readdress("postgres://a@127.0.0.1:1/b");
    expect(await fire()).toEqual(no(/nothing listens at the address of the fleet's database/));

    workspace.readdress(workspace.url());
    // On a busy machine the time is up before the question is asked.
    workspace.shorten(one, 13);
    expect(await fire()).toEqual(no(/Nobody of the fleet answered in |does not wait long enough/));
  });
}

test("where no entry of the host names the bridge, the shortest wait that it may have counts", async ({
  workspace,
}) => {
  const [copilot] = hosts.filter(({ host }) => host === "copilot") as [HostEvent];
  await workspace.install(copilot);
  const { file, payload } = copilot;
  const fire = async (...more: string[]): Promise<string> => {
    const args = ["bridge", "fire", "--host", "copilot", ...more];
    const event = JSON.stringify({ hook_event_name: "PreToolUse", ...payload });
    const { child, end } = workspace.start(args, event);
    const waits = workspace.waiting().then(() => {
      child.kill("SIGKILL");
      return "asked";
    });
    const ended = end.then(({ stderr, stdout }) => stderr + stdout);
    return Promise.race([ended, waits]);
  };
  const wrapped = (timeoutSec?: number): void => {
    const hook = { type: "command", bash: "./guard.sh", ...(timeoutSec && { timeoutSec }) };
    const hooks = { PreToolUse: [hook] };
    workspace.write(join(workspace.project, file), JSON.stringify({ version: 1, hooks }));
  };
  const tooShort = expect.stringContaining("copilot does not wait long enough");
  wrapped(10);
  expect(await fire()).toEqual(tooShort);
  // What Copilot has where an entry says nothing: 30 s.
  wrapped();
  expect(await fire()).toBe("asked");
  await workspace.query((sql) => sql`delete from snaphook_fleet.questions`);
  wrapped(10);
  expect(await fire("--deadline", "60")).toBe("asked");
});
