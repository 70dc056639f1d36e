import { spawn } from "node:child_process";
import { chmodSync, existsSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { allow, HostileWorkspace, toolCall, write } from "./hostile-workspace.js";

// Who holds a script as shared memory changes it without opening it, and the system does not note every such write. On a
// file system in memory it notes none: docs/trust.md says so.

const ROUNDS = Number(process.env["SNAPHOOK_RACE_ROUNDS"] ?? 150);
const python = "/usr/bin/python3";

/** Makes a file B for a while and A again, until its input ends; both texts are equally long. */
const writer = `
import mmap, os, random, select, sys, time
path, a, b = sys.argv[1], sys.argv[2].encode(), sys.argv[3].encode()
fd = os.open(path, os.O_RDWR)
memory = mmap.mmap(fd, len(a), mmap.MAP_SHARED)
os.close(fd)
print("ready", flush=True)
while not select.select([sys.stdin], [], [], 0)[0]:
    memory[:] = b
    time.sleep(random.random() * 0.004)
    memory[:] = a
    time.sleep(random.random() * 0.012)
`;

const TMPFS = 0x01021994;
const disk = [tmpdir(), "/var/tmp"].find(
  (folder) => existsSync(folder) && statfsSync(folder).type !== TMPFS,
);

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace(temporaryFolder(disk));
});
afterEach(() => workspace.close());

test.runIf(existsSync(python) && disk !== undefined).each([
  ["in the shell form", { command: "./guard.sh" }],
  ["behind an interpreter", { command: "sh ./guard.sh" }],
  ["in the exec form", { command: "./guard.sh", args: [] }],
])(
  "a script that is changed through shared memory all the time, %s, never runs unnoticed",
  { timeout: 240_000 + ROUNDS * 1000 },
  async (_form, hook) => {
    const project = workspace.projectWith([{ ...hook, name: "guard" }]);
    const file = join(project, "guard.sh");
    const texts = ["A", "B"].map((name) => `#!/bin/sh\necho ${name} >&2\necho '${allow}'\n`);
    write(file, texts[0] ?? "");
    chmodSync(file, 0o755);
    const engine = workspace.engine(project);
    await engine.approve(engine.review());
    const held = spawn(python, ["-c", writer, file, ...texts], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await new Promise((ready) => held.stdout.once("data", ready));
    const unnoticed: string[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { hooks, reading } = await engine.fire(toolCall);
      const run = hooks[0]?.run;
      const said = Buffer.from(run?.stderr ?? "").toString();
      if (said.includes("B") && (run?.changed === undefined || reading.permission !== "none"))
        unnoticed.push(said);
    }
    held.stdin.end();
    await new Promise((ended) => held.once("exit", ended));
    expect(unnoticed).toEqual([]);
    write(file, texts[0] ?? "");
    expect((await engine.fire(toolCall)).reading.permission).toBe("allow");
  },
);
