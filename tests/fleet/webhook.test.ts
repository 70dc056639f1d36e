import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterEach, expect } from "vitest";
import { testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";
import { WebhookReceiver } from "./webhook-receiver.js";

const server = fleetServer();
const SECRET = "a secret of bot and agents";

/** A fleet whose agents have the secret of the bot. */
class AnnouncingFleet extends FleetWorkspace {
  secret = SECRET;

  override get environment(): NodeJS.ProcessEnv {
    return { ...super.environment, BOT_SECRET: this.secret };
  }

  async announceTo(url: string): Promise<void> {
    const { publicKey } = await this.json<{ publicKey: string }>("approvals", "key");
    this.settings({ answerers: { anna: publicKey }, webhook: { url, secret: "$BOT_SECRET" } });
  }
}

// Run 3 takes all of it: its tests share what takes long.
const test = testIn(() => new AnnouncingFleet(server()).prepare());

const receivers: WebhookReceiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});
async function bot(status?: number): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start(status);
  receivers.push(receiver);
  return receiver;
}

function complaints(stderr: string): number {
  return stderr.split("fleet.webhook could not be called").length - 1;
}

type Verify = (headers: object, body: string, secret: string) => boolean;

/** The example of docs/fleet.md, as it is printed there. */
async function documentedCheck(workspace: FleetWorkspace): Promise<Verify> {
  const page = readFileSync("docs/fleet.md", "utf8");
  const [, code = ""] = /```js\n(.*?isFromSnaphook.*?)```/s.exec(page) ?? [];
  const file = workspace.write(join(workspace.root, "check.mjs"), code);
  const { isFromSnaphook } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
    isFromSnaphook: Verify;
  };
  return isFromSnaphook;
}

test("a bot gets each new question, without its input, signed as the documentation says", async ({
  workspace,
}) => {
  const receiver = await bot();
  await workspace.announceTo(receiver.url);
  const asked = Date.now();
  const agent = workspace.agent("echo $((40 + 2)) # password=hunter22hunter22");
  const [id = ""] = await workspace.waiting();
  const { method, headers, body } = await receiver.first();
  const said = JSON.parse(body) as { reason: string; until: string };
  expect(said).toEqual({
    version: 1,
    type: "question",
    id,
    machine: hostname(),
    project: workspace.project,
    tool: "Bash",
    reason: said.reason,
    until: said.until,
    sha256: await workspace.sha256(id),
  });
  expect(Math.abs(Date.parse(said.until) - asked - 120_000)).toBeLessThan(60_000);
  const text = JSON.stringify({ headers, body });
  for (const hidden of ["40 + 2", "hunter22", SECRET, "postgres://", "ed25519"])
    expect(text).not.toContain(hidden);
  expect(method).toBe("POST");

  const isFromSnaphook = await documentedCheck(workspace);
  const { "x-snaphook-timestamp": time = "", "x-snaphook-signature": signature } = headers;
  expect(isFromSnaphook(headers, body, SECRET)).toBe(true);
  const forged: readonly [string, object, string, string][] = [
    ["another secret", headers, body, "another"],
    ["another body", headers, body.replace("Bash", "Read"), SECRET],
    ["another time", { ...headers, "x-snaphook-timestamp": `${Number(time) - 1}` }, body, SECRET],
    ["no signature", { "x-snaphook-timestamp": time }, body, SECRET],
    ["an empty one", { ...headers, "x-snaphook-signature": "" }, body, SECRET],
    ["a longer one", { ...headers, "x-snaphook-signature": `${String(signature)}0` }, body, SECRET],
    ["no time", { "x-snaphook-signature": signature }, body, SECRET],
  ];
  for (const [what, ...given] of forged)
    expect([what, isFromSnaphook(...given)]).toEqual([what, false]);
  // The same request an hour later.
  const { now } = Date;
  Date.now = () => now() + 3_600_000;
  try {
    expect(isFromSnaphook(headers, body, SECRET)).toBe(false);
  } finally {
    Date.now = now;
  }
  await workspace.answer("allow", id);
  expect((await agent.end).status).toBe(0);
  expect(receiver.received).toHaveLength(1);
});

