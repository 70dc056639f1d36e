import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { beforeEach, expect, test } from "vitest";
import { TrustWorkspace } from "./trust-workspace.js";

/** What needs other processes, a disk of its own, or a wait. */
let workspace: TrustWorkspace;
let file: string;
beforeEach(async () => {
  workspace = new TrustWorkspace();
  workspace.settings({ name: "guard", command: "true" });
  await workspace.approveAll();
  file = join(workspace.home, "trust.json");
});

test("a full disk is said, and what was approved before stays", async (context) => {
  const disk = join(workspace.root, "disk");
  mkdirSync(disk, { mode: 0o700 });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=16k,mode=700", "tmpfs", disk]);
  if (mounted.status !== 0) context.skip("a tmpfs can be mounted only by root");
  try {
    const home = join(disk, "home");
    await workspace.open({ home }).approve(workspace.looked({ home }));
    const before = readFileSync(join(home, "trust.json"), "utf8");
    try {
      writeFileSync(join(disk, "ballast"), Buffer.alloc(65_536));
    } catch {
      // It is full now.
    }
    workspace.settings(
      { name: "guard", command: "true" },
      { name: "x".repeat(20_000), command: "false" },
    );
    await expect(workspace.open({ home }).approve(workspace.looked({ home }))).rejects.toThrow(
      /ENOSPC/,
    );
    expect(readFileSync(join(home, "trust.json"), "utf8")).toBe(before);
    expect(readdirSync(home)).toEqual(["trust.json"]);
    expect(workspace.states({ home })).toEqual(["approved", "new"]);
  } finally {
    execFileSync("umount", [disk]);
  }
});

test("the lock of a process that died is taken over; that of a living one is waited for", async () => {
  const dead = spawnSync("true").pid;
  writeFileSync(`${file}.lock`, String(dead));
  expect(await workspace.open().revoke(null)).toBe(1);
  writeFileSync(`${file}.lock`, String(process.pid));
  await expect(workspace.approveAll()).rejects.toThrow(/another process holds/);
  rmSync(`${file}.lock`);
  await workspace.approveAll();
  expect(workspace.states()).toEqual(["approved"]);
});

test("twelve processes that approve at once lose none of their approvals", async () => {
  const script = join(workspace.root, "approve.mjs");
  const source = `
    import { Trust } from "./src/trust/index.js";
    import { loadSettings } from "./src/config/index.js";
    const [project, home, index] = process.argv.slice(2);
    const trust = new Trust({ projectDir: project, home });
    const { hooks } = loadSettings({ projectDir: project, home, managedFile: "/none", trustProject: true });
    await trust.approve([trust.of(hooks[Number(index)])]);
  `;
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    mainFields: ["module", "main"],
  });
  writeFileSync(script, outputFiles[0]?.contents ?? "");
  workspace.settings(
    ...Array.from({ length: 12 }, (_, index) => ({ name: `hook ${index}`, command: "true" })),
  );
  const exits = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      const args = [script, workspace.project, workspace.home, String(index)];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
      return new Promise((resolve) => child.on("exit", resolve));
    }),
  );
  expect(exits).toEqual(Array.from({ length: 12 }, () => 0));
  expect(workspace.states()).toEqual(Array.from({ length: 12 }, () => "approved"));
});

test("news of the user's hooks that cannot be remembered are said every time", () => {
  const settings = (command: string): string =>
    JSON.stringify({ hooks: { Stop: [{ hooks: [{ name: "mine", command }] }] } });
  const announced = (): number =>
    workspace.open().announce(workspace.hooks(), [join(workspace.home, "settings.json")]).length;
  workspace.write(join(workspace.home, "settings.json"), settings("one"));
  expect(announced()).toBe(0);
  workspace.write(join(workspace.home, "settings.json"), settings("two"));
  // A folder is where the lock would be made, so that nothing can be written. Where the lock would be it is waited for.
  const draft = `${file}.lock.${process.pid}.new`;
  mkdirSync(draft);
  expect([announced(), announced()]).toEqual([1, 1]);
  rmSync(draft, { recursive: true });
  expect([announced(), announced()]).toEqual([1, 0]);
});
