import { hash } from "node:crypto";
import { join } from "node:path";
import { createServer, connect, type AddressInfo, type Server, type Socket } from "node:net";
import { expect } from "vitest";
import { until } from "../tui/pty.js";
import { testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

const server = fleetServer();

// Run 3 takes all of it: its tests share what takes long.
const test = testIn(() => new FleetWorkspace(server()).prepare());

test("an answer that was acknowledged outlives the server and is taken after its restart", async ({
  workspace,
}) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  // It cannot see the answer before the server is gone.
  agent.child.kill("SIGSTOP");
  expect((await workspace.answer("allow", id)).stdout).toBe(
    "Stored; it counts where the machine lists your key.\n",
  );
  await server().kill();
  agent.child.kill("SIGCONT");
  await server().start();
  expect((await agent.end).stdout).toBe("I will look.\nIt is 42.\n");
});

test("a question outlives the server, and can be answered after its restart", async ({
  workspace,
}) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  await server().kill();
  await server().start();
  expect((await workspace.answer("allow", id)).stdout).toBe(
    "Stored; it counts where the machine lists your key.\n",
  );
  const { stdout, stderr } = await agent.end;
  expect(stdout).toBe("I will look.\nIt is 42.\n");
  expect(stderr).toContain("; connecting again\n");
});

test("a connection that is dead without having ended is noticed and made again", async ({
  workspace,
}) => {
  const hole = await BlackHole.before(server().port);
  try {
    const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
    const url = workspace.url().replace(String(server().port), String(hole.port));
    workspace.settings({ url, answerers: { anna: publicKey } });
    const agent = workspace.agent();
    const [id = ""] = await workspace.waiting();
    hole.swallow();
    await workspace.answer("allow", id, "--url", workspace.url());
    expect((await agent.end).stdout).toBe("I will look.\nIt is 42.\n");
  } finally {
    hole.close();
  }
});

test("a server that takes everything and answers nothing is a no", async ({ workspace }) => {
  const hole = await BlackHole.before(server().port);
  try {
    hole.swallowsAll = true;
    workspace.settings({ url: workspace.url().replace(String(server().port), String(hole.port)) });
    const { status, stderr } = await workspace.agent().end;
    expect(status).toBe(1);
    expect(stderr).toContain("Bash was denied: The fleet could not be asked: ");
  } finally {
    hole.close();
  }
});

test("whatever was done to the rows, nothing but a valid answer is a yes", async ({
  workspace,
}) => {
  const agents = Array.from({ length: 5 }, () => workspace.agent());
  const ids = await workspace.waiting(5);
  const [plain, empty, replayed, forged, changed] = ids as [string, string, string, string, string];
  await workspace.answer("allow", plain);
  await workspace.query((sql) =>
    sql.unsafe(`
      update snaphook_fleet.questions set outcome = 'allow' where id = '${empty}';
      insert into snaphook_fleet.answers (question, answerer, decision, statement, signature)
        select '${replayed}', answerer, decision, statement, signature from snaphook_fleet.answers;
      insert into snaphook_fleet.answers (question, answerer, decision, statement, signature)
        select '${forged}', answerer, decision,
          convert_to(replace(convert_from(statement, 'UTF8'), '${plain}', '${forged}'), 'UTF8'), signature
        from snaphook_fleet.answers where question = '${plain}';
      update snaphook_fleet.questions set outcome = 'allow' where id in ('${replayed}', '${forged}');
      update snaphook_fleet.questions set body = convert_to(
        replace(convert_from(body, 'UTF8'), '"tool":"Bash"', '"tool":"Read"'), 'UTF8') where id = '${changed}';
      select pg_notify('snaphook_fleet_' || id, '') from snaphook_fleet.questions;
    `),
  );
  // Whoever sees another question than was asked may be made to allow it.
  await workspace.answer("allow", changed);
  const ends = await Promise.all(agents.map(({ end }) => end));
  const said = ends.map(({ stderr }) => /Bash was denied: (.*)/.exec(stderr)?.[1] ?? "allowed");
  const refused = "The fleet could not be asked: ";
  expect(said.toSorted()).toEqual([
    `${refused}0 of 1 persons have allowed it.`,
    `${refused}an answer is not signed by the key of "anna".`,
    `${refused}an answer is to another question.`,
    `${refused}an answer is to another question.`,
    "allowed",
  ]);
});

