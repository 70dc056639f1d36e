import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { snaphook } from "./snaphook.js";

let project: string;
let home: string;

beforeEach(() => {
  [project, home] = [temporaryFolder(), temporaryFolder()];
  process.env["HOME"] = home;
  process.env["SNAPHOOK_HOME"] = join(home, ".snaphook");
});

function put(name: string, text: string, mode = 0o755, folder = project): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
}

const read = (name: string): string => readFileSync(join(project, name), "utf8");
const modeOf = (name: string): number => statSync(join(project, name)).mode & 0o777;

interface Found {
  readonly findings: readonly { readonly code: string; readonly fix?: object }[];
}

const codes = (): string[] => {
  const { stdout } = snaphook(["lint", "--json"], { cwd: project });
  return (JSON.parse(stdout) as Found).findings.map(({ code }) => code);
};

const swallowing = `import json, sys
try:
    if "rm" in json.load(sys.stdin)["tool_input"]["command"]:
        sys.exit(2)
except:
    sys.exit(0)
`;
const blocking =
  '#!/bin/bash\nif grep -q secret; then\n  echo "Blocked: secrets" >&2\n  exit 1\nfi\n';

/** Settings as a person writes them: blanks, no line at the end. */
const settings = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "bash",  "hooks": [ { "type": "command", "command": "$CLAUDE_PROJECT_DIR/hooks/guard.sh" } ] },
      {
        "matcher": "Bash",
        "hooks": [
          { "type": "command", "command": "python3 \\"$CLAUDE_PROJECT_DIR\\"/hooks/guard.py", "timeout": 60000 }
        ]
      }
    ]
  }
}`;

const safe = settings
  .replace('"bash"', '"Bash"')
  .replace('"$CLAUDE_PROJECT_DIR/hooks', '"\\"$CLAUDE_PROJECT_DIR\\"/hooks')
  .replace("60000", '60, "onFailure": "block"');

function putAll(): void {
  put(".claude/settings.json", settings, 0o640);
  put("hooks/guard.sh", blocking, 0o644);
  put("hooks/guard.py", swallowing, 0o600);
}

test("--diff shows what --fix would do and writes nothing; --fix does it, in the bytes concerned only", () => {
  putAll();
  const shown = snaphook(["lint", "--diff"], { cwd: project });
  expect(shown.status).toBe(1);
  expect(shown.stdout).toBe(`diff --git a/hooks/guard.sh b/hooks/guard.sh
