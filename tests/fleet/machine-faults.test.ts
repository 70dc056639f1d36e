import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { startLocalServer, type LocalServer } from "../../src/fleet/index.js";
import type { StartedCommand } from "../e2e/command-workspace.js";
import { temporaryFolder, testIn } from "../workspace.js";
import { fleetServer, FleetWorkspace } from "./fleet-workspace.js";

const server = fleetServer();
// Run 3 takes all of it: its tests share what takes long.
const test = testIn(() => new FleetWorkspace(server()).prepare());

const ALLOWED = "I will look.\nIt is 42.\n";
const STORED = "Stored; it counts where the machine lists your key.\n";

const [clock] = ["/usr/lib/*/faketime/libfaketime.so.1", "/usr/lib*/faketime/libfaketime.so.1"]
  .flatMap((pattern) =>
    spawnSync("sh", ["-c", `ls ${pattern} 2>/dev/null`])
      .stdout.toString()
      .split("\n"),
  )
  .filter((file) => file !== "");

test.skipIf(clock === undefined)(
  `years between the clocks change nothing${clock === undefined ? " (faketime is not installed here)" : ""}`,
  async ({ workspace }) => {
    const at = (offset: string): NodeJS.ProcessEnv => ({
      LD_PRELOAD: clock,
      FAKETIME: offset,
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    });
    const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
    for (const [agents, answerers] of [
      ["+10y", "-10y"],
      ["-10y", "+10y"],
    ] as const) {
      workspace.settings({ answerers: { anna: publicKey } });
      workspace.variables = at(agents);
      const [allowed, denied] = [workspace.agent(), workspace.agent()];
      const [one = "", two = ""] = await workspace.waiting(2);
      workspace.variables = at(answerers);
      const listed = (await workspace.run("approvals")).stdout;
      expect([one, two].every((id) => listed.includes(`${id.slice(0, 8)}    1 min`))).toBe(true);
      expect((await workspace.answer("allow", one)).stdout).toBe(STORED);
      expect((await workspace.answer("deny", two, "--words", "use node")).stdout).toBe(STORED);
      const said = [(await allowed.end).stdout, (await denied.end).stdout];
      expect(said.toSorted()).toEqual([ALLOWED, "I will look.\nWith node, then.\n"]);
      // Time that is up is up, whatever the calendars say.
      workspace.settings({ answerers: { anna: publicKey }, waitSeconds: 1 });
      workspace.variables = at(agents);
      expect((await workspace.agent().end).stderr).toContain(
        "Nobody of the fleet answered in 1 s.",
      );
    }
  },
);

const mounts: string[] = [];
afterAll(() => {
  for (const mount of mounts.splice(0)) spawnSync("umount", ["--lazy", mount]);
});

/** A small disk of its own, or null where nobody may mount one. */
function smallDisk(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return null;
  const folder = temporaryFolder("/tmp");
  const { status } = spawnSync("mount", [
    "-t",
    "tmpfs",
    "-o",
    "size=96m,mode=0711",
    "none",
    folder,
  ]);
  if (status !== 0) return null;
  mounts.push(folder);
  return folder;
}

test("a disk that is full is a no, and what was acknowledged before is kept", async ({ skip }) => {
  const disk = server().kind === "PostgreSQL" ? smallDisk() : null;
  if (disk === null) return skip("it needs PostgreSQL and the right to mount a disk");
  const options = ["wal_recycle=off", "max_wal_size=32MB", "min_wal_size=32MB"];
  const own = await startLocalServer({ parent: disk, isOnLoopback: true, options });
  const ballast = join(disk, "ballast");
  const agents: StartedCommand[] = [];
  try {
    const workspace = await new FleetWorkspace(own).prepare({ waitSeconds: 600 });
    agents.push(workspace.agent(), workspace.agent());
    const [one = "", two = ""] = await workspace.waiting(2);
    // They cannot see the answer before the disk is full.
    for (const { child } of agents) child.kill("SIGSTOP");
    expect((await workspace.answer("allow", one)).stdout).toBe(STORED);
    fill(ballast);
    const answers: string[] = [];
    // Small rows still find room: until they do not.
    for (let round = 0; round < 40 && !answers.some(isRefusal); round++)
      answers.push(await ask(workspace));
    expect(answers.find(isRefusal)).toBeDefined();
    // The question that waits is answered, or the answer is refused; nothing in between.
    const late = await workspace.run(
      "approvals",
      "deny",
      two,
      "--as",
      "anna",
      "--words",
      "use node",
    );
    // The server may have ended itself, and be connected to until the time is up.
    const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
    workspace.settings({ answerers: { anna: publicKey }, waitSeconds: 5 });
    expect((await workspace.agent("true").end).stderr).toMatch(/Bash was denied: /);
    rmSync(ballast);
    // Without room for its log it may have ended itself.
    await own.kill();
    await own.start();
    for (const { child } of agents) child.kill("SIGCONT");
    if (late.status !== 0) {
      expect(late.stdout).toBe("");
      await workspace.answer("deny", two, "--words", "use node");
    }
    const said = (await Promise.all(agents.map(({ end }) => end))).map(({ stdout }) => stdout);
    expect(said.toSorted()).toEqual([ALLOWED, "I will look.\nWith node, then.\n"]);
  } finally {
    for (const { child } of agents) child.kill("SIGKILL");
    await own.stop();
  }
});

