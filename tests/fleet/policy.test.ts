import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { readInstalled } from "../../src/policy/index.js";
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

const inForce = (revision: number, now = " now") => ({
  status: 0,
  signal: null,
  stderr: "",
  stdout: `Revision ${revision} is in force${now}.\n`,
});
const deny = (said: string) => ({ outcome: "block", said });

test("what is published counts on a machine that pulls it, and its revision is in every record and in doctor", async ({
  workspace,
}) => {
  expect(await workspace.decide()).toEqual({
    outcome: "halt",
    said: "The settings require a signed policy, and there is none that holds: no policy was pulled yet. To get one: snaphook policy pull",
  });
  await workspace.publish("one");
  expect(await workspace.pull()).toEqual(inForce(1));
  expect(await workspace.pull()).toEqual(inForce(1, ""));
  expect(await workspace.decide()).toEqual(deny("one"));
  await workspace.publish("two");
  expect(await workspace.decide()).toEqual(deny("one"));
  expect(await workspace.pull()).toEqual(inForce(2));
  rmSync(join(workspace.home, "ledger.jsonl"));
  expect(await workspace.decide()).toEqual(deny("two"));
  const records = readFileSync(join(workspace.home, "ledger.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string; policy?: { revision: number } })
    .filter(({ type }) => type !== "open" && type !== "close");
  expect(records.map(({ type, policy }) => [type, policy?.revision])).toEqual([
    ["event", 2],
    ["run", 2],
    ["verdict", 2],
  ]);
  const { health } = await workspace.json<{ health: { policy: unknown } }>("doctor");
  expect(health.policy).toEqual({
    enforced: { revision: 2, address: expect.stringMatching(/^[0-9a-f]{64}$/) },
    observed: null,
    fault: null,
  });
});

test("neither the user nor a project makes it looser", async ({ workspace }) => {
  await workspace.publish("no");
  await workspace.pull();
  const looser = {
    disableAllHooks: true,
    observe: true,
    dialect: "wave/exit",
    limits: { outputBytes: 1 },
    permissions: { allow: ["Bash"] },
    hooks: {
      PreToolUse: [{ hooks: [{ name: "guard", type: "json", json: { decision: "allow" } }] }],
    },
  };
  workspace.pin([workspace.publicKey], looser);
  workspace.write(".snaphook/settings.json", JSON.stringify(looser));
  expect(await workspace.decide()).toEqual(deny("no"));
});

test("what was changed in the database is refused, and the last good revision stays", async ({
  workspace,
}) => {
  await workspace.publish("good");
  await workspace.pull();
  const policies = "snaphook_fleet.policies";
  const files = "snaphook_fleet.policy_files";
  const changes: readonly (readonly [string, string])[] = [
    [
      `update ${policies} set signature = set_byte(signature, 0, get_byte(signature, 0) # 1) where revision = 2`,
      "revision 2: no key in policy.keys of the settings has signed it",
    ],
    [
      `update ${policies} set manifest = convert_to(replace(convert_from(manifest, 'UTF8'), '"share":100', '"share":99'), 'UTF8') where revision = 3`,
      "revision 3: no key in policy.keys of the settings has signed it",
    ],
    [
      `update ${policies} set revision = 40 where revision = 4`,
      "revision 40: it was signed as revision 4",
    ],
    [`delete from ${files} where content = '5'`, "revision 41: word.txt is missing"],
    [
      `alter table ${files} drop constraint policy_files_check; update ${files} set content = '!' where content = '6'`,
      "revision 42: word.txt is not what was signed",
    ],
  ];
  for (const [index, [sql, why]] of changes.entries()) {
    expect((await workspace.publish(String(index + 2))).status).toBe(0);
    await workspace.query((database) => database.unsafe(sql));
    const { status, stderr } = await workspace.pull();
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringContaining(
        `snaphook: REFUSED ${why}. What counted before still does.\n`,
      ),
    });
  }
  expect(await workspace.decide()).toEqual(deny("good"));
  await workspace.publish("new");
  expect((await workspace.pull()).stdout).toBe("Revision 43 is in force now.\n");
  // Another key than the one that is pinned.
  await workspace.json("policy", "key", "--out", `${workspace.key}.other`);
  workspace.pin([]);
  writeFileSync(workspace.key, readFileSync(`${workspace.key}.other`));
  workspace.write(join(workspace.home, "settings.json"), "{}");
  await workspace.publish("forged", "--url", workspace.url());
  workspace.pin([workspace.publicKey]);
  const { status, stderr } = await workspace.pull();
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr:
      "snaphook: REFUSED revision 44: no key in policy.keys of the settings has signed it. What counted before still does.\n",
  });
  expect(await workspace.decide()).toEqual(deny("new"));
});

