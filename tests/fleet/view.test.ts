import { hash } from "node:crypto";
import { hostname } from "node:os";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { headersBut, write } from "../view/hostile-requests.js";
import { LiveLines, type LiveLine } from "../view/live-lines.js";
import { testIn } from "../workspace.js";
import { fleetServer } from "./fleet-workspace.js";
import { harmless, ViewedFleet, type ShownQuestion } from "./viewed-fleet.js";

const server = fleetServer();

// Run 3 takes all of it: its tests share what takes long.
const test = testIn(
  () => new ViewedFleet(server()).prepare(),
  (workspace) => workspace.end(),
);

interface Fleet {
  readonly fault: string | null;
  readonly waiting: number;
  readonly questions: readonly ShownQuestion[];
}

/** The fleet as the page gets it, once it is so. */
const fleetWhere =
  (is: (fleet: Fleet) => boolean) =>
  ({ type, fleet }: LiveLine): Fleet | undefined =>
    type === "fleet" && is(fleet as Fleet) ? (fleet as Fleet) : undefined;
const asks = fleetWhere(({ questions }) => questions.length === 1);
const news = ({ type, text }: LiveLine): unknown => (type === "fleet-news" ? text : undefined);

test("a question is shown with all that it says, and what is signed is what was shown", async ({
  workspace,
}) => {
  const viewer = await workspace.view();
  const live = await LiveLines.open(viewer);
  const agent = workspace.agent();
  const { questions } = await live.next(asks);
  const [shown] = questions;
  const { id = "", says, until = "" } = shown ?? {};
  const sha256 = await workspace.sha256(id);
  expect(questions).toEqual([
    {
      id,
      until,
      role: "postgres",
      allowedBy: [],
      says: {
        sha256,
        toolName: "Bash",
        machine: hostname(),
        project: workspace.project,
        session: says?.["session"],
        host: "snaphook",
        reasons: says?.["reasons"],
        persons: 1,
        protectedName: null,
        lines: [{ mark: " ", text: 'command: "echo $((40 + 2))"' }],
        isRewritten: false,
      },
    },
  ]);
  expect(Date.parse(until)).toBeGreaterThan(Date.now());
  const yes = { id, sha256, decision: "allow" };
  expect(await viewer.ask("fleetAnswer", yes)).toEqual({
    counts: true,
    text: "Stored; it counts where the machine lists your key.",
  });
  const { status, stdout, stderr } = await agent.end;
  expect({ status, stdout }).toEqual({ status: 0, stdout: "I will look.\nIt is 42.\n" });
  expect(stderr).toContain("warning: anna allowed this call.\n");
  await live.next(fleetWhere(({ waiting }) => waiting === 0));
  const [signed, ...more] = await workspace.statements();
  expect([signed?.digest, more]).toEqual([sha256, []]);
  // Once answered, it is answered.
  expect(await viewer.ask("fleetAnswer", yes)).toEqual({
    counts: false,
    text: "Somebody has allowed it already.",
  });
  live.close();
});

test("the other side sees who answered, and the words of a no are for the model", async ({
  workspace,
}) => {
  const viewers = await Promise.all([workspace.view(), workspace.view()]);
  const [one, other] = await Promise.all(viewers.map((viewer) => LiveLines.open(viewer)));
  const agent = workspace.agent();
  await other?.next(asks);
  const { id = "", says } = (await one?.next(asks))?.questions[0] ?? {};
  const no = { id, sha256: says?.sha256, decision: "deny", reason: "use node" };
  expect(await viewers[0]?.ask("fleetAnswer", no)).toMatchObject({ counts: true });
  expect(await other?.next(news)).toBe(`Denied by anna: Bash on ${hostname()}`);
  expect((await agent.end).stdout).toBe("I will look.\nWith node, then.\n");
  // Whoever answered there learns of the next one only.
  const next = workspace.agent();
  expect(await one?.next((line) => news(line) ?? asks(line))).toMatchObject({ waiting: 1 });
  await workspace.answer("deny", (await workspace.waiting())[0] ?? "", "--as", "bert");
  expect(await one?.next(news)).toBe(`Denied by bert: Bash on ${hostname()}`);
  await next.end;
  for (const live of [one, other]) live?.close();
});

test("a row that was changed since it was shown is not answered", async ({ workspace }) => {
  const viewer = await workspace.view();
  const live = await LiveLines.open(viewer);
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  const swap = (from: string, to: string) =>
    workspace.query(async (sql) => {
      await sql`
        update snaphook_fleet.questions
        set body = convert_to(replace(convert_from(body, 'UTF8'), ${from}, ${to}), 'UTF8')`;
      await sql`notify snaphook_fleet_questions`;
    });
  // The database shows something harmless, and then what was asked.
  await swap('"host":"snaphook"', '"host":"harmless"');
  const { questions } = await live.next(
    fleetWhere((fleet) => fleet.questions[0]?.says["host"] === "harmless"),
  );
  await swap('"host":"harmless"', '"host":"snaphook"');
  const sha256 = questions[0]?.says.sha256;
  for (const decision of ["allow", "deny"])
    expect(await viewer.ask("fleetAnswer", { id, sha256, decision })).toEqual({
      counts: false,
      text: "the question is not the one that was shown: its SHA-256 is another",
    });
  expect(await workspace.statements()).toEqual([]);
  await workspace.answer("deny", id);
  expect((await agent.end).status).toBe(1);
  live.close();
});