test("a bot that is away, refuses, redirects or never answers changes nothing, and that is said", async ({
  workspace,
}) => {
  const cases: readonly (readonly [string, string | null])[] = [
    ["http://127.0.0.1:1/", "the connection failed: ECONNREFUSED"],
    [(await bot(500)).url, "it answered with status 500"],
    [(await bot(307)).url, "it answered with status 307"],
    [(await bot(0)).url, null],
  ];
  for (const [url, why] of cases) {
    await workspace.announceTo(url);
    const agent = workspace.agent();
    const [id = ""] = await workspace.waiting();
    const receiver = receivers.find((one) => one.url === url);
    await receiver?.first();
    // It is said while the question still waits.
    while (!agent.said().includes(why ?? "")) await sleep(20);
    await workspace.answer("allow", id);
    const { status, stdout, stderr } = await agent.end;
    expect({ status, stdout }).toEqual({ status: 0, stdout: "I will look.\nIt is 42.\n" });
    expect(complaints(stderr)).toBe(why === null ? 0 : 1);
    // A redirect is not followed.
    expect(receiver?.received.length ?? 1).toBe(1);
  }
});

test("of several questions of a session only the first complains about the bot", async ({
  workspace,
}) => {
  await workspace.announceTo("http://127.0.0.1:1/");
  const calls = ["echo one", "echo two"].map((command) => ({ tool: "Bash", input: { command } }));
  const script = join(workspace.userHome, "script.json");
  workspace.write(script, JSON.stringify({ turns: [{ say: "Two.", calls }], otherwise: "Well." }));
  const agent = workspace.start(["agent", "--model", `script:${script}`, "-p", "go"]);
  for (const answered of [1, 2]) {
    const [id = ""] = await workspace.waiting();
    while (complaints(agent.said()) === 0) await sleep(20);
    const { status } = await workspace.answer("deny", id, "--words", `not ${answered}`);
    expect(status).toBe(0);
  }
  const { stderr } = await agent.end;
  expect(complaints(stderr)).toBe(1);
});

test("without the secret nothing is sent, and the question waits all the same", async ({
  workspace,
}) => {
  const receiver = await bot();
  await workspace.announceTo(receiver.url);
  workspace.secret = "";
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  await workspace.answer("deny", id);
  const { status, stderr } = await agent.end;
  expect(status).toBe(1);
  expect(stderr).toContain(
    "Bash waits for an answer, but fleet.webhook could not be called: the variable BOT_SECRET is not set\n",
  );
  expect(receiver.received).toEqual([]);
});

test("under a host the user learns with the answer that the bot could not be called", async ({
  workspace,
}) => {
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  const webhook = { url: "http://127.0.0.1:1/", secret: "$BOT_SECRET" };
  const fleet = { url: workspace.url(), answerers: { anna: publicKey }, webhook };
  const settings = {
    permissions: { ask: ["Bash(git push*)"] },
    fleet: { ...fleet, hosts: ["claude-code"] },
  };
  workspace.write(join(workspace.home, "settings.json"), JSON.stringify(settings));
  const payload = {
    hook_event_name: "PreToolUse",
    session_id: "s",
    cwd: "/",
    tool_name: "Bash",
    tool_input: { command: "git push" },
  };
  const answered = async (decision: "allow" | "deny"): Promise<unknown> => {
    const fire = ["bridge", "fire", "--host", "claude-code"];
    const fired = workspace.start(fire, JSON.stringify(payload));
    const [id = ""] = await workspace.waiting();
    await workspace.answer(decision, id);
    return JSON.parse((await fired.end).stdout) as unknown;
  };
  const trouble = "fleet.webhook could not be called: the connection failed: ECONNREFUSED.";
  expect(await answered("allow")).toEqual({
    systemMessage: `anna allowed it.\n${trouble}`,
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
  });
  expect(await answered("deny")).toEqual({
    systemMessage: trouble,
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "anna said no.",
    },
  });
});
