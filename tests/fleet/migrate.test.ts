import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { expect } from "vitest";
import { testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

const server = fleetServer();

// Run 1 takes all of it: its tests share what takes long.
const test = testIn(async () => {
  const workspace = new FleetWorkspace(server());
  await workspace.createDatabase();
  return workspace;
});

const upToDate = {
  status: 0,
  signal: null,
  stderr: "",
  stdout: "The tables are up to date (4).\n",
};

const allDone =
  "done: 1 approvals\ndone: 2 policy\ndone: 3 deny after allow\ndone: 4 ask in one statement\n";

test("migrate makes the tables once, whoever else does it at the same time", async ({
  workspace,
}) => {
  const migrate = () => workspace.run("fleet", "migrate", "--url", workspace.url());
  const both = await Promise.all([migrate(), migrate()]);
  expect(both.toSorted((one, other) => (one.stdout < other.stdout ? -1 : 1))).toEqual([
    upToDate,
    { ...upToDate, stdout: allDone },
  ]);
  expect(await migrate()).toEqual(upToDate);
});

test("a migration that was cut off has left nothing, and the next one does all of it", async ({
  workspace,
}) => {
  // The same table in the way makes it fail in the middle.
  await workspace.query((sql) =>
    sql.unsafe("create schema snaphook_fleet; create table snaphook_fleet.answers ()"),
  );
  const failed = await workspace.run("fleet", "migrate", "--url", workspace.url());
  expect(failed).toEqual({
    status: 1,
    signal: null,
    stdout: "",
    stderr: 'snaphook: relation "answers" already exists\n',
  });
  const tables = () =>
    workspace.query(
      (sql) => sql`select tablename from pg_tables where schemaname = 'snaphook_fleet'`,
    );
  expect([...(await tables())]).toEqual([{ tablename: "answers" }]);
  await workspace.query((sql) => sql.unsafe("drop table snaphook_fleet.answers"));
  const { stdout } = await workspace.run("fleet", "migrate", "--url", workspace.url());
  expect(stdout).toBe(allDone);
});

test("a migration that is killed in the middle has left nothing, and so has one whose server is", async ({
  workspace,
  skip,
}) => {
  if (server().kind !== "PostgreSQL") return skip("PGlite has one session only");
  const tables = async (): Promise<unknown> =>
    (
      await workspace.query(
        (sql) => sql`select nspname from pg_namespace where nspname = 'snaphook_fleet'`,
      )
    ).length;
  const faults: ((child: ChildProcess) => Promise<void>)[] = [
    async (child) => void child.kill("SIGKILL"),
    async () => {
      await server().kill();
      await server().start();
    },
  ];
  for (const fault of faults) {
    // It waits before its first function, when there are tables already.
    const holder = postgres(workspace.url(), { max: 1, onnotice: () => undefined });
    const { release, ended } = await holdFunctions(holder);
    const { child, end } = workspace.start(["fleet", "migrate", "--url", workspace.url()]);
    await waitsForLock(workspace);
    await fault(child);
    release();
    await ended;
    await holder.end();
    expect((await end).stdout).toBe("");
    await settledAt(tables, 0);
  }
  const { stdout } = await workspace.run("fleet", "migrate", "--url", workspace.url());
  expect(stdout).toBe(allDone);
});

/** Nobody else makes a function until it is released. */
async function holdFunctions(
  sql: postgres.Sql,
): Promise<{ readonly release: () => void; readonly ended: Promise<unknown> }> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  let begun = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (begun = resolve));
  const held = sql.begin(async (transaction) => {
    await transaction`lock table pg_catalog.pg_proc in share mode`;
    begun();
    await isReleased;
  });
  // The server may be killed meanwhile.
  const ended = held.catch(() => undefined);
  await isHeld;
  return { release, ended };
}

async function waitsForLock(workspace: FleetWorkspace): Promise<void> {
  await settledAt(
    async () =>
      (
        await workspace.query(
          (sql) => sql`select from pg_locks where not granted and relation = 'pg_proc'::regclass`,
        )
      ).length,
    1,
  );
}

async function settledAt(look: () => Promise<unknown>, wanted: unknown): Promise<void> {
  const until = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found === wanted) return;
    if (Date.now() > until) expect(found).toBe(wanted);
    await sleep(50);
  }
}

