import { createPrivateKey } from "node:crypto";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { bundleText, manifestBytes, packFolder, signManifest } from "../../src/policy/index.js";
import { testIn } from "../workspace.js";
import { fleetServer } from "./fleet-workspace.js";
import { denying, PolicyWorkspace } from "./policy-workspace.js";

const server = fleetServer();

// Run 2 takes all of it: its tests share what takes long.
const test = testIn(async () => {
  const workspace = new PolicyWorkspace(server());
  await workspace.setUp();
  return workspace;
});

const deny = (said: string) => ({ outcome: "block", said });

/** A mistake in what is signed must not come to less than was meant. */
const weakened: readonly (readonly [object, string])[] = [
  [
    { permissions: { deny: ["Bash(rm *"] } },
    "settings.json:1 permissions.deny: found Bash(rm *: it cannot be read (its ( does not end with the last ))",
  ],
  [
    { hooks: { PreToolUse: [{ hooks: [{ command: "exit 2", onFailur: "block" }] }] } },
    "settings.json:1 hooks.PreToolUse[0].hooks[0].onFailur: found onFailur",
  ],
  [
    { hooks: { PreToolUse: [{ mathcer: "Bash", hooks: [{ command: "exit 2" }] }] } },
    "settings.json:1 hooks.PreToolUse[0].mathcer: found mathcer",
  ],
  [
    { hooks: { PreToolUze: [{ hooks: [{ command: "exit 2" }] }] } },
    "settings.json:1 hooks.PreToolUze: found PreToolUze",
  ],
];

test("what this program cannot read of a signed revision is refused, and the last good one stays", async ({
  workspace,
}) => {
  await workspace.publish("good");
  await workspace.pull();
  const key = createPrivateKey(readFileSync(workspace.key));
  for (const [index, [settings, said]] of weakened.entries()) {
    // As a newer program, or one without this check, would sign it.
    workspace.writeSource("x", settings);
    const { files, contents } = packFolder(workspace.source);
    const stated = { revision: index + 2, share: 100, observeOver: null, files };
    const manifest = manifestBytes(stated);
    const signature = signManifest(manifest, key);
    const out = workspace.write("bundle", bundleText({ manifest, signature, contents }));
    expect((await workspace.run("policy", "publish", out)).status).toBe(0);
    const { status, stderr } = await workspace.pull();
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr: expect.stringContaining(`REFUSED revision ${index + 2}: ${said}`),
    });
  }
  expect(await workspace.decide()).toEqual(deny("good"));
});

test("a user's file that cannot be read does not take the policy away", async ({ workspace }) => {
  const file = join(workspace.home, "settings.json");
  writeFileSync(file, "{");
  expect((await workspace.decide()).outcome).toBe("proceed");
  workspace.pin([workspace.publicKey]);
  await workspace.publish("good");
  await workspace.pull();
  for (const text of ["{", "[]", "\u0000"]) {
    writeFileSync(file, text);
    expect(await workspace.decide()).toEqual({
      outcome: "halt",
      said: expect.stringContaining(
        `${file} cannot be read, and a policy was pulled for it; repair that file`,
      ),
    });
  }
});

test("a key that others can read signs nothing, and a folder that others can write to is reported", async ({
  workspace,
}) => {
  chmodSync(workspace.key, 0o640);
  const { status, stderr } = await workspace.publish("x");
  expect({ status, stderr }).toEqual({
    status: 3,
    stderr: `snaphook: --key: ${workspace.key} can be read by others; chmod 600 it, or make a new key\n`,
  });
  chmodSync(workspace.key, 0o600);
  await workspace.publish("x");
  await workspace.pull();
  chmodSync(workspace.folder, 0o777);
  const { findings } = await workspace.json<{ findings: { code: string; message: string }[] }>(
    "doctor",
  );
  expect(findings.filter(({ code }) => code.startsWith("policy"))).toEqual([
    expect.objectContaining({
      code: "policy-folder-unsafe",
      file: workspace.folder,
      message: expect.stringContaining("others can write to it (mode 777)"),
    }),
  ]);
});

test("a database that lists revisions without end or in no order is left, and each query has a limit", async ({
  workspace,
}) => {
  await workspace.publish("good");
  await workspace.pull();
  const replace = (columns: string) =>
    workspace.query((sql) =>
      sql.unsafe(
        `drop view if exists snaphook_fleet.policies; create view snaphook_fleet.policies as
         select ${columns}, ''::bytea as manifest, ''::bytea as signature, 'x' as published_by, now() as published_at`,
      ),
    );
  await workspace.query((sql) =>
    sql.unsafe("alter table snaphook_fleet.policies rename to moved_policies"),
  );
  // As text it is below 1000, as a number it is not.
  await replace("'01000' as revision");
  expect(await workspace.pull()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      "the database lists the revisions of the policy in a wrong order; revision 1 stays in force",
    ),
  });
  await replace("cast('limit ' || current_setting('statement_timeout') as bigint) as revision");
  expect(await workspace.pull()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('"limit 30s"; revision 1 stays in force'),
  });
  expect(await workspace.decide()).toEqual(deny("good"));
});

