import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AskedLedger } from "../trace/asked-ledger.js";
import { ReviewedProject, type Reviewed } from "./reviewed-project.js";
import type { RunningViewer } from "./viewer.js";

const project = new ReviewedProject([
  { name: "guard", command: "sh ./guard.sh" },
  { name: "anything", command: 'eval "$PROGRAM"' },
]);
let viewer: RunningViewer;
beforeAll(async () => {
  viewer = await project.view();
});
afterAll(async () => {
  expect(await viewer.stop()).toBe(0);
});

const look = async (): Promise<Reviewed["hooks"]> =>
  ((await viewer.ask("trust", {})) as Reviewed).hooks;
const wrong = "0".repeat(64);

test.each([
  [
    "another fingerprint",
    "approve",
    { fingerprint: wrong },
    "it changed after it was shown; this is what it is now",
  ],
  ["another hook", "approve", { id: "project:Stop:0.0" }, "there is no such hook any more"],
  ["an approval that is not there", "revoke", {}, "what was shown is not what is approved now"],
])("%s changes nothing and says why", async (_, name, changed, why) => {
  const [hook] = await look();
  const { id = "", fingerprint = "" } = hook ?? {};
  const body = { id, fingerprint, acceptsUnknownFiles: true, ...changed };
  const answer = (await viewer.ask(name, body)) as { why: string; trust: Reviewed };
  expect(answer.why).toBe(why);
  expect(answer.trust.hooks).toEqual(await look());
  expect(project.states()).toEqual({ guard: "new", anything: "new" });
});

test("a hook of which not all files are known is approved only where that is accepted", async () => {
  const { id = "", fingerprint = "" } = (await look())[1] ?? {};
  const approve = (acceptsUnknownFiles: boolean): Promise<unknown> =>
    viewer.ask("approve", { id, fingerprint, acceptsUnknownFiles });
  expect(await approve(false)).toMatchObject({
    why: expect.stringContaining("not all files that it runs are known: "),
  });
  expect(project.states()).toEqual({ guard: "new", anything: "new" });
  expect(await approve(true)).toMatchObject({ why: null });
  expect(project.states()).toEqual({ guard: "new", anything: "approved" });
  expect(await viewer.ask("revoke", { id, fingerprint })).toMatchObject({ why: null });
});

test("what is stored is what the command stores, and a revocation leaves as much as there was", async () => {
  for (const { id, fingerprint } of await look())
    await viewer.ask("approve", { id, fingerprint, acceptsUnknownFiles: true });
  const stored = project.stored();
  for (const { id, fingerprint } of await look())
    expect(await viewer.ask("revoke", { id, fingerprint })).toMatchObject({ why: null });
  const revoked = project.stored();
  project.forget();
  project.trust("approve", "--all", "--accept-unknown-files");
  expect(project.stored()).toEqual(stored);
  project.trust("revoke", "--all");
  expect(project.stored()).toEqual(revoked);
});

test("a hook that snaphook.lock pins otherwise is not approved here", async () => {
  const locked = new ReviewedProject();
  locked.trust("lock");
  locked.write("guard.sh", "exit 0\n");
  const other = await locked.view();
  const [hook] = ((await other.ask("trust", {})) as Reviewed).hooks;
  const { id = "", fingerprint = "" } = hook ?? {};
  expect(hook).toMatchObject({ state: "drifted" });
  expect(await other.ask("approve", { id, fingerprint, acceptsUnknownFiles: false })).toMatchObject(
    { why: expect.stringContaining("snaphook.lock") },
  );
  expect(locked.states()).toEqual({ guard: "drifted" });
  await other.stop();
});

test("with somebody else's ledger nothing is shown, approved or taken back", async () => {
  const ledger = new AskedLedger();
  ledger.fourEvents();
  const other = await project.view(["--ledger", ledger.file]);
  const error = "hooks are not reviewed with somebody else's ledger";
  const [hook] = await look();
  for (const name of ["trust", "approve", "revoke"])
    expect(await other.ask(name, { ...hook, acceptsUnknownFiles: true })).toEqual({ error });
  expect(project.states()).toEqual({ guard: "new", anything: "new" });
  await other.stop();
});

test("settings that cannot be read are said, and not passed off as none", async () => {
  const broken = new ReviewedProject();
  broken.write(".snaphook/settings.json", '{"hooks": {');
  const other = await broken.view();
  expect(await other.ask("trust", {})).toMatchObject({
    project: "a project",
    hooks: [],
    faults: [expect.stringContaining(join(".snaphook", "settings.json"))],
  });
  await other.stop();
  expect(readdirSync(broken.home)).toEqual([]);
});
