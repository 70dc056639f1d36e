import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { snaphook } from "./snaphook.js";

const project = temporaryFolder();

const files: Readonly<Record<string, string>> = {
  ".claude/settings.json": JSON.stringify({
    hooks: {
      PreToolUse: [
        { matcher: "bash", hooks: [{ type: "command", command: "./never.sh" }] },
        {
          matcher: "Bash",
          hooks: [{ type: "command", command: '"$CLAUDE_PROJECT_DIR"/hooks/guard.sh' }],
        },
      ],
      PostToolUse: [
        { hooks: [{ type: "command", command: 'python3 "$CLAUDE_PROJECT_DIR"/hooks/remind.py' }] },
        { hooks: [{ type: "command", command: "node hooks/gone.js", timeout: 60000 }] },
      ],
    },
  }),
  "hooks/guard.sh": `#!/bin/bash
touch started
if jq -r .tool_input.command | grep -q 'rm -rf'; then
  echo "Blocked: rm -rf" >&2
  exit 1
fi
`,
  "hooks/remind.py": `import sys
print("Please run the tests", file=sys.stderr)
# snaphook: ignore[stdout-unseen] for whoever runs it by hand
print("Warning: slow")
`,
};

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text, { mode: 0o755 });
  }
});

interface Found {
  readonly findings: readonly { readonly code: string; readonly severity: string }[];
}

test("lint finds what is broken in settings and scripts, and starts nothing", () => {
  const { status, stdout, stderr } = snaphook(["lint", "--json"], { cwd: project });
  const { findings } = JSON.parse(stdout) as Found;
  const errors = findings.filter(({ severity }) => severity === "error");
  expect([status, stderr, errors.map(({ code }) => code).toSorted()]).toEqual([
    1,
    "",
    ["exit-1-block", "host-config-ignored", "script-missing", "stderr-unseen"],
  ]);
  expect(errors.find(({ code }) => code === "exit-1-block")).toMatchObject({
    confidence: "read",
    file: "hooks/guard.sh",
    line: 5,
    column: 3,
    hook: "guard.sh",
    host: "claude-code",
    sees: { model: "nothing" },
    fix: { safety: "unsafe" },
  });
  expect(existsSync(join(project, "started"))).toBe(false);
});

test("the text has a frame with a caret, who sees what, and folds at words", () => {
  const { stdout } = snaphook(["lint"], { cwd: project, columns: 60 });
  expect(stdout).toContain("    5 │   exit 1\n      │   ^^^^^^\n");
  expect(stdout).toContain("today:");
  expect(stdout).toContain("4 errors");
  const narrow = snaphook(["lint"], { cwd: project, columns: 40 }).stdout;
  expect(narrow).toContain("exit-1-block");
});

