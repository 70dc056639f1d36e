import { afterAll, beforeAll, expect } from "vitest";
import { testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

let server: Awaited<ReturnType<typeof fleetServer>>;
beforeAll(async () => {
  server = await fleetServer();
}, 180_000);
afterAll(() => server.stop());

const test = testIn(() => new FleetWorkspace(server).prepare());

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
    stdout: "Your answer counts.\n",
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
    "state    allow, and the agent has taken it\n",
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
  expect(ends.find(({ status }) => status === 1)?.stderr).toContain(
    "Bash was denied: anna said no.\n",
  );
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
  await workspace.run("approvals", "allow", id, "--as", "mallory");
  const { status, stderr } = await agent.end;
  expect(status).toBe(1);
  expect(stderr).toContain('"mallory" may not answer: fleet.answerers has no key');
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
  const bert = await new FleetWorkspace(server).prepare();
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
  expect(first.stdout).toBe("Your yes is noted; one more person must allow it.\n");
  const again = await workspace.answer("allow", id, "--name", "production");
  expect(again.stderr).toBe("You have answered it already; another person must.\n");
  const url = workspace.url();
  await bert.run("approvals", "allow", id, "--as", "bert", "--name", "production", "--url", url);
  const { status, stderr } = await agent.end;
  expect(status).toBe(0);
  expect(stderr).toContain("anna and bert allowed this call.");
});
