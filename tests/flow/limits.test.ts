import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { FlowWorkspace } from "./flow-workspace.js";

/** Thirty guards at once in a host that may have few descriptors or few processes; prints how the event ended. */
const host = `
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
const [engineModule, folder, count, left] = process.argv.slice(2);
const { createEngine } = await import(engineModule);
const hooks = Array.from({ length: Number(count) }, (_, index) => ({
  type: "command", command: "cat >/dev/null; echo " + index + " >&2; exit 2", onFailure: "block", timeout: 240,
}));
const engine = createEngine({
  projectDir: folder, home: folder + "/../home", managedFile: folder + "/none", keeper: false,
  program: { hooks: { PreToolUse: hooks.map((hook) => ({ hooks: [hook] })) }, limits: { parallel: 30 } },
});
const taken = [];
if (left === "no process") spawnSync("prlimit", ["--nproc=1", "--pid", String(process.pid)]);
else if (left !== "all") try { for (;;) taken.push(openSync("/dev/null")); } catch {}
for (const fd of taken.splice(0, Number(left))) closeSync(fd);
const { reading, hooks: reports } = await engine.fire({ hook_event_name: "PreToolUse", tool_name: "Bash" });
const ends = reports.map(({ run }) => run.spawnError ?? run.exit ?? run.signal);
console.log(JSON.stringify({ outcome: reading.outcome, ends, reported: reading.toUser.length + reading.toModel.length }));
engine.close();
`;

interface Ended {
  readonly outcome: string;
  readonly ends: readonly unknown[];
  readonly reported: number;
}

function runWith(limit: string, left: number | "all" | "no process" = "all"): Ended {
  const workspace = new FlowWorkspace("in place");
  const script = workspace.write("host.mjs", host);
  const engine = pathToFileURL(resolve("dist/engine/index.js")).href;
  const given = [script, engine, workspace.project, "30", `${left}`];
  try {
    const { stdout, stderr } = spawnSync(
      "bash",
      ["--norc", "-c", `${limit}; exec "$0" "$@"`, process.execPath, ...given],
      { encoding: "utf8", timeout: 200_000 },
    );
    if (stdout === "") throw new Error(stderr);
    return JSON.parse(stdout) as Ended;
  } finally {
    workspace.close();
  }
}

describe("thirty guards where the system gives little", () => {
  test("few descriptors: every one runs, some after a second try", () => {
    const { outcome, ends } = runWith("ulimit -n 96");
    expect(outcome).toBe("block");
    expect(ends).toEqual(Array.from({ length: 30 }, () => 2));
  });

  test("none to spare: the event is blocked and every guard that could not run is named", () => {
    const { outcome, ends, reported } = runWith("ulimit -n 96", 5);
    expect(outcome).toBe("block");
    expect(ends.filter((end) => end === "EMFILE").length).toBeGreaterThan(0);
    expect(ends.every((end) => end === 2 || end === "EMFILE")).toBe(true);
    expect(reported).toBeGreaterThanOrEqual(30);
  });

  test("no process to be had: the event is blocked and every guard is named", (context) => {
    // A limit on processes counts all of a user's, and does not bind root: a user whom nobody else is. It may read
    // what root may, wherever this project lies.
    if (process.getuid?.() !== 0)
      context.skip("only root can become a user without other processes");
    const user = `setpriv --reuid ${61_000 + (process.pid % 1000)} --clear-groups --inh-caps +dac_override --ambient-caps +dac_override`;
    if (spawnSync("sh", ["-c", `${user} true`]).status !== 0)
      context.skip("setpriv cannot change the user here");
    const { outcome, ends, reported } = runWith(`exec ${user} "$0" "$@"`, "no process");
    expect(outcome).toBe("block");
    expect(ends).toEqual(Array.from({ length: 30 }, () => "EAGAIN"));
    expect(reported).toBeGreaterThanOrEqual(30);
  });
});
