import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { transformSync } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder, Workspace } from "../workspace.js";

const main = resolve("dist/cli/main.js");
const workspaces: Workspace[] = [];
afterAll(() => {
  for (const workspace of workspaces) workspace.close();
});

function newWorkspace(): Workspace {
  const workspace = new Workspace();
  workspaces.push(workspace);
  return workspace;
}

function init(
  { project, home, userHome }: Workspace,
  ...args: readonly string[]
): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "init", ...args], {
    cwd: project,
    input: "",
    env: { ...process.env, HOME: userHome, SNAPHOOK_HOME: home, SHELL: "/bin/sh" },
    encoding: "utf8",
    timeout: 200_000,
  });
  return { status, stdout, stderr };
}

/** What each language needs, by a line for the shell, and as it is said. */
const needs = {
  python: ["python3 -c pass", "python3 on the PATH"],
  sh: ["command -v awk", "awk on the PATH, to read JSON"],
  typescript: [
    "node -p process.features.typescript | grep -q strip",
    "Node 22.18 or newer as node on the PATH, which runs TypeScript without a build",
  ],
} as const;
type Language = keyof typeof needs;
const canRun = (language: Language): boolean =>
  spawnSync("sh", ["-c", needs[language][0]]).status === 0;

const why = "rm -rf is not for agents: say which files should go, and why";
const samples = [
  { command: "rm -rf build", outcome: "block", reason: expect.stringContaining(why) as string },
  { command: "ls -la", outcome: "proceed", reason: null },
];

describe("a guard that blocks", () => {
  const hosts = [
    ["snaphook", ".snaphook/settings.json", "node .snaphook/hooks/guard.mjs"],
    [
      "claude-code",
      ".claude/settings.json",
      'node "$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.mjs --host claude-code',
    ],
    ["codex", ".codex/hooks.json", "node .codex/hooks/guard.mjs --host codex || exit 2"],
    [
      "gemini",
      ".gemini/settings.json",
      'node "$GEMINI_PROJECT_DIR"/.gemini/hooks/guard.mjs --host gemini',
    ],
    [
      "qwen-code",
      ".qwen/settings.json",
      'node "$QWEN_PROJECT_DIR"/.qwen/hooks/guard.mjs --host qwen-code || exit 2',
    ],
    [
      "cursor",
      ".cursor/hooks.json",
      'node "$CURSOR_PROJECT_DIR"/.cursor/hooks/guard.mjs --host cursor',
    ],
    [
      "copilot",
      ".github/hooks/snaphook.json",
      'node "$COPILOT_PROJECT_DIR"/.github/hooks/guard.mjs --host copilot',
    ],
    [
      "wave",
      ".wave/settings.json",
      'node "$WAVE_PROJECT_DIR"/.wave/hooks/guard.mjs --host wave || exit 2',
    ],
  ] as const;

  test.each(hosts)("in %s", (host, settings, command) => {
    const workspace = newWorkspace();
    const { status, stdout, stderr } = init(workspace, "--host", host, "--yes", "--json");
    expect({ status, stderr, ...(JSON.parse(stdout) as object) }).toMatchObject({
      status: 0,
      stderr: "",
      host,
      language: "node",
      ok: true,
      samples,
    });
    expect(readFileSync(join(workspace.project, settings), "utf8")).toContain(
      JSON.stringify(command),
    );
  });

  test.each(Object.keys(needs) as Language[])("in %s", (language) => {
    const workspace = newWorkspace();
    const { status, stdout, stderr } = init(workspace, "--language", language, "--yes", "--json");
    if (!canRun(language)) {
      expect([status, stderr]).toEqual([
        2,
        `snaphook: a guard in ${language} needs ${needs[language][1]}\n`,
      ]);
      expect(existsSync(join(workspace.project, ".snaphook"))).toBe(false);
      return;
    }
    expect(JSON.parse(stdout)).toMatchObject({ language, ok: true, samples });
  });
});