test("a newer step that older programs can work with does not keep them from asking", async ({
  workspace,
}) => {
  await workspace.run("fleet", "migrate", "--url", workspace.url());
  await workspace.query((sql) =>
    sql.unsafe(`
      alter table snaphook_fleet.questions add column urgency integer not null default 0;
      insert into snaphook_fleet.migrations (number, name, needs) values (90, 'urgency', 1)`),
  );
  const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
  workspace.settings({ answerers: { anna: publicKey } });
  const agent = workspace.agent();
  const [id = ""] = await workspace.waiting();
  await workspace.answer("allow", id);
  expect((await agent.end).status).toBe(0);
  const { stdout } = await workspace.run("fleet", "migrate", "--url", workspace.url());
  expect(stdout).toBe("The tables are up to date (90).\n");
  // Tables from before a step that this program needs are a no.
  await workspace.query((sql) => sql`delete from snaphook_fleet.migrations where number > 1`);
  expect((await workspace.agent().end).stderr).toContain(
    "Bash was denied: The fleet could not be asked: the database has older fleet tables; run: snaphook fleet migrate.",
  );
});

test("tables of a newer program are left alone", async ({ workspace }) => {
  await workspace.run("fleet", "migrate", "--url", workspace.url());
  await workspace.query(
    (sql) => sql`insert into snaphook_fleet.migrations (number, name, needs) values (99, 'x', 99)`,
  );
  const { status, stderr } = await workspace.run("fleet", "migrate", "--url", workspace.url());
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: "snaphook: the database has fleet tables of a newer snaphook; install that\n",
  });
});

test("a schema that somebody else made is refused, also by a superuser", async ({ workspace }) => {
  const role = `other_${crypto.randomUUID().slice(0, 8)}`;
  const run = (sql: string) => workspace.query((database) => database.unsafe(sql));
  await run(`create role ${role}; create schema snaphook_fleet authorization ${role}`);
  const migrate = () => workspace.run("fleet", "migrate", "--url", workspace.url());
  const refused = await migrate();
  expect(refused).toEqual({
    status: 1,
    signal: null,
    stdout: "",
    stderr: `snaphook: the schema snaphook_fleet belongs to the role ${role}, which postgres is not a member of: migrate as that role, or drop the schema if you did not make it\n`,
  });
  await run(`grant ${role} to postgres`);
  expect((await migrate()).status).toBe(0);
  await run(`drop owned by ${role} cascade; drop role ${role}`);
});

test("functions find nothing before what PostgreSQL has, and no question waits longer than a day", async ({
  workspace,
}) => {
  await workspace.run("fleet", "migrate", "--url", workspace.url());
  const found = await workspace.query(
    (sql) => sql`
      select distinct proconfig::text as config, prosecdef as definer from pg_proc
      where pronamespace = 'snaphook_fleet'::regnamespace`,
  );
  expect([...found]).toEqual([
    { config: '{"search_path=pg_catalog, snaphook_fleet, pg_temp"}', definer: true },
  ]);
  const waits = await workspace.query(
    (sql) => sql`
      select given, (select seconds_left from snaphook_fleet.ask(gen_random_uuid(), '', '', 1, given)) as seconds
      from unnest(array[5, 1e9, 'infinity', 'nan', -1]::double precision[]) as given`,
  );
  expect(waits.map(({ seconds }) => Number(seconds))).toEqual([5, 86400, 86400, 86400, 0]);
});

test("what keeps the database from being used is said, with what to do", async ({ workspace }) => {
  const cases = [
    [[], 2, "no database is named: give --url"],
    [
      ["--url", "mysql://x"],
      1,
      "the URL of the fleet is none such as postgres://ROLE:$NAME@HOST/DATABASE",
    ],
    [["--url", "postgres://a:$NOT_SET@127.0.0.1/b"], 1, "the variable NOT_SET, which is not set"],
    [
      ["--url", "postgres://a@127.0.0.1:1/b"],
      1,
      "nothing listens at the address of the fleet's database; check host and port",
    ],
    [["--url", `${workspace.server.url()}x`], 1, "there is no such database; create it"],
    [["--url", workspace.url("nobody_here")], 1, "refused the role in the URL; check its name"],
  ] as const;
  // PGlite takes every name of a database and of a role for its own.
  const known = server().kind === "PostgreSQL" ? cases : cases.slice(0, -2);
  for (const [args, status, said] of known) {
    const end = await workspace.run("fleet", "migrate", ...args);
    expect(end).toEqual({ ...end, status, stdout: "", stderr: expect.stringContaining(said) });
  }
});
