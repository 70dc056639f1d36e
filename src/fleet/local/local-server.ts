import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FleetFault } from "../fleet-fault.js";
import { asOrdinaryUser, postgresFolder } from "./postgres-programs.js";

const START_MS = 120_000;
/** What a client takes where none is named. */
const USUAL_PORT = 5432;
const PAUSE_MS = 25;

export interface LocalServerOptions {
  /** Settings of the server: `max_connections=50`. */
  readonly options?: readonly string[];
  /** Listens on 127.0.0.1 too, where every user of this machine may then do everything. Otherwise only on a socket in its folder. */
  readonly isOnLoopback?: boolean;
  /** Where its folder is made, instead of where temporary files are. */
  readonly parent?: string;
  /** Another server in place of PostgreSQL: its command, by its folder and port on 127.0.0.1. */
  readonly instead?: (data: string, port: number) => readonly string[];
  readonly signal?: AbortSignal;
}

/** A private PostgreSQL server in a folder of its own, with one role, `postgres`, that needs no password. */
export interface LocalServer {
  /** Only this user may list it; all of it is removed by `stop`. */
  readonly folder: string;
  /** The folder of its socket. */
  readonly socketFolder: string;
  /** On 127.0.0.1; of a socket it is only a part of the name. */
  readonly port: number;
  /** The address for a role: by its socket, or on loopback where it listens there. */
  url(role?: string): string;
  pid(): number | undefined;
  start(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one. Throws a `FleetFault` where PostgreSQL is not installed or does not start. */
export async function startLocalServer(given: LocalServerOptions = {}): Promise<LocalServer> {
  const programs = given.instead === undefined ? postgresFolder() : "";
  if (programs === null)
    throw new FleetFault(
      "no PostgreSQL server is installed here (initdb and postgres, in PATH or /usr/lib/postgresql): apt install postgresql, dnf install postgresql-server, or brew install postgresql",
    );
  // Another user must be able to enter it, where it is root's server.
  const parent = given.parent ?? (process.getuid?.() === 0 ? "/tmp" : tmpdir());
  const folder = realpathSync(mkdtempSync(join(parent, "snaphook-fleet-")));
  const own = join(folder, "server");
  mkdirSync(own, { mode: 0o700 });
  const port = isOnPort(given) ? await freePort() : USUAL_PORT;
  const server = new Started(folder, own, programs, given, port);
  try {
    server.makeData();
    await server.start();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

class Started implements LocalServer {
  private child: ChildProcess | null = null;
  private readonly data: string;
  private readonly before: readonly string[];

  constructor(
    readonly folder: string,
    readonly socketFolder: string,
    private readonly programs: string,
    private readonly given: LocalServerOptions,
    readonly port: number,
  ) {
    this.data = join(socketFolder, "data");
    this.before = given.instead === undefined ? asOrdinaryUser(socketFolder) : [];
  }

  makeData(): void {
    if (this.given.instead !== undefined) return;
    const settings = "-U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync".split(" ");
    const command = [...this.before, join(this.programs, "initdb"), "-D", this.data, ...settings];
    const [file = "", ...args] = command;
    try {
      execFileSync(file, args, { cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
    } catch (error) {
      throw new FleetFault(`initdb failed: ${(error as Error).message}`);
    }
  }

  url(role = "postgres"): string {
    return isOnPort(this.given)
      ? `postgres://${role}@127.0.0.1:${this.port}/postgres`
      : `postgres://${role}@localhost/postgres?host=${encodeURI(this.socketFolder)}`;
  }

  pid(): number | undefined {
    return this.child?.pid;
  }

  async start(): Promise<void> {
    const [file = "", ...args] = this.command();
    const child = spawn(file, args, { cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
    this.child = child;
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-4000)));
    child.once("error", (error) => (said += error.message));
    const until = Date.now() + START_MS;
    const place = isOnPort(this.given)
      ? { host: "127.0.0.1", port: this.port }
      : { path: join(this.socketFolder, `.s.PGSQL.${this.port}`) };
    while (!(await answers(place))) {
      if (this.given.signal?.aborted === true) throw new FleetFault("it was given up");
      const isOver = child.exitCode !== null || child.signalCode !== null;
      if (isOver || child.pid === undefined || Date.now() > until)
        throw new FleetFault(`the server did not start: ${said}`);
      await sleep(PAUSE_MS);
    }
  }

  kill(): Promise<void> {
    return this.end("SIGQUIT");
  }

  async stop(): Promise<void> {
    await this.end(this.given.instead === undefined ? "SIGINT" : "SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  private command(): readonly string[] {
    const { instead, options = [] } = this.given;
    if (instead !== undefined) return instead(this.data, this.port);
    const settings = [
      `listen_addresses=${isOnPort(this.given) ? "127.0.0.1" : ""}`,
      `port=${this.port}`,
      `unix_socket_directories=${this.socketFolder}`,
      "unix_socket_permissions=0700",
      // A killed process loses nothing by it; only a machine that fails would.
      "fsync=off",
      ...options,
    ];
    const args = settings.flatMap((setting) => ["-c", setting]);
    return [...this.before, join(this.programs, "postgres"), "-D", this.data, ...args];
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const ended = this.child;
    this.child = null;
    if (ended?.pid === undefined || ended.exitCode !== null || ended.signalCode !== null) return;
    const gone = new Promise((resolve) => ended.once("exit", resolve));
    ended.kill(signal);
    await gone;
  }
}

function isOnPort({ isOnLoopback, instead }: LocalServerOptions): boolean {
  return isOnLoopback === true || instead !== undefined;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether it takes connections: by then it asks for a password, or says that none is needed. */
function answers(
  place: { readonly path: string } | { readonly host: string; readonly port: number },
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place);
    const startup = Buffer.alloc(41);
    startup.writeInt32BE(41, 0);
    startup.writeInt32BE(196_608, 4);
    startup.write("user\0postgres\0database\0postgres\0", 8);
    socket.once("connect", () => socket.write(startup));
    // R: authentication; E: it still starts.
    socket.once("data", (chunk) => {
      socket.destroy();
      resolve(chunk.toString("latin1", 0, 1) === "R");
    });
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
  });
}
