import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { postgresFolder } from "../../src/fleet/index.js";
import { CommandWorkspace, type StartedCommand } from "../e2e/command-workspace.js";
import { until } from "../tui/pty.js";
import { testIn } from "../workspace.js";

const hasPostgres = postgresFolder() !== null;
// Run 2 takes all of it: its tests share what takes long.
const test = testIn(() => new TryWorkspace());

class TryWorkspace extends CommandWorkspace {
  variables: NodeJS.ProcessEnv = {};

  override get environment(): NodeJS.ProcessEnv {
    return { ...super.environment, ...this.variables };
  }

  async tries(): Promise<{ readonly started: StartedCommand; readonly fleet: TriedFleet }> {
    const started = this.start(["fleet", "try", "--json"]);
    await until(
      () => started.printed().endsWith("}\n"),
      () => started.printed(),
    );
    return { started, fleet: JSON.parse(started.printed()) as TriedFleet };
  }
}

interface TriedFleet {
  readonly folder: string;
  readonly asker: { readonly home: string; readonly script: string };
  readonly answerer: { readonly home: string; readonly url: string };
}

test.skipIf(!hasPostgres)(
  `fleet try: a question is asked and answered with what it prints, and Ctrl-C leaves nothing${hasPostgres ? "" : " (PostgreSQL is not installed here)"}`,
  async ({ workspace }) => {
    const { started, fleet } = await workspace.tries();
    const { folder, asker, answerer } = fleet;
    workspace.variables = { SNAPHOOK_HOME: asker.home };
    const agent = workspace.start(["agent", "--model", `script:${asker.script}`, "-p", "which?"]);
    workspace.variables = { SNAPHOOK_HOME: answerer.home, SNAPHOOK_FLEET_URL: answerer.url };
    let found: readonly { readonly id: string; readonly sha256: string }[] = [];
    while (found.length === 0) found = await workspace.json("approvals");
    const [{ id, sha256 } = { id: "", sha256: "" }] = found;
    expect(await workspace.run("approvals", "allow", id, "--sha256", sha256)).toEqual({
      status: 0,
      signal: null,
      stdout: "Stored; it counts where the machine lists your key.\n",
      stderr: "",
    });
    expect((await agent.end).stdout).toBe("I will look which system this is.\nThat is all.\n");
    started.child.kill("SIGINT");
    const { status, stderr } = await started.end;
    expect({ status, stderr, isThere: existsSync(folder) }).toEqual({
      status: 130,
      stderr: "Starting a PostgreSQL server …\nThe server and its folder are removed.\n",
      isThere: false,
    });
    expect(spawnSync("pgrep", ["-f", folder]).stdout.toString()).toBe("");
  },
);

/** Starts a program as on a machine on which PostgreSQL is not installed. */
const without = [
  "unshare",
  "-m",
  "sh",
  "-c",
  '[ ! -d /usr/lib/postgresql ] || mount -t tmpfs none /usr/lib/postgresql; PATH=/nowhere exec "$@"',
  "sh",
];
const [program = "", ...args] = without;
const canHide = spawnSync(program, [...args, "/bin/true"]).status === 0;

test.skipIf(!canHide)(
  `fleet try says what to install where PostgreSQL is missing${canHide ? "" : " (nothing may be mounted here)"}`,
  async ({ workspace }) => {
    const { status, stdout, stderr } = await workspace.start(["fleet", "try"], "", without).end;
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: expect.stringContaining("apt install postgresql"),
    });
  },
);

test("what talks to the database is in files that nobody loads without a fleet", () => {
  const files = readdirSync("dist/cli/commands").filter((name) => /\.m?js$/.test(name));
  const speaking = files.filter((name) =>
    readFileSync(join("dist/cli/commands", name), "utf8").includes("snaphook_fleet."),
  );
  // The last is loaded by the agent, by a name that has a hash.
  expect(speaking.map((name) => name.replace(/-[A-Z0-9]{8}\./, ".")).toSorted()).toEqual([
    "approvals.js",
    "ask-fleet.js",
    "fleet.js",
    "fleet.mjs",
    "policy.js",
    "verify-anchored.js",
    "view-fleet.js",
  ]);
});