test("a full queue, tables of a newer program and no tables are a no", async ({ workspace }) => {
  const deny = async (sql: string): Promise<string> => {
    await workspace.query((database) => database.unsafe(sql));
    const { stderr } = await workspace.agent().end;
    return /Bash was denied: The fleet could not be asked: (.*)/.exec(stderr)?.[1] ?? stderr;
  };
  const found = [
    await deny("update snaphook_fleet.limits set pending_per_agent = 0"),
    await deny("update snaphook_fleet.limits set pending_per_agent = 9, questions_per_minute = 0"),
    await deny("update snaphook_fleet.limits set questions_per_minute = 9, pending_in_all = 0"),
    await deny(
      "update snaphook_fleet.limits set pending_in_all = 9; delete from snaphook_fleet.migrations where number > 1",
    ),
    await deny("insert into snaphook_fleet.migrations (number, name, needs) values (99, 'x', 99)"),
    // What cannot be asked is not stored either.
    await workspace
      .query((sql) => sql`select from snaphook_fleet.questions`)
      .then(({ length }) => length),
    await deny("drop schema snaphook_fleet cascade"),
  ];
  expect(found).toEqual([
    "too many questions of this agent wait already.",
    "this agent asks too often; wait a minute.",
    "too many questions wait in the database.",
    "the database has older fleet tables; run: snaphook fleet migrate.",
    "the database has fleet tables of a newer snaphook; install that.",
    0,
    expect.stringContaining("run: snaphook fleet migrate"),
  ]);
});

test("hostile text is shown as text, and what is allowed is exactly that", async ({
  workspace,
}) => {
  const command = "echo 42 #\u0000\u001b[2J\u202e\ud800'; drop table questions; --\n\r fake: yes";
  const agent = workspace.agent(command);
  const [id = ""] = await workspace.waiting();
  const [list, shown] = [
    await workspace.run("approvals"),
    await workspace.run("approvals", "show", id),
  ];
  for (const { stdout } of [list, shown])
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000\u001b\u202e\r]/);
  const data = await workspace.json<{ input: string }>("approvals", "show", id);
  expect(JSON.parse(data.input)).toEqual({ command });
  await workspace.answer("deny", id, "--words", "no \u001b[2J'; drop schema snaphook_fleet; --");
  const { stderr } = await agent.end;
  // oxlint-disable-next-line no-control-regex
  expect(stderr).not.toMatch(/\u001b/);
});

const hostile = "\u001b]0;x\u0007\u001b[2J\u202e\u0000\r\n'; drop table x; -- \ud800 $(id) `id`";
// oxlint-disable-next-line no-control-regex
const acting = /[\u0000\u0007\u001b\u202e\r]/;