test("init keeps what is in the settings, can be run twice, and overwrites no script", () => {
  const workspace = newWorkspace();
  const before =
    '{\n  "model": "mine",\n  "hooks": { "Stop": [] },\n  "permissions": { "ask": ["Write"] }\n}\n';
  const settings = workspace.write(".claude/settings.json", before);
  expect(init(workspace, "--yes").stdout).toContain("The guard works.");
  const once = readFileSync(settings, "utf8");
  for (const kept of ['"model": "mine"', '"Stop": []', '"ask": ["Write"]', "guard.mjs"])
    expect(once).toContain(kept);
  expect(init(workspace, "--yes").stdout).toContain("settings.json: nothing to change");
  expect(readFileSync(settings, "utf8")).toBe(once);
  workspace.write(".claude/hooks/guard.mjs", "// mine");
  expect(init(workspace, "--yes")).toMatchObject({
    status: 2,
    stderr: "snaphook: .claude/hooks/guard.mjs is there already, and nothing is overwritten\n",
  });
});

test("without a yes nothing is written; several agents, an unknown one and an unknown language are errors", () => {
  const workspace = newWorkspace();
  expect(init(workspace)).toMatchObject({ status: 3 });
  expect(existsSync(join(workspace.project, ".snaphook"))).toBe(false);
  expect(init(workspace, "--host", "emacs", "--yes")).toMatchObject({ status: 2 });
  expect(init(workspace, "--language", "cobol", "--yes")).toMatchObject({
    status: 2,
    stderr: "snaphook: --language cobol: known are node, python, sh, typescript\n",
  });
  for (const folder of [".claude", ".codex"]) workspace.write(`${folder}/x`, "");
  expect(init(workspace, "--yes")).toMatchObject({
    status: 2,
    stderr: "snaphook: which agent? Give --host with one of: claude-code, codex\n",
  });
});

describe("the guards themselves", () => {
  const folder = temporaryFolder();
  const build = (name: string, out: string): string => {
    const path = join(folder, out);
    const args = [main, "build", `examples/guards/${name}`, "--out", path];
    expect(spawnSync(process.execPath, args, { encoding: "utf8" }).stderr).toBe("");
    return path;
  };
  const alone = readFileSync("examples/guards/guard-alone.ts", "utf8");
  const { code } = transformSync(alone, { loader: "ts", format: "esm", target: "node20" });
  const transpiled = join(folder, "guard-alone.mjs");
  writeFileSync(transpiled, code);
  const call = (command: unknown): string =>
    JSON.stringify({ tool_name: "Bash", tool_input: { command } });
  const cases: readonly (readonly [what: string, input: string, exit: number])[] = [
    ["rm -rf", call("rm -rf build"), 2],
    ["rm -r in a line", call("cd x && sudo rm -v -r y"), 2],
    ["rm -fr behind a newline", call("ls\nrm -fr y"), 2],
    ["a word that ends with rm", call("npm run farm -r"), 0],
    ["ls", call("ls"), 0],
    ["a letter of another script", call("echo é 漢 🙂"), 0],
    ["no command", JSON.stringify({ tool_input: {} }), 2],
    ["a command that is no text", call(["rm"]), 2],
    ["no input", JSON.stringify({ tool_name: "Bash" }), 2],
    ["null", "null", 2],
    ["nothing", "", 2],
    ["half of it", '{"tool_input":{"command":"ls"', 2],
  ];

  test.each([
    ["guard.mjs", process.execPath, build("guard.mjs", "guard.mjs")],
    ["guard.ts", process.execPath, build("guard.ts", "guard-ts.mjs")],
    ["guard-alone.ts", process.execPath, transpiled],
    ["guard.py", "python3", build("guard.py", "guard.py")],
    ["guard.sh", "sh", build("guard.sh", "guard.sh")],
  ])("%s blocks what it should, and whatever it cannot read", (name, program, file) => {
    if ((name === "guard.py" && !canRun("python")) || (name === "guard.sh" && !canRun("sh")))
      return;
    const silence = name === "guard-alone.ts" ? "{}" : "";
    const ended = cases.map(([what, input]) => {
      const { status, stdout, stderr } = spawnSync(program, [file], { input, encoding: "utf8" });
      return [what, status, stdout.trim(), stderr !== ""];
    });
    expect(ended).toEqual(
      cases.map(([what, , exit]) => [what, exit, exit === 2 ? "" : silence, exit === 2]),
    );
  });

  test("guard.sh blocks where awk is missing", () => {
    const { status, stderr } = spawnSync("/bin/sh", [join(folder, "guard.sh")], {
      input: call("ls"),
      env: { PATH: folder },
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([
      2,
      "The hook for PreToolUse failed: awk cannot be run, or failed, so that the event was not read\n",
    ]);
  });
});
