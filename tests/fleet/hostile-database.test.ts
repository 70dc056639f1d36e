import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { expect } from "vitest";
import { testIn } from "../workspace.js";
import { fleetServer } from "./fleet-workspace.js";
import { PolicyWorkspace } from "./policy-workspace.js";

const server = fleetServer();

// Run 2 takes all of it: its tests share what takes long.
const test = testIn(async () => {
  const workspace = new PolicyWorkspace(server());
  await workspace.setUp();
  return workspace;
});

/** What fits better than PostgreSQL's own, by its types, and would run with the rights of whoever calls it. */
const lures = `
  create table public.lured (name text);
  create function public.lure(name text) returns void language sql as 'insert into public.lured values (name)';
  create function public.pg_advisory_xact_lock(text) returns void language sql as $$ select public.lure('lock') $$;
  create function public.collect(so_far json, given text) returns json language plpgsql as
    $$ begin perform public.lure('json_agg'); return '[]'; end $$;
  create aggregate public.json_agg(text) (sfunc = public.collect, stype = json);
  create function public.multiply(one numeric, other integer) returns numeric language plpgsql as
    $$ begin perform public.lure('*'); return 0; end $$;
  create operator public.* (leftarg = numeric, rightarg = integer, function = public.multiply);`;

test("what somebody else put into the schema public is never run", async ({ workspace }) => {
  await workspace.publish("no");
  await workspace.pull();
  await workspace.query((sql) =>
    sql.unsafe(`${lures}
      select snaphook_fleet.ask('00000000-0000-4000-8000-000000000000', '', '', 2, 60);
      insert into snaphook_fleet.answers (question, answerer, decision, statement, signature)
        values ('00000000-0000-4000-8000-000000000000', 'anna', 'allow', '', decode(repeat('00', 64), 'hex'))`),
  );
  const url = ["--url", workspace.url()];
  const commands = [
    ["fleet", "migrate", ...url],
    ["fleet", "status", ...url],
    ["fleet", "anchor"],
    ["approvals", "list", ...url],
    ["approvals", "show", "0000", ...url],
    ["policy", "status", ...url],
    ["policy", "pull"],
  ];
  for (const command of commands) {
    const { status, stderr } = await workspace.run(...command);
    expect({ command, status, stderr }).toEqual({ command, status: 0, stderr: "" });
  }
  const lured = await workspace.query((sql) => sql`select name from public.lured`);
  await workspace.query((sql) =>
    sql.unsafe(`drop table public.lured; drop operator public.* (numeric, integer);
      drop aggregate public.json_agg(text); drop function public.collect, public.multiply,
      public.pg_advisory_xact_lock(text), public.lure`),
  );
  expect([...lured]).toEqual([]);
});

test("a database that sends without end is cut off, and what was asked is denied", async ({
  workspace,
}) => {
  const endless = await EndlessDatabase.start();
  try {
    const url = `postgres://ci@127.0.0.1:${endless.port}/x`;
    workspace.pin([workspace.publicKey], { fleet: { url, waitSeconds: 3 }, policy: undefined });
    const { status, stderr } = await workspace.agent().end;
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining("Bash was denied: "),
    });
    expect(endless.mostTaken).toBeGreaterThan(0);
    expect(endless.mostTaken).toBeLessThan(ENDLESS);
  } finally {
    endless.close();
  }
});

test("large questions of one agent do not fill the memory of whoever answers others", async ({
  workspace,
}) => {
  // An agent chooses the ids of its questions, and what it is called.
  const ask = (number: number): string =>
    `select snaphook_fleet.ask('abcdef00-0000-4000-8000-00000000000${number}', '${number}',
      convert_to(repeat('x', 8000000), 'UTF8'), 1, 600);`;
  await workspace.query((sql) => sql.unsafe([1, 2, 3].map(ask).join("\n")));
  const url = ["--url", workspace.url()];
  const [listed, shown] = [
    await workspace.run("approvals", ...url),
    await workspace.run("approvals", "show", "abcd", ...url),
  ];
  const lines = listed.stdout.trimEnd().split("\n");
  expect(lines.map((line) => /cannot be read: (.*) with/.exec(line)?.[1])).toEqual(
    [1, 2, 3].map(() => "its 8000000 bytes are too many for a list; answer it"),
  );
  expect(shown.stderr).toBe("snaphook: several questions begin with abcd; give more of the id\n");
});

const ENDLESS = 256 * 1024 * 1024;
const PIECE = Buffer.alloc(1024 * 1024);

/** Takes every password and every question, and answers the first query after that with one row of a gigabyte. */
class EndlessDatabase {
  /** How many bytes a client has taken of it. */
  mostTaken = 0;
  private readonly sockets: Socket[] = [];

  private constructor(private readonly listener: Server) {
    listener.on("connection", (socket) => this.greet(socket));
  }

  static async start(): Promise<EndlessDatabase> {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    return new EndlessDatabase(listener);
  }

  get port(): number {
    return (this.listener.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.listener.close();
  }

  private greet(socket: Socket): void {
    this.sockets.push(socket);
    socket.on("error", () => undefined);
    const ready = message("Z", "I");
    socket.once("data", () => {
      socket.write(Buffer.concat([message("R", "\0\0\0\0"), ready]));
      socket.on("data", (chunk) => {
        const query = chunk.toString("latin1");
        if (query.includes("listen "))
          socket.write(Buffer.concat([message("C", "LISTEN\0"), ready]));
        else if (query.includes("snaphook_fleet.ask("))
          socket.write(Buffer.concat([text("state", "asked"), message("C", "SELECT 1\0"), ready]));
        else this.flood(socket);
      });
    });
  }

  private flood(socket: Socket): void {
    let taken = 0;
    const size = Buffer.alloc(4);
    size.writeInt32BE(1024 ** 3);
    socket.write(Buffer.concat([Buffer.from("D"), size]));
    const more = (error?: Error | null): void => {
      if (error !== undefined && error !== null) return;
      this.mostTaken = Math.max(this.mostTaken, (taken += PIECE.length));
      if (taken < ENDLESS) socket.write(PIECE, more);
    };
    socket.write(PIECE, more);
  }
}

/** A message of the server, with its length. */
function message(type: string, content: string): Buffer {
  const size = Buffer.alloc(4);
  size.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), size, Buffer.from(content, "latin1")]);
}

/** A row with one column of text. */
function text(column: string, value: string): Buffer {
  const kind = "\0\0\0\0\0\0\0\0\0\x19\xff\xff\xff\xff\xff\xff\0\0";
  return Buffer.concat([
    message("T", `\0\x01${column}\0${kind}`),
    message("D", `\0\x01\0\0\0${String.fromCharCode(value.length)}${value}`),
  ]);
}
