import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Workspace } from "../workspace.js";

const main = resolve("dist/cli/main.js");
const workspaces: Workspace[] = [];
afterAll(() => {
  for (const workspace of workspaces) workspace.close();
});

const guard = { matcher: "Bash", hooks: [{ command: "echo no >&2; exit 2", onFailure: "block" }] };

/** A project with a guard that must not fail open, and a hook that may. */
function projectWithGuard(): Workspace {
  const workspace = new Workspace();
  workspaces.push(workspace);
  const hooks = { PreToolUse: [guard], SessionStart: [{ hooks: [{ command: "true" }] }] };
  workspace.write(".snaphook/settings.json", JSON.stringify({ hooks }));
  return workspace;
}

interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(
  { project, home, userHome }: Workspace,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  more: { readonly cwd?: string; readonly input?: string } = {},
): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd: project,
    input: "",
    ...more,
    env: { ...process.env, HOME: userHome, SNAPHOOK_HOME: home, SHELL: "/bin/sh", ...env },
    encoding: "utf8",
    timeout: 200_000,
  });
  return { status, stdout, stderr };
}

/** The commands in a host's file, and what else there is of failures. */
function written(workspace: Workspace, file: string): unknown {
  const { hooks } = JSON.parse(readFileSync(join(workspace.project, file), "utf8")) as {
    hooks: Record<string, { hooks?: object[] }[]>;
  };
  return Object.fromEntries(
    Object.entries(hooks).map(([event, [entry]]) => {
      const hook = (entry?.hooks?.[0] ?? entry) as Record<string, unknown>;
      const { command, bash, onFailure, failClosed } = hook;
      return [event, [command ?? bash, onFailure ?? failClosed ?? "continue"]];
    }),
  );
}

const client = resolve("dist/cli/fire.sh");
const absolute = `'${client}' --node '${process.execPath}' --host`;
const direct = `'${process.execPath}' '${main}' bridge fire --host`;

const hosts: readonly [string, string, ...unknown[]][] = [
  ["claude-code", ".claude/settings.json", "", "block", "continue"],
  ["codex", ".codex/hooks.json", " || exit 2", "continue", "continue"],
  ["gemini", ".gemini/settings.json", "", "continue", "continue"],
  ["qwen-code", ".qwen/settings.json", " || exit 2", "continue", "continue"],
  ["cursor", ".cursor/hooks.json", "", true, true],
  ["copilot", ".github/hooks/snaphook.json", "", "continue", "continue"],
  ["wave", ".wave/settings.json", " || exit 2", "continue", "continue"],
];

test.each(hosts)(
  "%s: the command starts, a deny comes back, and onFailure is carried over or said to be lost",
  (host, file, ...expected) => {
    const workspace = projectWithGuard();
    const { status, stdout, stderr } = run(workspace, ["bridge", "install", host, "--yes"]);
    expect({ status, stderr }).toMatchObject({ status: 0 });
    expect(stdout).toContain(
      `${host}: a test event was denied through its own shell, as it should be, by the direct command and by the resident engine\n`,
    );
    const [suffix, setting, otherSetting] = expected;
    expect(Object.values(written(workspace, file) as object)).toEqual([
      [`${absolute} ${host}${String(suffix)}`, setting],
      [`${absolute} ${host}`, otherSetting],
    ]);
    const isClosed = host === "claude-code" || host === "cursor";
    expect(/a timeout or a kill does not/.test(stderr)).toBe(!isClosed);
    expect(run(workspace, ["bridge", "uninstall", host, "--yes"])).toMatchObject({ status: 0 });
    expect(existsSync(join(workspace.project, file))).toBe(false);
  },
  120_000,
);