function isRefusal(said: string): boolean {
  return said !== "asked";
}

/** Writes until there is no room. */
function fill(file: string): void {
  for (const size of ["1M", "4k"])
    spawnSync("dd", ["if=/dev/zero", `of=${file}`, `bs=${size}`, "oflag=append", "conv=notrunc"]);
}

/** A large question, straight to the database. */
async function ask(workspace: FleetWorkspace): Promise<string> {
  return workspace
    .query(
      (sql) => sql`
        select state from snaphook_fleet.ask(gen_random_uuid(), 'other', convert_to(
          (select string_agg(md5(random()::text), '') from generate_series(1, 8000)), 'UTF8'), 1, 60)`,
    )
    .then(
      ([row]) => String(row?.["state"]),
      (error: unknown) => String(error),
    );
}

const hasNamespaces =
  process.platform === "linux" &&
  spawnSync("unshare", ["-n", "ip", "link", "set", "lo", "up"]).status === 0;

test("a network that drops every packet is noticed, and the answer is found when it is back", async ({
  workspace,
  skip,
}) => {
  if (!hasNamespaces || server().kind !== "PostgreSQL")
    return skip("it needs PostgreSQL and network namespaces");
  const network = await OwnNetwork.before(server());
  const command = "echo $((40 + 2))";
  try {
    const { publicKey } = await workspace.json<{ publicKey: string }>("approvals", "key");
    const url = `postgres://postgres@${ADDRESS}:5432/${workspace.database}?sslmode=disable`;
    workspace.settings({ url, answerers: { anna: publicKey } });
    const agent = workspace.agent(command, network.inside);
    const isLost = new Promise<void>((resolve) => {
      let said = "";
      agent.child.stderr?.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("connecting again")) resolve();
      });
    });
    const [id = ""] = await workspace.waiting();
    network.drop();
    expect((await workspace.answer("allow", id, "--url", workspace.url())).stdout).toBe(STORED);
    await isLost;
    network.heal();
    expect((await agent.end).stdout).toBe(ALLOWED);
    // Nothing comes back from the beginning on.
    network.drop();
    const { status, stderr } = await workspace.agent(command, network.inside).end;
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining("Bash was denied: The fleet could not be asked: "),
    });
  } finally {
    await network.close();
  }
});

const ADDRESS = "10.231.7.1";

/** Takes connections at the address and passes them on to a socket of this machine's files. */
const way = `
  import { connect, createServer } from "node:net";
  createServer((inner) => {
    const outer = connect({ path: process.argv[1] });
    for (const socket of [inner, outer]) socket.on("error", () => inner.destroy());
    inner.pipe(outer).pipe(inner);
  }).listen(5432, "${ADDRESS}", () => console.log("listens"));`;

/** A network of its own with one address, behind which is a server. */
class OwnNetwork {
  private constructor(private readonly child: ChildProcess) {}

  static async before({ socketFolder, port }: LocalServer): Promise<OwnNetwork> {
    const set = `ip link set lo up; ip addr add ${ADDRESS}/32 dev lo; exec "$0" "$@"`;
    const program = [process.execPath, "--input-type=module", "-e", way];
    const socket = join(socketFolder, `.s.PGSQL.${port}`);
    const child = spawn("unshare", ["-n", "sh", "-c", set, ...program, socket], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    return new OwnNetwork(child);
  }

  /** What starts a program in it. */
  get inside(): readonly string[] {
    return ["nsenter", `--net=/proc/${this.child.pid}/ns/net`];
  }

  drop(): void {
    this.ip("route", "del", "local", ADDRESS, "dev", "lo", "table", "local");
    this.ip("route", "add", "blackhole", ADDRESS);
  }

  heal(): void {
    this.ip("route", "del", "blackhole", ADDRESS);
    this.ip("route", "add", "local", ADDRESS, "dev", "lo", "table", "local");
  }

  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await gone;
  }

  private ip(...args: readonly string[]): void {
    const [file = "", ...rest] = [...this.inside, "ip", ...args];
    execFileSync(file, rest);
  }
}