test("a host fires what a later revision may need, and doctor names what is missing", async ({
  workspace,
}) => {
  workspace.write(".snaphook/settings.json", "{}");
  await workspace.publish("one");
  await workspace.pull();
  for (const host of ["claude-code", "gemini"])
    expect(await workspace.run("bridge", "install", host, "--direct", "--yes")).toMatchObject({
      status: 0,
    });
  const events = (path: string): string[] => {
    const { hooks } = JSON.parse(readFileSync(join(workspace.project, path), "utf8")) as {
      hooks: object;
    };
    return Object.keys(hooks);
  };
  expect([events(".claude/settings.json"), events(".gemini/settings.json")]).toEqual([
    ["PreToolUse", "PermissionRequest"],
    ["BeforeTool"],
  ]);
  const missing = async (): Promise<readonly unknown[]> => {
    const { findings } = await workspace.json<{ findings: { code: string }[] }>("doctor");
    return findings
      .filter(({ code }) => code === "bridge-incomplete")
      .map((finding) => {
        const { message, fix } = finding as { message?: string; fix?: { description: string } };
        return [message, fix?.description];
      });
  };
  expect(await missing()).toEqual([]);
  workspace.writeSource("two", { hooks: { Stop: [{ hooks: [{ command: "exit 2" }] }] } });
  await workspace.run("policy", "publish", workspace.source, "--key", workspace.key);
  await workspace.pull();
  expect(await missing()).toEqual([
    ["claude-code does not fire Stop at Snaphook", "Run `snaphook bridge install claude-code`."],
    ["gemini does not fire AfterAgent at Snaphook", "Run `snaphook bridge install gemini`."],
  ]);
});

test("what no machine would take is not built, and it is said why", async ({ workspace }) => {
  const { source, key } = workspace;
  const cases: readonly (readonly [object, string, string])[] = [
    [{ disableAllHooks: true }, "x.txt", "settings.json:1 disableAllHooks: found disableAllHooks"],
    [{ fleet: { url: "x" } }, "x.txt", "settings.json:1 fleet: found fleet"],
    [{ hooks: { PreToolUse: [{ hooks: [{ command: 7 }] }] } }, "x.txt", "settings.json:1 hooks"],
    ...weakened.map(([settings, said]) => [settings, "x.txt", said] as const),
    [
      { hooks: { Stop: [{ hooks: [{ command: "$SNAPHOOK_POLICY/word.txt", args: ["x"] }] }] } },
      "x.txt",
      "settings.json:1: word.txt is started and is not executable; chmod +x it",
    ],
    [
      { hooks: { Stop: [{ hooks: [{ command: '"$SNAPHOOK_POLICY"/word.txt' }] }] } },
      "x.txt",
      "settings.json:1: word.txt is started and is not executable; chmod +x it",
    ],
    ...[
      { command: '"$SNAPHOOK_POLICY"/gone.sh' },
      { command: "$SNAPHOOK_POLICY/gone.sh", args: [] },
      { command: "node", args: ["$SNAPHOOK_POLICY/gone.sh"] },
      { type: "module", module: "$SNAPHOOK_POLICY/gone.sh" },
    ].map(
      (hook) =>
        [
          { hooks: { Stop: [{ hooks: [hook] }] } },
          "x.txt",
          "settings.json:1: gone.sh is not a file in the folder: add it, or correct the path",
        ] as const,
    ),
    [
      { hooks: { Stop: [{ hooks: [{ command: "./guard.sh" }] }] } },
      "x.txt",
      'write "$SNAPHOOK_POLICY"/guard.sh',
    ],
    [denying, "\u001b[2J.txt", String.raw`"\u001b[2J.txt" cannot be a file of a bundle`],
  ];
  for (const [settings, name, said] of cases) {
    rmSync(source, { recursive: true, force: true });
    workspace.writeSource("x", settings);
    workspace.write(join(source, name), "");
    const end = await workspace.run("policy", "publish", source, "--key", key);
    expect(end).toEqual({ ...end, status: 3, stdout: "", stderr: expect.stringContaining(said) });
    expect(end.stderr).not.toContain("\u001b");
  }
});
