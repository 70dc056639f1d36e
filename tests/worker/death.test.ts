import assert from "node:assert";
import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WorkerWorkspace, places } from "./worker-workspace.js";
import { temporaryFolder } from "../workspace.js";

let workspace: WorkerWorkspace;
beforeEach(async () => {
  workspace = await WorkerWorkspace.open("in place");
});
afterEach(() => workspace.end());

/** A host in a process of its own, whose processes carry the workspace's mark; here when its workers run. */
async function startHost(place: string): Promise<{ host: ChildProcess; gone: Promise<unknown> }> {
  const host = spawn(
    process.execPath,
    ["tests/worker/fixtures/host.mjs", workspace.project, place, workspace.tag],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const gone = new Promise((resolve) => host.once("exit", resolve));
  await new Promise((resolve) => host.stdout?.once("data", resolve));
  return { host, gone };
}

/** The children of a host that run the keeper's program. The guardian, a shell, has its name in its text. */
function keepersOf(pid: number | undefined): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.filter(isKeeper).map(Number);
}

function isKeeper(pid: string): boolean {
  try {
    const [, file] = readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
    return file?.endsWith("keeper-main.js") === true;
  } catch {
    return false;
  }
}

describe.each(places)("%s", (place) => {
  test("kill -9 of the host leaves no worker behind", async () => {
    const { host, gone } = await startHost(place);
    expect(workspace.leftovers()).toHaveLength(4);
    host.kill("SIGKILL");
    await gone;
    expect(await workspace.settled()).toEqual([]);
  });

  test("workers that have nothing to do do not keep their host alive, nor outlive it", async () => {
    const { gone } = await startHost(place === "in place" ? "idle" : "idle, through the keeper");
    await gone;
    expect(await workspace.settled()).toEqual([]);
  });
});

test("kill -9 of host and keeper together leaves no worker behind", async () => {
  const { host, gone } = await startHost("through the keeper");
  const [keeper] = keepersOf(host.pid);
  assert(keeper !== undefined);
  host.kill("SIGKILL");
  process.kill(keeper, "SIGKILL");
  await gone;
  expect(await workspace.settled()).toEqual([]);
});

test("when the keeper is killed its workers die, whoever waits gets an answer, and the next event starts all anew", async () => {
  // Other test files of this process may have one.
  const others = keepersOf(process.pid);
  const kept = await WorkerWorkspace.open("through the keeper");
  try {
    await kept.said({ do: "stubborn" });
    const waiting = kept.said({ do: "hang" });
    const [keeper, ...more] = keepersOf(process.pid).filter((pid) => !others.includes(pid));
    assert(keeper !== undefined && more.length === 0);
    process.kill(keeper, "SIGKILL");
    expect(await waiting).toEqual({ signal: "SIGKILL" });
    expect(await kept.settled()).toEqual([]);
    expect(await kept.said({ do: "count" })).toEqual({ exit: 0, stdout: "1" });
  } finally {
    await kept.end();
  }
});

test("a line to a worker leaves no folder behind", async () => {
  const own = temporaryFolder();
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = own;
  const kept = await WorkerWorkspace.open("through the keeper");
  try {
    await kept.said({ do: "count" });
    await kept.said({ do: "count" }, { key: "other", file: "/not/there" });
    expect(readdirSync(own).filter((name) => !kept.root.endsWith(name))).toEqual([]);
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    await kept.end();
  }
});