test("text in every field that an agent or an answerer writes is shown as text", async ({
  workspace,
}) => {
  const name = "anna \u001b[2J\u202e";
  const target = "production \u001b[2J";
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  const specific = { hookEventName: "PreToolUse", permissionDecision: "ask" };
  const json = { hookSpecificOutput: { ...specific, permissionDecisionReason: hostile } };
  const settings = {
    hooks: { PreToolUse: [{ hooks: [{ type: "json", name: `hook ${hostile}`, json }] }] },
    fleet: {
      url: workspace.url(),
      checkSeconds: 1,
      answerers: { [name]: publicKey },
      hosts: ["claude-code"],
      protectedNames: { "*": target },
    },
  };
  workspace.write(join(workspace.home, "settings.json"), JSON.stringify(settings));
  const payload = {
    hook_event_name: "PreToolUse",
    session_id: hostile,
    cwd: "/",
    tool_name: `mcp__x__${hostile}`,
    tool_input: { [hostile]: hostile, command: hostile },
  };
  const args = ["bridge", "fire", "--host", "claude-code"];
  const fired = workspace.start(args, JSON.stringify(payload));
  const [id = ""] = await workspace.waiting();
  const words = hostile.replaceAll("\u0000", "");
  const shown = [
    await workspace.run("approvals"),
    await workspace.run("approvals", "show", id),
    await workspace.run("approvals", "deny", id, "--as", name, "--words", words),
    await workspace.run("approvals", "show", id),
  ];
  expect(shown.map(({ status }) => status)).toEqual([0, 0, 0, 0]);
  for (const { stdout, stderr } of shown) expect(stdout + stderr).not.toMatch(acting);
  const { status, stderr } = await fired.end;
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("drop table") });
});

test("text in every field that a hostile database has is shown as text", async ({ workspace }) => {
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  const [row] = await workspace.query(
    (sql) => sql<{ body: Buffer }[]>`select body from snaphook_fleet.questions`,
  );
  const body = JSON.parse(String(row?.body)) as Record<string, unknown>;
  const input = JSON.stringify({ [hostile]: hostile });
  const texts = ["tool", "host", "machine", "session", "project", "protectedName"];
  const changed = {
    ...body,
    ...Object.fromEntries(texts.map((field) => [field, `${field} ${hostile}`])),
    input,
    original: JSON.stringify({ other: hostile }),
    inputSha256: hash("sha256", input, "hex"),
    reasons: [{ from: hostile, text: hostile }],
    persons: 2,
  };
  const some = hostile.replaceAll("\u0000", "").slice(0, 30);
  await workspace.query(async (sql) => {
    await sql`update snaphook_fleet.questions set persons = 2, asked_by = ${some},
      body = ${Buffer.from(JSON.stringify(changed))}`;
    await sql`insert into snaphook_fleet.answers (question, answerer, decision, statement, signature)
      values (${id}, ${some}, 'allow', '', ${Buffer.alloc(64)})`;
  });
  const watching = workspace.start(["approvals", "watch"]);
  await until(
    () => watching.printed().includes(id.slice(0, 8)),
    () => watching.printed(),
  );
  const seen = [await workspace.run("approvals"), await workspace.run("approvals", "show", id)];
  watching.child.kill("SIGINT");
  seen.push(await watching.end);
  for (const { stdout, stderr } of seen) {
    expect(stdout).toContain("drop table");
    expect(stdout + stderr).not.toMatch(acting);
  }
  // What was stored as its answer is none.
  await workspace.query((sql) =>
    sql.unsafe(`update snaphook_fleet.questions set outcome = 'allow', asked_by = session_user;
      select pg_notify('snaphook_fleet_${id}', '')`),
  );
  const end = await agent.end;
  expect(end.stderr).toContain("Bash was denied: The fleet could not be asked: ");
  expect(end.stderr).not.toMatch(acting);
});

test("six agents at once, and a crash of the server between their answers: each has its own", async ({
  workspace,
  skip,
}) => {
  if (server().kind !== "PostgreSQL")
    return skip("PGlite has one session only: statements of several agents are mixed up");
  const commands = Array.from({ length: 6 }, (_none, number) => `echo ${number}$((40 + 2))`);
  const agents = commands.map((command) => workspace.agent(command));
  const ids = await workspace.waiting(6);
  const asked = new Map<string, number>();
  for (const id of ids) {
    const { input } = await workspace.json<{ input: string }>("approvals", "show", id);
    asked.set(id, commands.indexOf((JSON.parse(input) as { command: string }).command));
  }
  const answer = (id: string): Promise<unknown> =>
    (asked.get(id) ?? 0) % 2 === 0
      ? workspace.answer("allow", id)
      : workspace.answer("deny", id, "--words", `use node ${asked.get(id)}`);
  for (const { child } of agents) child.kill("SIGSTOP");
  await Promise.all(ids.slice(0, 3).map(answer));
  await server().kill();
  for (const { child } of agents) child.kill("SIGCONT");
  await server().start();
  await Promise.all(ids.slice(3).map(answer));
  const ends = await Promise.all(agents.map(({ end }) => end));
  expect(ends.map(({ stdout }) => stdout)).toEqual(
    commands.map((_command, number) =>
      number % 2 === 0 ? "I will look.\nIt is 42.\n" : "I will look.\nWith node, then.\n",
    ),
  );
});