test("two persons, and the name of a protected target", async ({ workspace }) => {
  const { publicKey: anna } = await workspace.json<{ publicKey: string }>("approvals", "key");
  workspace.settings({
    answerers: { anna },
    twoPersons: ["Bash(echo *)"],
    protectedNames: { "Bash(echo *)": "production" },
  });
  const viewer = await workspace.view();
  const live = await LiveLines.open(viewer);
  const agent = workspace.agent();
  const { questions } = await live.next(asks);
  const { id = "", says } = questions[0] ?? {};
  expect(says).toMatchObject({ persons: 2, protectedName: "production" });
  const yes = { id, sha256: says?.sha256, decision: "allow" };
  for (const typed of [undefined, "", "Production", "production "])
    expect(await viewer.ask("fleetAnswer", { ...yes, typed })).toEqual({
      counts: false,
      text: "a protected target: type its name",
    });
  const named = { ...yes, typed: "production" };
  expect(await viewer.ask("fleetAnswer", named)).toEqual({
    counts: true,
    text: "Stored; one more person must allow it.",
  });
  await live.next(fleetWhere((fleet) => fleet.questions[0]?.allowedBy[0] === "anna"));
  expect(await viewer.ask("fleetAnswer", named)).toEqual({
    counts: false,
    text: "You have allowed it already; another person must. You can still deny it.",
  });
  await workspace.answer("deny", id, "--as", "bert");
  expect(await live.next(news)).toBe(`Denied by bert: Bash on ${hostname()}`);
  expect((await agent.end).status).toBe(1);
  live.close();
});

test("nothing is answered without the token, from another origin, by GET or with less than all of it", async ({
  workspace,
}) => {
  const viewer = await workspace.view();
  const live = await LiveLines.open(viewer);
  const id = await workspace.askAs(harmless);
  const { questions } = await live.next(asks);
  const whole = { id, sha256: questions[0]?.says.sha256, decision: "allow" };
  const but = headersBut(viewer.port, viewer.token);
  const send = (body: object, changed: Parameters<typeof but>[0] = {}, method = "POST") => {
    const text = JSON.stringify(body);
    const headers = but({ "content-length": String(text.length), ...changed });
    return viewer.send(write({ method, url: "/api/fleetAnswer", body: text, headers }));
  };
  const refused = [
    send(whole, { "x-snaphook-token": null }),
    send(whole, { "x-snaphook-token": "a".repeat(43) }),
    send(whole, { origin: null }),
    send(whole, { origin: "http://evil.example" }),
    send(whole, { host: `evil.example:${viewer.port}` }),
    send(whole, { "sec-fetch-site": "cross-site" }),
    send(whole, { "content-type": "text/plain" }),
    send(whole, {}, "GET"),
    send(whole, {}, "PUT"),
    send({ ...whole, sha256: undefined }),
    send({ ...whole, id: undefined }),
    send({ ...whole, decision: undefined }),
    send({ ...whole, decision: "yes" }),
    send({ ...whole, sha256: [whole.sha256] }),
  ];
  for (const answer of await Promise.all(refused)) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  const wrong = [
    { ...whole, sha256: "" },
    { ...whole, sha256: "0".repeat(64) },
    { ...whole, id: "%" },
    { ...whole, id: "ffffffff-ffff-4fff-8fff-ffffffffffff" },
    { ...whole, typed: "production" },
  ];
  for (const body of wrong)
    expect(await viewer.ask("fleetAnswer", body)).toMatchObject({ counts: false });
  expect(await workspace.statements()).toEqual([]);
  expect(await viewer.ask("fleetAnswer", whole)).toMatchObject({ counts: true });
  live.close();
});

test("what cannot be read, is too large, or has nobody's key, is not answered and says why", async ({
  workspace,
}) => {
  const viewer = await workspace.view();
  const live = await LiveLines.open(viewer);
  const input = JSON.stringify({ command: "x".repeat(300_000) });
  const large = { input, original: input, inputSha256: hash("sha256", input, "hex") };
  const garbled = await workspace.askAs({ ...harmless, tool: 5 });
  const huge = await workspace.askAs({ ...harmless, ...large });
  const fine = await workspace.askAs(harmless);
  const { questions } = await live.next(fleetWhere(({ waiting }) => waiting === 3));
  expect(questions.map(({ id, says }) => [id, says["fault"]])).toEqual([
    [garbled, "it cannot be read: it is not a question as this version of snaphook writes it"],
    [
      huge,
      expect.stringMatching(
        `^it cannot be read: its 60\\d{4} bytes are too many for a list; answer it with: snaphook approvals allow ${huge}$`,
      ),
    ],
    [fine, undefined],
  ]);
  const sha256 = await workspace.sha256(garbled);
  expect(await viewer.ask("fleetAnswer", { id: garbled, sha256, decision: "allow" })).toMatchObject(
    { counts: false, text: expect.stringContaining("it cannot be answered: ") as string },
  );
  rmSync(join(workspace.home, "fleet/answer.key"));
  const body = { id: fine, sha256: questions[2]?.says.sha256, decision: "allow" };
  expect(await viewer.ask("fleetAnswer", body)).toEqual({
    counts: false,
    text: `there is no key ${workspace.home}/fleet/answer.key; make one: snaphook approvals key`,
  });
  expect(await workspace.statements()).toEqual([]);
  live.close();
});

