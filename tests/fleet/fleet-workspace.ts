import { statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll } from "vitest";
import {
  migrateFleet,
  postgresFolder,
  startLocalServer,
  type LocalServer,
} from "../../src/fleet/index.js";
import {
  CommandWorkspace,
  type CommandEnd,
  type StartedCommand,
} from "../e2e/command-workspace.js";

const PATIENCE_MS = 120_000;

/** A server, and which it is. */
export type Server = LocalServer & { readonly kind: "PostgreSQL" | "PGlite" };

const pglite = (data: string, port: number): readonly string[] => [
  process.execPath,
  resolve("scripts/postgres.mjs"),
  "pglite",
  data,
  String(port),
];

/** PostgreSQL; where that is missing, or `SNAPHOOK_TESTS_DATABASE=pglite` says so, PGlite. */
async function startServer(): Promise<Server> {
  const wanted = process.env["SNAPHOOK_TESTS_DATABASE"];
  const isPglite = wanted === "pglite" || postgresFolder() === null;
  const server = await startLocalServer({
    ...(isPglite ? { instead: pglite } : { isOnLoopback: true }),
    ...(canOthersEnter(tmpdir()) && { parent: tmpdir() }),
  });
  return Object.assign(server, { kind: isPglite ? "PGlite" : "PostgreSQL" } as const);
}

/** Otherwise root's server, which has a user of its own, cannot be there. */
function canOthersEnter(folder: string): boolean {
  const isOpen = (statSync(folder).mode & 0o001) !== 0;
  return isOpen && (dirname(folder) === folder || canOthersEnter(dirname(folder)));
}

/** A server for the tests of a file, which say which one it is. */
export function fleetServer(): () => Server {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
    process.stderr.write(`tests/fleet run on ${server.kind}\n`);
  }, 180_000);
  afterAll(() => server.stop());
  return () => server;
}

/** A workspace whose commands use a database of their own on a server. */
export class FleetWorkspace extends CommandWorkspace {
  readonly database = `fleet_${crypto.randomUUID().replaceAll("-", "")}`;

  /** Variables of what is started from now on, besides those of every workspace. */
  variables: NodeJS.ProcessEnv = {};

  constructor(readonly server: LocalServer) {
    super();
  }

  override get environment(): NodeJS.ProcessEnv {
    return { ...super.environment, ...this.variables };
  }

  url(role = "postgres"): string {
    return this.server.url(role).replace(/\/postgres$/, `/${this.database}`);
  }

  /** Makes the database; PGlite has only one, which is emptied. */
  async createDatabase(): Promise<void> {
    const make =
      "kind" in this.server && this.server.kind === "PGlite"
        ? "drop schema if exists snaphook_fleet cascade"
        : `create database ${this.database}`;
    await this.query((sql) => sql.unsafe(make), this.server.url());
  }

  /** A database with tables, and a key of somebody who may answer, in the settings of the agent. */
  async prepare(fleet: object = {}): Promise<this> {
    await this.createDatabase();
    await migrateFleet(this.url());
    const { publicKey } = await this.json<{ publicKey: string }>("approvals", "key");
    this.settings({ answerers: { anna: publicKey }, ...fleet });
    return this;
  }

  settings(fleet: object): void {
    const settings = { fleet: { url: this.url(), checkSeconds: 1, waitSeconds: 120, ...fleet } };
    this.write(join(this.home, "settings.json"), JSON.stringify(settings));
  }

  /** An agent of its own session that wants to run one command. */
  agent(command = "echo $((40 + 2))", by: readonly string[] = []): StartedCommand {
    const script = join(this.userHome, `script-${crypto.randomUUID()}.json`);
    const turns = [
      { say: "I will look.", calls: [{ tool: "Bash", input: { command } }] },
      { when: "42", say: "It is 42." },
      { when: "use node", say: "With node, then." },
    ];
    this.write(script, JSON.stringify({ turns, otherwise: "Well." }));
    return this.start(["agent", "--model", `script:${script}`, "-p", "how much?"], "", by);
  }

  /** Answers as anna; allows what the database has now. */
  async answer(decision: "allow" | "deny", id: string, ...more: string[]): Promise<CommandEnd> {
    const seen = decision === "allow" ? ["--sha256", await this.sha256(id)] : [];
    return this.run("approvals", decision, id, ...seen, "--as", "anna", ...more);
  }

  /** Of a question, as the database has it now. */
  async sha256(id: string): Promise<string> {
    const [row] = await this.query(
      (sql) => sql<{ sha256: string }[]>`
        select encode(digest, 'hex') as sha256 from snaphook_fleet.questions
        where id::text like ${`${id}%`}`,
    );
    return row?.sha256 ?? "";
  }

  /** The ids of the questions that wait, once there are so many. */
  async waiting(count = 1): Promise<readonly string[]> {
    const until = Date.now() + PATIENCE_MS;
    // By one connection: each takes the server a process.
    return this.query(async (sql) => {
      for (;;) {
        const rows = await sql<{ id: string }[]>`
          select id::text from snaphook_fleet.questions where outcome is null order by asked_at`;
        if (rows.length >= count) return rows.map(({ id }) => id);
        if (Date.now() > until) throw new Error(`${rows.length} of ${count} questions wait`);
        await sleep(50);
      }
    });
  }

  /** Does something in the database as its owner. */
  async query<Result>(
    work: (sql: postgres.Sql) => PromiseLike<Result>,
    url = this.url(),
  ): Promise<Result> {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    try {
      return await work(sql);
    } finally {
      await sql.end();
    }
  }
}