old mode 100644
new mode 100755
diff --git a/.claude/settings.json b/.claude/settings.json
--- a/.claude/settings.json
+++ b/.claude/settings.json
@@ -1,12 +1,12 @@
 {
   "hooks": {
     "PreToolUse": [
-      { "matcher": "bash",  "hooks": [ { "type": "command", "command": "$CLAUDE_PROJECT_DIR/hooks/guard.sh" } ] },
+      { "matcher": "Bash",  "hooks": [ { "type": "command", "command": "\\"$CLAUDE_PROJECT_DIR\\"/hooks/guard.sh" } ] },
       {
         "matcher": "Bash",
         "hooks": [
-          { "type": "command", "command": "python3 \\"$CLAUDE_PROJECT_DIR\\"/hooks/guard.py", "timeout": 60000 }
+          { "type": "command", "command": "python3 \\"$CLAUDE_PROJECT_DIR\\"/hooks/guard.py", "timeout": 60, "onFailure": "block" }
         ]
       }
     ]
   }
diff --git a/hooks/guard.py b/hooks/guard.py
--- a/hooks/guard.py
+++ b/hooks/guard.py
@@ -1,6 +1,6 @@
 import json, sys
 try:
     if "rm" in json.load(sys.stdin)["tool_input"]["command"]:
         sys.exit(2)
-except:
+except Exception:
     sys.exit(0)
`);
  expect([read(".claude/settings.json"), read("hooks/guard.py"), modeOf("hooks/guard.sh")]).toEqual(
    [settings, swallowing, 0o644],
  );
  const { status, stdout, stderr } = snaphook(["lint", "--fix"], { cwd: project, columns: 200 });
  // An exit code of 1 where a block is meant is no safe fix: it remains.
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout).toMatch(
    /^Fixed hooks\/guard\.sh: script-not-executable\nFixed \.claude\/settings\.json: .*\nFixed hooks\/guard\.py: exit-swallowed \(line 4\)\nChanged hooks: .*: snaphook trust review\n\nerror\[exit-1-block\]/,
  );
  expect(stdout).toContain("  fixable: snaphook lint --fix=unsafe\n");
  expect(stdout).toMatch(/^Fixable: \d unsafe \(snaphook lint --fix=unsafe\)\.$/m);
  expect([
    read(".claude/settings.json"),
    modeOf(".claude/settings.json"),
    read("hooks/guard.py"),
    modeOf("hooks/guard.py"),
    read("hooks/guard.sh"),
    modeOf("hooks/guard.sh"),
  ]).toEqual([
    safe,
    0o640,
    swallowing.replace("except:", "except Exception:"),
    0o600,
    blocking,
    0o755,
  ]);
});

test("another word behind --fix= is an error that names those there are", () => {
  expect(snaphook(["lint", "--fix=all"], { cwd: project })).toMatchObject({
    status: 2,
    stderr: "snaphook: unknown option --fix=all; give --fix or --fix=unsafe\n",
  });
});

test("--fix=unsafe makes the others too, and a second time changes nothing", () => {
  putAll();
  expect(snaphook(["lint", "--fix=unsafe"], { cwd: project }).status).toBe(0);
  expect(read("hooks/guard.sh")).toBe(blocking.replace("exit 1", "exit 2"));
  expect(codes()).not.toContain("exit-1-block");
  const { stdout } = snaphook(["lint", "--fix=unsafe", "--diff"], { cwd: project });
  expect(stdout).toBe("");
});

test("json has the edits, sarif the fixes, agent the text that is replaced", () => {
  putAll();
  const { findings } = JSON.parse(snaphook(["lint", "--json"], { cwd: project }).stdout) as Found;
  expect(findings.find(({ code }) => code === "exit-swallowed")?.fix).toEqual({
    safety: "safe",
    description: expect.any(String) as string,
    file: "hooks/guard.py",
    edits: [
      { start: 104, end: 110, text: "except Exception", replaces: "except", line: 5, column: 1 },
    ],
  });
  const sarif = snaphook(["lint", "--format", "sarif"], { cwd: project }).stdout;
  expect(JSON.stringify(JSON.parse(sarif))).toContain(
    '"artifactChanges":[{"artifactLocation":{"uri":"hooks/guard.py"},"replacements":[{"deletedRegion":{"charOffset":104,"charLength":6},"insertedContent":{"text":"except Exception"}}]}]',
  );
  expect(snaphook(["lint", "--format", "agent"], { cwd: project }).stdout).toContain(
    'EDIT hooks/guard.py:5:1 "except" -> "except Exception"\n',
  );
});

test("line ends, a byte order mark and a missing last line end stay; a link is followed, not replaced", () => {
  put(".claude/settings.json", settings.replaceAll("\n", "\r\n"));
  put("real/guard.py", `\uFEFF${swallowing.replaceAll("\n", "\r\n").trimEnd()}`);
  put("hooks/guard.sh", blocking);
  symlinkSync("../real/guard.py", join(project, "hooks/guard.py"));
  snaphook(["lint", "--fix=unsafe"], { cwd: project });
  expect(read(".claude/settings.json")).toBe(
    safe
      .replaceAll("\n", "\r\n")
      .replace('guard.sh" }', 'guard.sh", "onFailure": "block" }')
      .replace('guard.sh" }', 'guard.sh", "onFailure": "block" }'),
  );
  expect(lstatSync(join(project, "hooks/guard.py")).isSymbolicLink()).toBe(true);
  const fixed = swallowing
    .replace("except:", "except Exception:")
    .replace(
      "sys.exit(0)",
      'print("Blocked: the guard cannot read its input", file=sys.stderr)\n    sys.exit(2)',
    );
  expect(read("real/guard.py")).toBe(`\uFEFF${fixed.replaceAll("\n", "\r\n").trimEnd()}`);
});

test("nothing outside of the project is written, nothing read-only, nothing that is not UTF-8", () => {
  const outside = temporaryFolder();
  const foreign = put("settings.json", settings, 0o644, outside);
  mkdirSync(join(project, ".claude"));
  symlinkSync(foreign, join(project, ".claude/settings.json"));
  put("hooks/guard.py", swallowing, 0o444);
  put("hooks/guard.sh", blocking);
  writeFileSync(join(project, "hooks/guard.sh"), Buffer.from(`${blocking}# \xff\n`, "latin1"));
  const { stdout, status } = snaphook(["lint", "--fix=unsafe"], { cwd: project, columns: 200 });
  expect([status, readFileSync(foreign, "utf8"), read("hooks/guard.py")]).toEqual([
    1,
    settings,
    swallowing,
  ]);
  expect(stdout).toContain(
    `Not fixed .claude/settings.json: timeout-unit, because it is outside of the project and of the user's own settings\n`,
  );
  expect(stdout).toContain("Not fixed hooks/guard.py: exit-swallowed, because it is read-only\n");
  expect(stdout).not.toMatch(/^Fixed/m);
});

