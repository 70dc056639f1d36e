import { chmodSync, copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HostileWorkspace, toolCall, whoRan, write, writeHooks } from "./hostile-workspace.js";

// Sections 1e and 1g of the threats: names that are code, and guards that silently are not there.

let workspace: HostileWorkspace;
beforeEach(() => {
  workspace = new HostileWorkspace();
});
afterEach(() => workspace.close());

const forms = [
  { command: '"$CLAUDE_PROJECT_DIR/guard.sh"', name: "quoted" },
  { command: 'sh "$SNAPHOOK_PROJECT_DIR"/guard.sh', name: "shell" },
  { command: "./guard.sh", name: "relative" },
  { command: "./guard.sh", args: [], name: "program" },
  { command: "sh", args: ["guard.sh"], name: "exec" },
];
const names = forms.map(({ name }) => name);

/** A project of this name with all forms of hooks, approved; fired at in place and through the keeper. */
async function runEverywhere(name: string): Promise<string> {
  const project = workspace.projectWith(forms, name);
  workspace.script(join(project, "guard.sh"), "good");
  expect(whoRan(await workspace.fire(project)).ran).toEqual([]);
  await workspace.approve(project);
  expect(whoRan(await workspace.fire(project))).toEqual({ ran: names, untrusted: [] });
  const engine = workspace.engine(project, { keeper: true });
  for (let tries = 0; tries < 10_000 && !engine.usesKeeper; tries++)
    await new Promise((wake) => setTimeout(wake, 25));
  expect(engine.usesKeeper).toBe(true);
  // The second time a shell that was started ahead becomes the hook.
  for (let round = 0; round < 2; round++) {
    const { hooks } = await engine.fire(toolCall);
    expect(hooks.map(({ run }) => run?.exit)).toEqual(names.map(() => 0));
  }
  expect(workspace.marks()).toEqual(["good"]);
  return project;
}

test("Gemini CLI 0.61.0: a folder that is named like shell code is a name and nothing else", async () => {
  const name = "a$(touch PWNED)`touch PWNED`;touch PWNED;'\"; touch PWNED #";
  const project = await runEverywhere(name);
  for (const folder of [project, workspace.root, process.cwd()])
    expect(existsSync(join(folder, "PWNED"))).toBe(false);
});

test("CVE-2026-44244: a line break in a name begins no new line of anything", async () => {
  await runEverywhere("a\n+evil\n-evil\nkill -9 0\n\rb");
});

test("CVE-2025-48384: a name that ends in a carriage return is not the name without it", async () => {
  const trusted = await workspace.trusted("work");
  const project = workspace.folder("work\r");
  copyFileSync(join(trusted, "guard.sh"), join(project, "guard.sh"));
  writeHooks(project, [{ command: "./guard.sh", name: "guard" }]);
  expect(whoRan(await workspace.fire(project)).ran).toEqual([]);
  expect(workspace.marks()).toEqual([]);
  expect(whoRan(await workspace.fire(trusted)).ran).toEqual(["guard"]);
});

test("CVE-2026-67326: a hook with a NUL is no hook, it is said, and the others run", async () => {
  const trusted = await workspace.trusted();
  writeHooks(trusted, [
    { command: `true\0; ${workspace.mark("evil")}`, name: "nul" },
    { command: "sh\0", args: ["guard.sh\0"], name: "nul" },
    { command: "./guard.sh", cwd: "a\0b", name: "nul" },
    { command: "./guard.sh", name: "guard" },
  ]);
  const fired = await workspace.fire(trusted);
  expect(whoRan(fired)).toEqual({ ran: ["guard"], untrusted: [] });
  expect(new Set(fired.problems.map(({ code }) => code))).toEqual(new Set(["hook-invalid"]));
  expect(workspace.marks()).toEqual(["good"]);
});

test("CVE-2022-24765: settings and trust of the folders above a project count for nothing", async () => {
  const trusted = await workspace.trusted();
  const inner = workspace.folder("trusted/packages/one");
  const { hooks } = await workspace.fire(inner);
  expect(hooks).toEqual([]);
  expect(workspace.command(["run", "PreToolUse"], inner).status).toBe(0);
  expect(workspace.marks()).toEqual([]);
  expect(whoRan(await workspace.fire(trusted)).ran).toEqual(["guard"]);
});

test("CVE-2024-32002, CVE-2018-11235, CVE-2019-19604: a submodule brings no hooks", async () => {
  const trusted = await workspace.trusted();
  const submodule = workspace.folder("trusted/module");
  write(join(submodule, ".git"), "gitdir: ../.git/modules/module\n");
  workspace.script(join(trusted, ".git/modules/module/hooks/post-checkout"), "post-checkout");
  writeHooks(submodule, [{ command: workspace.mark("submodule"), name: "evil" }]);
  expect(whoRan(await workspace.fire(submodule)).ran).toEqual([]);
  expect(whoRan(await workspace.fire(trusted)).ran).toEqual(["guard"]);
  expect(workspace.marks()).toEqual(["good"]);
});