test("a dependency of the project is called by its folder, so that others can use the file; a name only where it is found", () => {
  const workspace = projectWithGuard();
  const { project, root } = workspace;
  const command = (host: string, file: string, env: NodeJS.ProcessEnv = {}): unknown => {
    expect(run(workspace, ["bridge", "install", host, "--yes"], env)).toMatchObject({ status: 0 });
    return Object.values(written(workspace, file) as Record<string, unknown[]>)[0]?.[0];
  };
  const claude = ["claude-code", ".claude/settings.json"] as const;
  const codex = ["codex", ".codex/hooks.json"] as const;
  mkdirSync(join(root, "bin"));
  symlinkSync(main, join(root, "bin/snaphook"));
  const PATH = `${join(root, "bin")}:${process.env["PATH"]}`;
  expect(command(...claude, { PATH })).toBe("snaphook bridge fire --host claude-code");
  symlinkSync(client, join(root, "bin/snaphook-fire"));
  expect(command(...claude, { PATH })).toBe("snaphook-fire --host claude-code");
  // As npm and npx extend it: not what the host has.
  mkdirSync(join(root, "node_modules"));
  symlinkSync(join(root, "bin"), join(root, "node_modules/.bin"));
  const byNpm = `${join(root, "node_modules/.bin")}:${process.env["PATH"]}`;
  expect(command(...claude, { PATH: byNpm })).toBe(`${absolute} claude-code`);
  mkdirSync(join(project, "node_modules/.bin"), { recursive: true });
  symlinkSync(resolve("."), join(project, "node_modules/snaphook"));
  symlinkSync(main, join(project, "node_modules/.bin/snaphook"));
  expect(command(...claude, { PATH })).toBe(
    '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/snaphook bridge fire --host claude-code',
  );
  symlinkSync(client, join(project, "node_modules/.bin/snaphook-fire"));
  expect(command(...claude, { PATH })).toBe(
    '"$CLAUDE_PROJECT_DIR"/node_modules/.bin/snaphook-fire --host claude-code',
  );
  expect(command(...codex)).toBe(`${absolute} codex || exit 2`);
  spawnSync("git", ["init", "-q"], { cwd: project });
  expect(command(...codex)).toBe(
    '"$(git rev-parse --show-toplevel)"/node_modules/.bin/snaphook-fire --host codex || exit 2',
  );
  expect(readFileSync(join(project, ".codex/hooks.json"), "utf8").match(/--host/g)).toHaveLength(2);
}, 120_000);

test("who does not want the resident engine gets the direct command, in place of the other", () => {
  const workspace = projectWithGuard();
  const file = ".claude/settings.json";
  const commands = (): unknown[] =>
    Object.values(written(workspace, file) as Record<string, unknown[]>).map(([one]) => one);
  expect(run(workspace, ["bridge", "install", "claude-code", "--yes"]).status).toBe(0);
  expect(commands()).toEqual([`${absolute} claude-code`, `${absolute} claude-code`]);
  const again = run(workspace, ["bridge", "install", "claude-code", "--direct", "--yes"]);
  expect(again.stdout).toMatch(/as it should be$/m);
  expect(commands()).toEqual([`${direct} claude-code`, `${direct} claude-code`]);
  expect(run(workspace, ["bridge", "uninstall", "claude-code", "--yes"]).status).toBe(0);
  expect(existsSync(join(workspace.project, file))).toBe(false);
}, 120_000);

test("where there is neither perl nor curl the direct command is written", () => {
  const workspace = projectWithGuard();
  const bin = join(workspace.root, "few");
  mkdirSync(bin);
  for (const name of ["node", "sh", "env"])
    symlinkSync(
      name === "node" ? process.execPath : name === "sh" ? "/bin/sh" : "/usr/bin/env",
      join(bin, name),
    );
  const ran = run(workspace, ["bridge", "install", "claude-code", "--yes"], { PATH: bin });
  expect(ran.status).toBe(0);
  expect(readFileSync(join(workspace.project, ".claude/settings.json"), "utf8")).toContain(
    `${direct} claude-code`,
  );
}, 120_000);

test("where no deny comes back the file is as it was, and the exit code is 1", () => {
  const workspace = projectWithGuard();
  const before = '{ "hooks": {} }';
  const path = workspace.write(".codex/hooks.json", before);
  const SHELL = workspace.write("shell", "#!/bin/sh\nexit 0\n");
  const { status, stderr } = run(workspace, ["bridge", "install", "codex", "--yes"], { SHELL });
  expect(status).toBe(1);
  expect(stderr).toContain("a test event was not denied; the file is as it was before");
  expect(stderr).toContain("exit code 0, and codex reads it as proceed");
  expect(readFileSync(path, "utf8")).toBe(before);
  const without = run(projectWithGuard(), ["bridge", "install", "codex", "--yes"], { SHELL });
  expect(without.status).toBe(1);
});

test("the guard holds in whatever folder the session is: by the host's variable, else by the nearest settings above", () => {
  const workspace = projectWithGuard();
  const { project } = workspace;
  expect(run(workspace, ["trust", "approve", "--all"])).toMatchObject({ status: 0 });
  const inner = join(project, "vendor/inner");
  mkdirSync(join(inner, ".snaphook"), { recursive: true });
  const deep = join(project, "src/deep");
  mkdirSync(deep, { recursive: true });
  const input = JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  });
  const fire = (host: string, cwd: string, env: NodeJS.ProcessEnv = {}): number | null =>
    run(workspace, ["bridge", "fire", "--host", host], env, { cwd, input }).status;
  expect(fire("claude-code", inner, { CLAUDE_PROJECT_DIR: project })).toBe(2);
  expect(fire("claude-code", deep, { CLAUDE_PROJECT_DIR: "" })).toBe(2);
  expect(fire("codex", deep)).toBe(2);
});