test.each([
  [
    "agent",
    /^hooks\/guard\.sh:5:3 error exit-1-block: .*FIX \(unsafe\): exit with 2.* EDIT hooks\/guard\.sh:5:3 "exit 1" -> "exit 2"$/m,
  ],
  ["github", /^::error file=hooks\/guard\.sh,line=5,col=3,title=exit-1-block::/m],
  ["sarif", /"ruleId": "exit-1-block"/],
  ["junit", /<failure message="Exit code 1 does not block/],
])("--format %s", (format, expected) => {
  expect(snaphook(["lint", "--format", format], { cwd: project }).stdout).toMatch(expected);
});

test("a baseline leaves out what was there before", () => {
  const given = ["lint", "--baseline", join(project, "baseline.json")];
  expect(snaphook(given, { cwd: project }).status).toBe(0);
  expect(snaphook(given, { cwd: project })).toMatchObject({ status: 0, stderr: "" });
  writeFileSync(join(project, "hooks/new.py"), "import sys\nsys.exit('Blocked: no')\n");
  const fresh = [...given, "hooks/new.py", "--event", "PreToolUse", "--json"];
  const { status, stdout } = snaphook(fresh, { cwd: project });
  expect([status, (JSON.parse(stdout) as Found).findings.map(({ code }) => code)]).toEqual([
    1,
    ["exit-1-block"],
  ]);
});

test("without the parser of JavaScript, lint says that these scripts are unread and what to install", () => {
  // The command alone, without the packages around it.
  const alone = temporaryFolder();
  cpSync(resolve("dist/cli"), join(alone, "dist/cli"), { recursive: true });
  writeFileSync(join(project, "hooks/unread.js"), "process.exit(1);\n");
  const given = ["lint", "hooks/unread.js", "--event", "PreToolUse", "--format", "agent"];
  const main = join(alone, "dist/cli/main.js");
  const { status, stdout } = spawnSync(process.execPath, [main, ...given], {
    cwd: project,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([
    0,
    "hooks/unread.js:1:1 warning script-unread: Not all of this script can be read as javascript: the parser oxc-parser is not installed. What is wrong in it may not be found. FIX (unsafe): install it with `npm install oxc-parser` where snaphook is installed (it is an optional dependency)\n",
  ]);
});

test("explain tells what a code means; usage errors end with 2", () => {
  const { stdout } = snaphook(["explain", "exit-1-block"]);
  expect(stdout).toContain("Only exit code 2 blocks");
  expect(stdout).toContain("Lint can fix it: snaphook lint --fix=unsafe\n");
  expect(snaphook(["lint", "--host", "emacs"], { cwd: project }).status).toBe(2);
  expect(snaphook(["lint", "--format", "xml"], { cwd: project }).status).toBe(2);
  expect(snaphook(["lint", "nothing.sh"], { cwd: project }).status).toBe(2);
});

test("settings that the host drops do not hide what is wrong with their scripts", () => {
  const folder = join(project, "dropped");
  mkdirSync(join(folder, ".github/hooks"), { recursive: true });
  const hook = { type: "command", bash: "./guard.sh" };
  writeFileSync(
    join(folder, ".github/hooks/hooks.json"),
    JSON.stringify({ hooks: { preToolUse: [hook] } }),
  );
  const script = '#!/bin/sh\necho \'{"decision": "deny", "reason": "Blocked"}\'\n';
  writeFileSync(join(folder, "guard.sh"), script, { mode: 0o755 });
  const { stdout } = snaphook(["lint", "--json"], { cwd: folder });
  const { findings } = JSON.parse(stdout) as Found;
  const errors = findings.filter(({ severity }) => severity === "error");
  expect(errors.map(({ code }) => code).toSorted()).toEqual([
    "host-config-dropped",
    "host-deny-lost",
  ]);
});

test("how often a hook can keep an agent going is said as the host has it", () => {
  const script = join(project, "hooks/stop.sh");
  writeFileSync(script, '#!/bin/sh\necho "Run the tests" >&2\nexit 2\n', { mode: 0o755 });
  const said = ["codex", "claude-code"].map((host) => {
    const event = ["--host", host, "--event", "Stop"];
    const { stdout } = snaphook(["lint", "--json", ...event, "hooks/stop.sh"], { cwd: project });
    const { findings } = JSON.parse(stdout) as { findings: { code: string; message: string }[] };
    return findings.find(({ code }) => code === "stop-unguarded")?.message.split("again, ")[1];
  });
  expect(said).toEqual(["and has no limit of its own.", "8 times in a row."]);
});

test("a script is looked for in the folder in which its hook runs", () => {
  const folder = join(project, "elsewhere");
  mkdirSync(join(folder, ".github/hooks"), { recursive: true });
  mkdirSync(join(folder, "tools"));
  writeFileSync(join(folder, "tools/a.sh"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  const top = "$(git rev-parse --show-toplevel)";
  const commands = ["./a.sh", `"${top}/tools/a.sh"`, '"$COPILOT_PROJECT_DIR"/tools/a.sh', "./b.sh"];
  const hooks = commands.map((bash) => ({ type: "command", bash, cwd: "tools" }));
  writeFileSync(
    join(folder, ".github/hooks/hooks.json"),
    JSON.stringify({ version: 1, hooks: { postToolUse: hooks } }),
  );
  const { stdout } = snaphook(["lint", "--json"], { cwd: folder });
  const { findings } = JSON.parse(stdout) as { findings: { code: string; message: string }[] };
  const missing = findings.filter(({ code }) => code === "script-missing");
  expect(missing.map(({ message }) => message.split(" does not")[0])).toEqual([
    "The script ./b.sh",
  ]);
});

test("the folder of a plugin is known to hooks of the plugin, and to no others", () => {
  const folder = join(project, "plugin");
  const command = '"$CLAUDE_PLUGIN_ROOT"/run.sh';
  const settings = { hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } };
  const written = {
    ".claude-plugin/plugin.json": { name: "p" },
    "hooks/hooks.json": settings,
    ".claude/settings.json": settings,
  };
  for (const [name, content] of Object.entries(written)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(content));
  }
  writeFileSync(join(folder, "run.sh"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  const { stdout } = snaphook(["lint", "--json"], { cwd: folder });
  const { findings } = JSON.parse(stdout) as { findings: { severity: string; file: string }[] };
  const errors = findings.filter(({ severity }) => severity === "error");
  expect(errors).toMatchObject([{ code: "variable-unset", file: ".claude/settings.json" }]);
});