test("Claude Code 2.1.207: what an event says never becomes part of a command", async () => {
  const evil = `$(${workspace.mark("evil")})\`${workspace.mark("evil")}\`";${workspace.mark("evil")};"`;
  const note = join(workspace.markFolder, "note");
  const template = "${user_config.name} ${tool_name} $HOOK_TOOL_NAME {{tool_name}}";
  const project = workspace.projectWith([
    { command: `printf '%s' "$HOOK_TOOL_NAME" > '${note}'`, name: "speaks" },
    { command: "printf", args: ["%s", template], name: "exec" },
  ]);
  await workspace.approve(project);
  const { hooks } = await workspace.engine(project).fire({
    hook_event_name: "PreToolUse",
    session_id: evil,
    tool_name: evil,
    tool_input: { command: evil, [evil]: evil },
    cwd: evil,
  });
  expect(workspace.marks()).toEqual(["note"]);
  expect(readFileSync(note, "utf8")).toBe(evil);
  expect(Buffer.from(hooks[1]?.run?.stdout ?? "").toString()).toBe(template);
});

describe("a hook that will not run is announced and can be counted", () => {
  test("claude-code #92911: a project nobody was asked about is named, recorded, and the exit code is 3", () => {
    const project = workspace.projectWith([{ command: workspace.mark("evil") }]);
    const { status, stdout, stderr } = workspace.command(["run", "PreToolUse"], project);
    expect(status).toBe(3);
    expect(stdout).toContain(`skipped ${join(project, ".snaphook/settings.json")}`);
    expect(stderr).toContain("snaphook trust review");
    const records = readFileSync(join(workspace.home, "ledger.jsonl"), "utf8").trim().split("\n");
    const skips = records
      .map((line) => JSON.parse(line) as object)
      .filter((record) => "skipped" in record);
    expect(skips).toMatchObject([{ type: "skip", ran: false, skipped: "trust" }]);
    expect(workspace.marks()).toEqual([]);
  });

  test("vscode #331733: an approved guard that changed is named with what changed", async () => {
    const project = workspace.projectWith([{ command: "./guard.sh", name: "guard" }]);
    workspace.script(join(project, "guard.sh"), "first");
    await workspace.approve(project);
    expect(workspace.command(["run", "PreToolUse"], project).status).toBe(0);
    workspace.script(join(project, "guard.sh"), "second");
    const { status, stdout } = workspace.command(["run", "PreToolUse"], project);
    expect(status).toBe(3);
    expect(stdout).toContain("skipped guard: it changed since it was approved: file ./guard.sh");
    expect(workspace.marks()).toEqual(["first"]);
  });

  test("copilot-cli #3345, navikt/copilot #888: a store that cannot be used is said, and nothing runs", async () => {
    const trusted = await workspace.trusted();
    const store = join(workspace.home, "trust.json");
    chmodSync(store, 0o666);
    const { status, stdout } = workspace.command(["run", "PreToolUse"], trusted);
    expect(status).toBe(3);
    expect(stdout).toMatch(/\[trust-unusable\][^]*can be written by others/);
    writeFileSync(store, "{");
    chmodSync(store, 0o600);
    expect(workspace.command(["run", "PreToolUse"], trusted).stdout).toContain("is not JSON");
    expect(workspace.marks()).toEqual([]);
  });

  test("Codex exec: every hook that is left out is in the answer, the plan and the ledger", async () => {
    const good = { command: workspace.mark("good"), name: "good" };
    const project = workspace.projectWith([good]);
    await workspace.approve(project);
    writeHooks(project, [good, ...["one", "two"].map((name) => ({ command: "true", name }))]);
    const file = join(workspace.root, "ledger.jsonl");
    const engine = workspace.engine(project, { ledger: { file } });
    const planned = engine.preview(toolCall).filter(({ skipped }) => skipped === "trust");
    expect(planned.map(({ hook }) => hook.name)).toEqual(["one", "two"]);
    expect(whoRan(await engine.fire(toolCall))).toEqual({
      ran: ["good"],
      untrusted: ["one", "two"],
    });
    const types = readFileSync(file, "utf8").match(/"type":"(?:run|skip)"/g);
    expect(types).toEqual(['"type":"run"', '"type":"skip"', '"type":"skip"']);
    expect(workspace.marks()).toEqual(["good"]);
  });
});