test("a script that two events share is not fixed for one and broken for the other", () => {
  const script = `#!/bin/sh
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": "x"}}'
`;
  const entry = [{ hooks: [{ type: "command", command: '"$CLAUDE_PROJECT_DIR"/both.sh' }] }];
  put("both.sh", script);
  put(
    ".claude/settings.json",
    JSON.stringify({ hooks: { PreToolUse: entry, PostToolUse: entry } }),
  );
  const { stdout } = snaphook(["lint", "--fix"], { cwd: project, columns: 200 });
  expect(stdout).toContain(
    "Not fixed both.sh: event-name-wrong, because it would lead to event-name-wrong",
  );
  expect(read("both.sh")).toBe(script);
});

test("the user's own settings and the scripts in their folder are fixed too, other scripts of theirs are not", () => {
  const hooks = ["~/.claude/mine.py", "~/elsewhere.py"].map((path) => ({
    type: "command",
    command: `python3 ${path}`,
    onFailure: "block",
  }));
  const file = put(
    ".claude/settings.json",
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: "bash", hooks }] } }),
    0o600,
    home,
  );
  const mine = put(".claude/mine.py", swallowing, 0o644, home);
  const other = put("elsewhere.py", swallowing, 0o644, home);
  const { stdout } = snaphook(["lint", "--fix"], { cwd: project, columns: 200 });
  expect(stdout).toContain("Not fixed");
  expect(readFileSync(file, "utf8")).toContain('"matcher":"Bash"');
  expect([readFileSync(mine, "utf8"), readFileSync(other, "utf8")]).toEqual([
    swallowing.replace("except:", "except Exception:"),
    swallowing,
  ]);
});

test("TOML keeps its comments; what --fix does not know is a usage error", () => {
  const toml = `# mine\n[[hooks.PreToolUse]]\nmatcher = "Bash"\n[[hooks.PreToolUse.hooks]]\ntype = "command"\ncommand = "./x.sh"\ntimeout = 60000 # a minute\n`;
  put(".codex/config.toml", toml);
  put("x.sh", "#!/bin/sh\nexit 0\n");
  snaphook(["lint", "--fix", "--host", "codex"], { cwd: project });
  expect(read(".codex/config.toml")).toBe(toml.replace("60000", "60"));
  expect(snaphook(["lint", "--fix=all"], { cwd: project }).status).toBe(2);
});

test("settings of Snaphook keep their comments; an approved hook that was changed needs approval again", () => {
  const own = `{
  // ours
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [ { "command": "bash hooks/guard.sh", /* c */ }, ] },
    ],
  },
}
`;
  put(".snaphook/settings.json", own);
  put("hooks/guard.sh", blocking.replace("exit 1", "exit 2"));
  const run = (): number | null =>
    snaphook(["run", "PreToolUse", "--tool", "Bash"], { cwd: project }).status;
  const approve = snaphook(["trust", "approve", "--all"], { cwd: project });
  expect([approve.status, run()]).toEqual([0, 0]);
  const { status, stdout } = snaphook(["lint", "--fix"], { cwd: project, columns: 200 });
  expect([status, read(".snaphook/settings.json")]).toEqual([
    0,
    own.replace('/guard.sh",', '/guard.sh", "onFailure": "block",'),
  ]);
  expect(stdout).toContain("need approval again: snaphook trust review\n");
  expect(run()).toBe(3);
});

test("a script that is named but is outside of the folder is not changed", () => {
  const outside = put("guard.py", swallowing, 0o644, temporaryFolder());
  const given = ["lint", outside, "--event", "PreToolUse", "--fix"];
  expect(snaphook(given, { cwd: project, columns: 200 }).stdout).toContain("Not fixed");
  expect(readFileSync(outside, "utf8")).toBe(swallowing);
  put("guard.py", swallowing);
  snaphook(["lint", "guard.py", "--event", "PreToolUse", "--fix"], { cwd: project });
  expect(read("guard.py")).toBe(swallowing.replace("except:", "except Exception:"));
});