test("a question whose agent has died goes away when its time is up", async ({
  workspace,
  skip,
}) => {
  if (server().kind !== "PostgreSQL")
    return skip("PGlite does not notify: the page looks only every 30 s");
  const viewer = await workspace.view();
  const live = await LiveLines.open(viewer);
  await workspace.askAs(harmless, 3);
  await live.next(asks);
  await live.next(fleetWhere(({ waiting }) => waiting === 0));
  expect(await live.next(news)).toBe("Nobody answered in time: Bash on build-7");
  live.close();
});

test("the machines are those of fleet status", async ({ workspace }) => {
  await workspace.query(
    (sql) => sql`
      insert into snaphook_fleet.machines (id, name, version, enforced, observed, highest, missing)
      values (${crypto.randomUUID()}, 'build-7', '1.2.3', 4, null, 5, '["guard"]')`,
  );
  await workspace.askAs(harmless);
  const viewer = await workspace.view();
  const live = await LiveLines.open(viewer);
  await live.next(asks);
  const status = await workspace.json<{ questions: number; machines: Record<string, unknown>[] }>(
    "fleet",
    "status",
  );
  const [machine = {}] = status.machines;
  const { id, name, version, enforced, observed, lastSeen, wrong } = machine;
  expect(await viewer.ask("fleet", {})).toEqual({
    questions: 1,
    machines: [{ id, name, version, enforced, observed, lastSeen, wrong }],
  });
  expect(wrong).toEqual(["went back from revision 5 to 4", "required hooks are missing: guard"]);
  live.close();
});

test("a database that is away is said, the rest works, and the questions come back with it", async ({
  workspace,
}) => {
  const viewer = await workspace.view();
  const live = await LiveLines.open(viewer);
  await workspace.askAs(harmless);
  const { questions } = await live.next(asks);
  await server().kill();
  const { fault } = await live.next(fleetWhere((fleet) => fleet.fault !== null));
  expect(fault).not.toBe("");
  const { id, says } = questions[0] as ShownQuestion;
  const yes = { id, sha256: says.sha256, decision: "allow" };
  expect(await viewer.ask("fleetAnswer", yes)).toMatchObject({ counts: false });
  expect(await viewer.ask("fleet", {})).toHaveProperty("error");
  expect(await viewer.ask("state", {})).toMatchObject({ events: 0 });
  await server().start();
  const again = await live.next(asks);
  expect(again).toMatchObject({ fault: null, waiting: 1, questions: [{ id }] });
  expect(await viewer.ask("fleetAnswer", yes)).toMatchObject({ counts: true });
  live.close();
});

test("a viewer without a fleet answers for none, and one with a wrong address says so", async ({
  workspace,
}) => {
  const viewer = await workspace.view("postgres://nobody@127.0.0.1:1/nothing");
  const live = await LiveLines.open(viewer);
  const { fault } = await live.next(fleetWhere((fleet) => fleet.fault !== null));
  expect(fault).toContain("nothing listens at the address of the fleet's database");
  live.close();
  const without = await workspace.view("");
  const no = { error: "snaphook view was started without a fleet" };
  const body = { id: "a", sha256: "b", decision: "allow" };
  expect([await without.ask("fleet", {}), await without.ask("fleetAnswer", body)]).toEqual([
    no,
    no,
  ]);
  expect(await workspace.run("view", "--ledger", "x.jsonl", "--url", workspace.url())).toEqual({
    status: 2,
    signal: null,
    stdout: "",
    stderr: "snaphook: --url: nothing is answered with somebody else's ledger\n",
  });
});

test("approvals watch prints each question as it comes, and what came of it", async ({
  workspace,
}) => {
  const watch = workspace.start(["approvals", "watch", "--json"]);
  const id = await workspace.askAs(harmless);
  const printed = async (count: number): Promise<unknown[]> => {
    for (;;) {
      const lines = watch.printed().trimEnd().split("\n");
      if (lines.length >= count && lines[0] !== "") return lines.map((line) => JSON.parse(line));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  expect(await printed(1)).toMatchObject([{ type: "question", id, tool: "Bash", deniedBy: null }]);
  await workspace.answer("deny", id);
  expect((await printed(2))[1]).toEqual({
    type: "end",
    id,
    outcome: "deny",
    allowedBy: [],
    deniedBy: "anna",
  });
  watch.child.kill("SIGINT");
  await watch.end;
});
