// A private PostgreSQL server for tests and for trying out: own folder, own port, gone when it is stopped.
//   node scripts/postgres.mjs            starts one, prints its address, and stops it at Ctrl-C
//   node scripts/postgres.mjs install    installs Debian's package where it is missing (as root)
// Where PostgreSQL cannot be had, it is PGlite over its socket; `kind` says which.
import { execFileSync, spawn } from "node:child_process";
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const START_MS = 120_000;
const self = fileURLToPath(import.meta.url);

/** The folder with `postgres` and `initdb`, newest first, or null. */
export function programsFolder() {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root) : [];
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(root, version, "bin"));
  folders.push(...(process.env["PATH"] ?? "").split(":").filter((folder) => folder !== ""));
  return (
    folders.find((folder) =>
      ["postgres", "initdb"].every((name) => isProgram(join(folder, name))),
    ) ?? null
  );
}

/** Installs Debian's package. Gives false where that cannot be: no root, no apt-get, no network. */
export function installPostgres() {
  if (process.getuid?.() !== 0 || !isProgram("/usr/bin/apt-get")) return false;
  /** @type {import("node:child_process").ExecFileSyncOptions} */
  const options = {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  try {
    execFileSync(
      "apt-get",
      ["install", "-qq", "-y", "--no-install-recommends", "postgresql"],
      options,
    );
  } catch {
    return false;
  }
  return programsFolder() !== null;
}

/**
 * Starts a server. `kill` ends it as a crash does, `start` starts it again on the same folder and port, `stop` ends it and
 * removes all of it.
 * @param {{ maxConnections?: number, folder?: string, kind?: "postgresql" | "pglite", options?: readonly string[] }} [given]
 */
export async function startPostgres(given = {}) {
  const programs = given.kind === "pglite" ? null : programsFolder();
  // Another user must be able to enter it, where it is root's server.
  const place = process.getuid?.() === 0 ? "/tmp" : tmpdir();
  const parent = given.folder ?? realpathSync(mkdtempSync(join(place, "snaphook-postgres-")));
  const data = join(parent, "data");
  const port = await freePort();
  const as = programs === null ? [] : ordinaryUser(parent);
  if (programs !== null)
    run(
      as,
      join(programs, "initdb"),
      `-D ${data} -U postgres --auth=trust --encoding=UTF8 --locale=C --no-sync`.split(" "),
    );
  /** @type {import("node:child_process").ChildProcess | null} */
  let child = null;

  async function start() {
    const [file = "", ...args] =
      programs === null
        ? [process.execPath, self, "pglite", data, String(port)]
        : [
            ...as,
            join(programs, "postgres"),
            ...`-D ${data} -p ${port} -k ${parent} -c listen_addresses=127.0.0.1`.split(" "),
            // A killed process loses nothing by fsync=off; only a machine that fails would.
            ...`-c fsync=off -c max_connections=${given.maxConnections ?? 50}`.split(" "),
            ...(given.options ?? []).flatMap((option) => ["-c", option]),
          ];
    const started = spawn(file, args, { cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    started.stderr.on("data", (/** @type {Buffer} */ chunk) => {
      said = `${said}${chunk.toString()}`.slice(-4000);
    });
    child = started;
    const until = Date.now() + START_MS;
    while (!(await answers(port))) {
      if (started.exitCode !== null || Date.now() > until)
        throw new Error(`the server did not start:\n${said}`);
      await sleep(25);
    }
  }

  /** @param {NodeJS.Signals} signal */
  async function end(signal) {
    const ended = child;
    child = null;
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return;
    const gone = new Promise((resolve) => ended.once("exit", resolve));
    ended.kill(signal);
    await gone;
  }

  await start();
  return {
    kind: programs === null ? "PGlite" : "PostgreSQL",
    port,
    data,
    socketFolder: programs === null ? null : parent,
    /** For the role that owns all of it, or another. */
    url: (role = "postgres") => `postgres://${role}@127.0.0.1:${port}/postgres`,
    pid: () => child?.pid,
    start,
    kill: () => end("SIGQUIT"),
    stop: async () => {
      await end(programs === null ? "SIGTERM" : "SIGINT");
      if (given.folder === undefined) rmSync(parent, { recursive: true, force: true });
    },
  };
}

/**
 * What to put before a command: PostgreSQL refuses to run as root. It ends with who has started it.
 * @param {string} folder
 */
function ordinaryUser(folder) {
  const setpriv = "/usr/bin/setpriv";
  if (!isProgram(setpriv)) return [];
  if (process.getuid?.() !== 0) return [setpriv, "--pdeathsig", "INT"];
  const [user, uid, gid] = ["postgres", "nobody"].flatMap(idsOf);
  if (user === undefined) return [];
  chownSync(folder, Number(uid), Number(gid));
  const ids = [`--reuid=${uid}`, `--regid=${gid}`, "--clear-groups"];
  return [setpriv, ...ids, "--pdeathsig", "INT"];
}

/** @param {string} user */
function idsOf(user) {
  try {
    const id = (/** @type {string} */ option) =>
      execFileSync("id", [option, user], { stdio: ["ignore", "pipe", "ignore"] })
        .toString()
        .trim();
    return [user, id("-u"), id("-g")];
  } catch {
    return [];
  }
}

/**
 * @param {readonly string[]} as
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(as, program, args) {
  const [file = program, ...rest] = [...as, program, ...args];
  execFileSync(file, rest, { cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

/**
 * Whether it takes connections: it answers a request for TLS with one letter as soon as it does.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
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

/**
 * @param {string} folder
 * @param {number} port
 */
async function servePglite(folder, port) {
  const { PGlite } = await import("@electric-sql/pglite");
  const { PGLiteSocketServer } = await import("@electric-sql/pglite-socket");
  const db = await PGlite.create(folder);
  const server = new PGLiteSocketServer({ db, port, host: "127.0.0.1", maxConnections: 50 });
  await server.start();
  const stop = async () => {
    await server.stop();
    await db.close();
    process.exit();
  };
  process.once("SIGTERM", () => void stop());
}

if (process.argv[1] === self) {
  const [what, folder = "", port = ""] = process.argv.slice(2);
  if (what === "pglite") await servePglite(folder, Number(port));
  else if (what === "install") {
    if (programsFolder() === null && !installPostgres()) {
      process.stderr.write("postgresql cannot be installed here; PGlite is used instead\n");
      process.exitCode = 1;
    }
  } else {
    const server = await startPostgres();
    process.stdout.write(`${server.url()}\n`);
    process.stderr.write(`${server.kind}, in ${server.data}. Ctrl-C stops and removes it.\n`);
    for (const signal of ["SIGINT", "SIGTERM"])
      process.once(signal, () => void server.stop().then(() => process.exit()));
    setInterval(() => undefined, 1_000_000);
  }
}
