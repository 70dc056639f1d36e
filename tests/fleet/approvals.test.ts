import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { spawn } from "@lydell/node-pty";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { expect } from "vitest";
import { until } from "../tui/pty.js";
import { testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

const server = fleetServer();

// Run 1 takes all of it: its tests share what takes long.
const test = testIn(() => new FleetWorkspace(server()).prepare());

test("an agent without a screen waits, runs what was allowed, and says who allowed it", async ({
  workspace,
}) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  const shown = await workspace.run("approvals", "show", id.slice(0, 8));
  expect(shown.stdout).toContain("tool     Bash\n");
  expect(shown.stdout).toContain('    command: "echo $((40 + 2))"\n');
  expect((await workspace.run("approvals")).stdout).toContain(id.slice(0, 8));
  expect(await workspace.answer("allow", id.slice(0, 8))).toEqual({
    status: 0,
    signal: null,
    stdout: "Stored; it counts where the machine lists your key.\n",
    stderr: "",
  });
  const { status, stdout, stderr } = await agent.end;
  expect({ status, stdout }).toEqual({ status: 0, stdout: "I will look.\nIt is 42.\n" });
  expect(stderr).toContain(`an answer of the fleet: snaphook approvals show ${id.slice(0, 8)}\n`);
  expect(stderr).toContain("warning: anna allowed this call.\n");
  expect(await workspace.answer("deny", id)).toEqual({
    status: 1,
    signal: null,
    stdout: "",
    stderr: "Somebody has allowed it already.\n",
  });
  expect((await workspace.run("approvals", "show", id)).stdout).toContain(
    "state    allowed by anna, and the agent has taken it\n",
  );
});

test("a no with words is read by the model, one without them ends the turn", async ({
  workspace,
}) => {
  const agents = [workspace.agent(), workspace.agent()];
  const [first = "", second = ""] = await workspace.waiting(2);
  await workspace.answer("deny", first, "--words", "use node");
  await workspace.answer("deny", second);
  const ends = await Promise.all(agents.map(({ end }) => end));
  const found = ends
    .map(({ status, stdout }) => ({ status, stdout }))
    .toSorted((one, other) => Number(one.status) - Number(other.status));
  expect(found).toEqual([
    { status: 0, stdout: "I will look.\nWith node, then.\n" },
    { status: 1, stdout: "I will look.\n" },
  ]);
  const said = ends.find(({ status }) => status === 1)?.stderr;
  expect(said).toContain("Bash was denied: anna said no.\n");
  // How to do without her is nothing to suggest.
  expect(said).not.toContain("--allow");
});

test("two who answer at once: one counts, and the agent does what that one said", async ({
  workspace,
}) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  const answers = await Promise.all([workspace.answer("allow", id), workspace.answer("deny", id)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([0, 1]));
  const isAllowed = answers[0].status === 0;
  expect((await agent.end).stdout.includes("42")).toBe(isAllowed);
});

test("what nobody answers in time is a no", async ({ workspace }) => {
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  workspace.settings({ answerers: { anna: publicKey }, waitSeconds: 1 });
  const { status, stderr } = await workspace.agent().end;
  expect(status).toBe(1);
  expect(stderr).toContain("Bash was denied: Nobody of the fleet answered in 1 s.\n");
});

test("the database that cannot be reached is a no, at once, with the reason", async ({
  workspace,
}) => {
  workspace.settings({ url: "postgres://a@127.0.0.1:1/b" });
  const { status, stderr } = await workspace.agent().end;
  expect(status).toBe(1);
  expect(stderr).toContain("Bash was denied: The fleet could not be asked: nothing listens at");
});

test("fleet settings with a fault let nobody answer", async ({ workspace }) => {
  workspace.settings({ twoPerson: ["Bash"] });
  const { status, stderr } = await workspace.agent().end;
  expect(status).toBe(1);
  expect(stderr).toContain("Bash was denied: The fleet could not be asked: the fleet settings");
});