test("an older revision is refused, from the database and on the disk", async ({ workspace }) => {
  await workspace.publish("one");
  await workspace.pull();
  const older = readFileSync(join(workspace.folder, "current.json"));
  await workspace.publish("two");
  await workspace.pull();
  await workspace.query((sql) => sql`delete from snaphook_fleet.policies where revision = 2`);
  const { status, stderr } = await workspace.pull();
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr:
      "snaphook: REFUSED the newest revision in the database is 1, and this machine has had 2: the database was set back. What counted before still does.\n",
  });
  expect(await workspace.decide()).toEqual(deny("two"));
  // A forger can write the file that says what counts: whoever pulls next finds what is on the disk.
  writeFileSync(join(workspace.folder, "current.json"), older);
  expect((await workspace.pull()).status).toBe(3);
  const edited = { ...(JSON.parse(older.toString()) as object), highest: 2 };
  writeFileSync(join(workspace.folder, "current.json"), JSON.stringify(edited));
  expect(await workspace.decide()).toEqual({
    outcome: "halt",
    said: expect.stringContaining("revision 1 is older than 2, which this machine has had"),
  });
});

test("bytes on the disk that were not signed never run, and pull repairs them", async ({
  workspace,
}) => {
  await workspace.publish("good");
  await workspace.pull();
  const changes: readonly (readonly [string, () => void])[] = [
    [
      "guard.sh is not what was signed",
      () => appendFileSync(join(workspace.files, "guard.sh"), "exit 0"),
    ],
    [
      "guard.sh is not executable, other than was signed",
      () => chmodSync(join(workspace.files, "guard.sh"), 0o644),
    ],
    ["its files cannot be read: ENOENT", () => rmSync(join(workspace.files, "word.txt"))],
    ["was not signed", () => void workspace.write(join(workspace.files, "more.sh"), "")],
    ["was not signed", () => void workspace.write(join(workspace.files, "a/b"), "")],
    [
      "its manifest was changed",
      () => appendFileSync(join(workspace.files, "../manifest.json"), " "),
    ],
    ["current.json is damaged", () => writeFileSync(join(workspace.folder, "current.json"), "{")],
    ["no policy was pulled yet", () => rmSync(join(workspace.folder, "current.json"))],
  ];
  for (const [why, change] of changes) {
    change();
    const { outcome, said } = await workspace.decide();
    expect({ outcome, said }).toEqual({ outcome: "halt", said: expect.stringContaining(why) });
    const { status, stderr } = await workspace.pull();
    expect({ why, status, stderr }).toEqual({ why, status: 0, stderr: "" });
  }
  expect(await workspace.decide()).toEqual(deny("good"));
});

test("a hook that changes its own policy while it runs permits nothing", async ({ workspace }) => {
  workspace.writeSource("x", {
    hooks: { PreToolUse: [{ hooks: [{ name: "own", command: '"$SNAPHOOK_POLICY"/own.sh' }] }] },
  });
  workspace.write(
    join(workspace.source, "own.sh"),
    '#!/bin/sh\necho >> "$SNAPHOOK_POLICY/word.txt"\n',
  );
  await workspace.run("policy", "publish", workspace.source, "--key", workspace.key);
  await workspace.pull();
  expect((await workspace.decide()).outcome).toBe("block");
});

test("a pull that is killed at any moment leaves the old revision or the new one", async ({
  workspace,
}) => {
  for (let file = 0; file < 100; file++)
    workspace.write(join(workspace.source, `data/${file}.txt`), `${file}`, 0o644);
  await workspace.publish("0");
  const began = Date.now();
  await workspace.pull();
  const whole = Date.now() - began;
  const rounds = 6;
  for (let round = 1; round <= rounds; round++) {
    await workspace.publish(String(round));
    const { child, end } = workspace.start(["policy", "pull"]);
    await sleep((whole * (round + 2)) / (rounds + 2));
    child.kill("SIGKILL");
    await end;
    const { enforced } = readInstalled(workspace.folder, [workspace.publicKey]);
    const word = readFileSync(join(workspace.files, "word.txt"), "utf8");
    expect(Number(word)).toBe((enforced?.revision ?? 0) - 1);
    expect([round - 1, round]).toContain(Number(word));
    expect((await workspace.pull()).status).toBe(0);
    expect(readFileSync(join(workspace.files, "word.txt"), "utf8")).toBe(String(round));
    const left = readdirSync(join(workspace.folder, "bundles"));
    expect(left.filter((name) => name.startsWith("."))).toEqual([]);
  }
});