test("a role may do what its part needs, and nothing else", async ({ workspace }) => {
  if (server().kind !== "PostgreSQL") return;
  const [one, other, answerer] = ["one", "other", "answerer"].map((name) =>
    `${name}_${workspace.database}`.slice(0, 60),
  ) as [string, string, string];
  await workspace.query((sql) =>
    sql.unsafe(`create role ${one} login in role snaphook_asker;
      create role ${other} login in role snaphook_asker;
      create role ${answerer} login in role snaphook_answerer;`),
  );
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  workspace.settings({ url: workspace.url(one), answerers: { anna: publicKey } });
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  const as = (role: string, text: string): Promise<unknown> =>
    workspace
      .query((sql) => sql.unsafe(text), workspace.url(role))
      .then(
        (rows) => rows.length,
        (error: unknown) => (error as { code: string }).code,
      );
  const refused = "42501";
  expect({
    own: await as(one, "select from snaphook_fleet.questions"),
    others: await as(other, "select from snaphook_fleet.questions"),
    all: await as(answerer, "select from snaphook_fleet.questions"),
    askerAnswers: await as(
      one,
      `select snaphook_fleet.answer('${id}', '', 'anna', 'allow', '', '')`,
    ),
    askerWrites: await as(one, "update snaphook_fleet.questions set outcome = 'allow'"),
    answererAsks: await as(answerer, `select snaphook_fleet.ask('${id}', '', '', 1, 1)`),
    answererWrites: await as(answerer, "delete from snaphook_fleet.answers"),
    otherCloses: await as(other, `select from snaphook_fleet.close_question('${id}', 'expired')`),
  }).toEqual({
    own: 1,
    others: 0,
    all: 1,
    askerAnswers: refused,
    askerWrites: refused,
    answererAsks: refused,
    answererWrites: refused,
    otherCloses: 1,
  });
  const url = workspace.url(answerer);
  expect((await workspace.answer("allow", id, "--url", url)).stdout).toBe(
    "Stored; it counts where the machine lists your key.\n",
  );
  expect((await agent.end).status).toBe(0);
  await workspace.query((sql) => sql.unsafe(`drop role ${one}, ${other}, ${answerer}`));
});

/** A way to a server on which connections die without ending. */
class BlackHole {
  swallowsAll = false;
  private readonly pairs: (readonly [Socket, Socket])[] = [];

  private constructor(
    private readonly listener: Server,
    private readonly target: number,
  ) {
    listener.on("connection", (inner) => this.take(inner));
  }

  static async before(target: number): Promise<BlackHole> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    return new BlackHole(listener, target);
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  /** What is connected now gets no byte any more; what comes later is served. */
  swallow(): void {
    for (const [inner, outer] of this.pairs) {
      inner.unpipe(outer).resume();
      outer.unpipe(inner).resume();
    }
  }

  close(): void {
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
    this.listener.close();
  }

  private take(inner: Socket): void {
    inner.on("error", () => undefined);
    if (this.swallowsAll) {
      inner.resume();
      this.pairs.push([inner, inner]);
      return;
    }
    const outer = connect(this.target, "127.0.0.1");
    outer.on("error", () => undefined);
    this.pairs.push([inner, outer]);
    inner.pipe(outer);
    outer.pipe(inner);
  }
}