test("an answer by somebody whom the settings do not list is a no", async ({ workspace }) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  await workspace.answer("allow", id, "--as", "mallory");
  const { status, stderr } = await agent.end;
  expect(status).toBe(1);
  expect(stderr).toContain(
    '"mallory" may not answer: fleet.answerers of this machine has no such name',
  );
});

test("an interrupted agent withdraws its question", async ({ workspace }) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  agent.child.kill("SIGINT");
  expect((await agent.end).status).toBe(130);
  expect((await workspace.answer("allow", id)).stderr).toBe("The agent does not ask any more.\n");
});

test("two persons where a rule says so, and the name of a protected target", async ({
  workspace,
}) => {
  const { publicKey: anna } = await workspace.json<{ publicKey: string }>("approvals", "key");
  const bert = await new FleetWorkspace(server()).prepare();
  const { publicKey } = await bert.json<{ publicKey: string }>("approvals", "key");
  workspace.settings({
    answerers: { anna, bert: publicKey },
    twoPersons: ["Bash(echo *)"],
    protectedNames: { "Bash(echo *)": "production" },
  });
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  const nameless = await workspace.answer("allow", id);
  expect(nameless.stderr).toContain("a protected target: type its name");
  const first = await workspace.answer("allow", id, "--name", "production");
  expect(first.stdout).toBe("Stored; one more person must allow it.\n");
  const again = await workspace.answer("allow", id, "--name", "production");
  expect(again.stderr).toBe(
    "You have allowed it already; another person must. You can still deny it.\n",
  );
  const url = workspace.url();
  const sha256 = await workspace.sha256(id);
  const asBert = ["--as", "bert", "--name", "production", "--url", url, "--sha256", sha256];
  await bert.run("approvals", "allow", id, ...asBert);
  const { status, stderr } = await agent.end;
  expect(status).toBe(0);
  expect(stderr).toContain("anna and bert allowed this call.");
});

test("whoever has allowed what needs two persons can deny it until it is settled", async ({
  workspace,
}) => {
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  workspace.settings({ answerers: { anna: publicKey }, twoPersons: ["Bash(echo *)"] });
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  await workspace.answer("allow", id);
  expect(await workspace.answer("deny", id, "--words", "use node")).toEqual({
    status: 0,
    signal: null,
    stdout: "Stored; it counts where the machine lists your key.\n",
    stderr: "",
  });
  expect((await agent.end).stdout).toBe("I will look.\nWith node, then.\n");
  // Both are kept, and neither can be said again.
  const { stderr } = await workspace.answer("deny", id);
  expect(stderr).toBe("Somebody has denied it already.\n");
  const rows = await workspace.query(
    (sql) => sql`select decision from snaphook_fleet.answers order by answered_at`,
  );
  expect([...rows]).toEqual([{ decision: "allow" }, { decision: "deny" }]);
});

test("a script allows only what it has looked at", async ({ workspace }) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  const blind = [await workspace.run("approvals", "allow", id, "--as", "anna")];
  blind.push(await workspace.run("approvals", "allow", id, "--as", "anna", "--json"));
  for (const end of blind)
    expect(end).toEqual({
      ...end,
      status: 2,
      stdout: "",
      stderr: expect.stringContaining(
        `snaphook approvals show ${id}, and give its SHA-256: --sha256`,
      ),
    });
  // The database shows something harmless, and then what was asked.
  const swap = (from: string, to: string) =>
    workspace.query(
      (sql) => sql`
        update snaphook_fleet.questions
        set body = convert_to(replace(convert_from(body, 'UTF8'), ${from}, ${to}), 'UTF8')`,
    );
  await swap('"host":"snaphook"', '"host":"harmless"');
  const { sha256 } = await workspace.json<{ sha256: string }>("approvals", "show", id);
  await swap('"host":"harmless"', '"host":"snaphook"');
  const tricked = await workspace.run("approvals", "allow", id, "--as", "anna", "--sha256", sha256);
  expect(tricked).toEqual({
    status: 1,
    signal: null,
    stdout: "",
    stderr: "snaphook: the question is not the one that was shown: its SHA-256 is another\n",
  });
  await workspace.answer("deny", id);
  expect((await agent.end).status).toBe(1);
});