test("a machine that cannot reach the server keeps what it has", async ({ workspace }) => {
  await workspace.publish("kept");
  await workspace.pull();
  const gone = await workspace.run("policy", "pull", "--url", "postgres://a@127.0.0.1:1/b");
  expect(gone).toEqual({
    status: 1,
    signal: null,
    stdout: "",
    stderr: expect.stringMatching(/nothing listens .*; revision 1 stays in force\n$/),
  });
  expect(await workspace.decide()).toEqual(deny("kept"));
});

test("of several that publish the same revision at once one succeeds", async ({ workspace }) => {
  const bundles = await Promise.all(
    ["a", "b", "c"].map(async (word) => {
      const out = join(workspace.root, `${word}.bundle`);
      const folder = join(workspace.root, word);
      workspace.write(
        join(folder, "settings.json"),
        JSON.stringify({ permissions: { deny: [word] } }),
      );
      const args = ["--key", workspace.key, "--revision", "7", "--out", out];
      await workspace.run("policy", "build", folder, ...args);
      return out;
    }),
  );
  const ends = await Promise.all(bundles.map((file) => workspace.run("policy", "publish", file)));
  expect(ends.map(({ status }) => String(status)).toSorted()).toEqual(["0", "3", "3"]);
  expect(ends.find(({ status }) => status === 3)?.stderr).toBe(
    "snaphook: revision 7 is not newer than what is published; see snaphook policy status, and build it again on top of that\n",
  );
  expect((await workspace.pull()).stdout).toBe("Revision 7 is in force now.\n");
});

test("a revision that observes leaves the one before it in force, and its numbers are shown", async ({
  workspace,
}) => {
  await workspace.publish("old");
  await workspace.publish("next", "--observe");
  expect((await workspace.pull()).stdout).toBe(
    "Revision 1 is in force now; revision 2 observes.\n",
  );
  expect(await workspace.decide()).toEqual(deny("old"));
  await workspace.pull();
  const { revisions } = await workspace.json<{ revisions: { counts: unknown }[] }>(
    "policy",
    "status",
  );
  expect(revisions.map(({ counts }) => counts)).toEqual([
    [{ hook: expect.stringContaining("guard"), runs: 1, blocks: 1, asks: 0, failures: 0 }],
    [],
  ]);
  // What observes cannot be used to take away what is in force.
  const file = join(workspace.folder, "current.json");
  const current = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...current, enforced: null }));
  expect(await workspace.decide()).toEqual({
    outcome: "halt",
    said: expect.stringContaining("revision 2 observes on top of 1, which is not there"),
  });
  await workspace.publish("next");
  expect((await workspace.pull()).stdout).toBe("Revision 3 is in force now.\n");
  expect(await workspace.decide()).toEqual(deny("next"));
});

test("hostile names of machines, hooks and publishers are shown as text", async ({ workspace }) => {
  await workspace.publish("x", "--observe");
  const hostile = "\u001b]0;owned\u0007\u202E\nfake";
  const counts = JSON.stringify([{ hook: hostile, runs: 1, blocks: 1, asks: 0, failures: 0 }]);
  await workspace.query(
    (sql) => sql`select snaphook_fleet.report_machine(
      ${crypto.randomUUID()}, ${hostile}, ${hostile}, null, 1, ${hostile}, '[]', ${counts})`,
  );
  const { stdout } = await workspace.run("policy", "status");
  // oxlint-disable-next-line no-control-regex
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202E]/);
  expect(stdout).not.toMatch(/^fake/m);
  expect(stdout).toContain("would have denied 1 and asked 0 of 1, failed 0");
});

test("a machine's role publishes nothing, and reads no other role's machines", async ({
  workspace,
}) => {
  if (server().kind !== "PostgreSQL") return;
  await workspace.query((sql) =>
    sql.unsafe(
      "do $$ begin create role policy_machine login in role snaphook_asker; exception when duplicate_object then null; end $$",
    ),
  );
  const url = workspace.url("policy_machine");
  const { status, stderr } = await workspace.publish("x", "--url", url);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining("this role may not do this; grant it snaphook_asker"),
  });
  await workspace.publish("x");
  await workspace.pull();
  const rows = await workspace.query((sql) => sql`select * from snaphook_fleet.machines`, url);
  expect([...rows]).toEqual([]);
});

test("pull --watch takes what is published as it is published, and ends at Ctrl-C", async ({
  workspace,
}) => {
  await workspace.publish("one");
  const every = server().kind === "PostgreSQL" ? "600" : "1";
  const { child, printed, end } = workspace.start(["policy", "pull", "--watch", "--every", every]);
  const until = async (text: string): Promise<void> => {
    for (let waited = 0; !printed().includes(text) && waited < 120_000; waited += 50)
      await sleep(50);
    expect(printed()).toContain(text);
  };
  await until("Revision 1 is in force now.");
  await workspace.publish("two");
  await until("Revision 2 is in force now.");
  child.kill("SIGINT");
  expect((await end).status).toBe(0);
});
