import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { testIn } from "../workspace.js";
import { fleetServer } from "./fleet-workspace.js";
import { PolicyWorkspace } from "./policy-workspace.js";

const server = fleetServer();

// Run 1 takes all of it: its tests share what takes long.
const test = testIn(async () => {
  const workspace = new PolicyWorkspace(server());
  await workspace.setUp();
  return workspace;
});

test("a ledger that was cut, rewritten or replaced is found by what was anchored of it", async ({
  workspace,
}) => {
  const ledger = join(workspace.home, "ledger.jsonl");
  const verify = async () => {
    const { status, stdout, stderr } = await workspace.run("trace", "verify", "--anchored");
    return { status, said: stdout + stderr };
  };
  await workspace.decide();
  expect(await verify()).toEqual({
    status: 1,
    said: expect.stringContaining("nothing of this machine was anchored yet"),
  });
  expect((await workspace.run("fleet", "anchor")).stdout).toBe("1 head of chains anchored.\n");
  await workspace.decide();
  expect((await workspace.run("fleet", "anchor")).stdout).toBe("1 head of chains anchored.\n");
  expect((await workspace.run("fleet", "anchor")).stdout).toBe("0 heads of chains anchored.\n");
  expect(await verify()).toEqual({
    status: 0,
    said: expect.stringContaining("anchored: 2 records are as they were\n"),
  });
  const whole = readFileSync(ledger, "utf8");
  const lines = whole.split("\n");
  const second = lines.findIndex((line, index) => index > 0 && line.includes('"seq":0,'));
  // A chain without its tail, and a whole chain less: without anchors both are intact.
  for (const kept of [lines.slice(0, second - 1), lines.slice(second)]) {
    writeFileSync(ledger, kept.join("\n") + (kept.at(-1) === "" ? "" : "\n"));
    expect((await workspace.run("trace", "verify")).status).toBe(0);
    expect(await verify()).toEqual({ status: 1, said: expect.stringContaining("MISSING: record") });
  }
  rmSync(ledger);
  expect(await verify()).toEqual({ status: 1, said: expect.stringContaining("MISSING: record") });
  // Rewritten by someone who computes all hashes anew.
  writeFileSync(ledger, whole);
  await workspace.query(
    (sql) => sql`update snaphook_fleet.anchors set hash = sha256('other') where seq > 0`,
  );
  expect(await verify()).toEqual({ status: 1, said: expect.stringContaining("REWRITTEN: record") });
  const { status, stderr } = await workspace.run("fleet", "anchor");
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining("the ledger was REWRITTEN"),
  });
});

test("fleet status shows every machine, what it lacks and what went back", async ({
  workspace,
}) => {
  workspace.pin([workspace.publicKey], { requireHooks: ["guard", "secrets"] });
  await workspace.publish("one");
  await workspace.publish("two");
  await workspace.pull();
  const { machines, questions } = await workspace.json<{ machines: object[]; questions: number }>(
    "fleet",
    "status",
  );
  expect({ machines, questions }).toEqual({
    questions: 0,
    machines: [
      {
        ...machines[0],
        enforced: 2,
        observed: null,
        highest: 2,
        fault: null,
        missing: ["secrets"],
        wrong: ["required hooks are missing: secrets"],
      },
    ],
  });
  await workspace.query((sql) => sql`update snaphook_fleet.machines set enforced = 1`);
  const { status, stdout } = await workspace.run("fleet", "status");
  expect({ status, stdout }).toEqual({
    status: 1,
    stdout: expect.stringContaining("went back from revision 2 to 1\n"),
  });
});