test("on a terminal allow shows the question and asks", async ({ workspace }) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  const allow = async (key: string): Promise<object> => {
    const args = [resolve("dist/cli/main.js"), "approvals", "allow", id, "--as", "anna"];
    const env = workspace.environment as Record<string, string>;
    const terminal = spawn(process.execPath, args, { cwd: workspace.project, env, cols: 100 });
    let [printed, isAnswered] = ["", false];
    terminal.onData((text) => {
      printed += text;
      if (isAnswered || !printed.includes("Allow exactly this, once?")) return;
      isAnswered = true;
      terminal.write(key);
    });
    const status = await new Promise((settle) => terminal.onExit((end) => settle(end.exitCode)));
    const [before = ""] = printed.split("Allow exactly this");
    const isShown = before.includes('command: "echo $((40 + 2))"');
    return { status, isShown, isStored: printed.includes("Stored;") };
  };
  expect(await allow("n")).toEqual({ status: 3, isShown: true, isStored: false });
  expect(await workspace.waiting()).toEqual([id]);
  expect(await allow("y")).toEqual({ status: 0, isShown: true, isStored: true });
  expect((await agent.end).status).toBe(0);
});

test("an agent without a screen takes no answers of other processes of the user", async ({
  workspace,
}) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  expect(existsSync(join(workspace.home, "questions"))).toBe(false);
  await workspace.answer("deny", id);
  expect((await agent.end).status).toBe(1);
});

test("what needs two persons nobody allows at the screen, and the screen says why", async ({
  workspace,
}) => {
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  workspace.settings({ answerers: { anna: publicKey }, twoPersons: ["Bash(echo *)"] });
  const command = "echo ran > ran.txt";
  const script = join(workspace.userHome, "script.json");
  const turns = [{ say: "I will look.", calls: [{ tool: "Bash", input: { command } }] }];
  workspace.write(script, JSON.stringify({ turns, otherwise: "Well." }));
  const args = [resolve("dist/cli/main.js"), "agent", "--model", `script:${script}`];
  const env = { ...(workspace.environment as Record<string, string>), TERM: "xterm-256color" };
  const terminal = spawn(process.execPath, args, { cwd: workspace.project, env, cols: 100 });
  let seen = "";
  terminal.onData((text) => (seen += stripVTControlCharacters(text)));
  const ended = new Promise((settle) => terminal.onExit(settle));
  const sees = (text: string) =>
    until(
      () => seen.includes(text),
      () => seen,
    );
  try {
    await sees("idle");
    terminal.write("go");
    await sees("> go");
    terminal.write("\r");
    await sees("You can only deny it: needs two persons: waiting for the fleet");
    const [id = ""] = await workspace.waiting();
    // Keys count only a moment after the question has appeared.
    await sleep(2000);
    terminal.write("y");
    await sleep(1000);
    expect(await workspace.waiting()).toEqual([id]);
    await workspace.answer("deny", id);
    await sees("anna said no.");
    expect(workspace.read("ran.txt")).toBe(null);
  } finally {
    terminal.kill("SIGKILL");
    await ended;
  }
});

test("what a hostile database says of a question neither acts on the terminal nor ends show", async ({
  workspace,
}) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  await workspace.query((sql) =>
    sql.unsafe(`
      alter table snaphook_fleet.questions drop constraint questions_outcome_check;
      update snaphook_fleet.questions set outcome = E'\\x1b[2J',
        body = convert_to(replace(convert_from(body, 'UTF8'), '"original":"', '"original":"!'), 'UTF8')`),
  );
  expect(await workspace.run("approvals", "show", id)).toEqual({
    status: 0,
    signal: null,
    stdout: `${id}: \\x1b[2J\nIt cannot be read: the input of the call is not JSON\n`,
    stderr: "",
  });
  await agent.end;
});
