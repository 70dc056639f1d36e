import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { leftBehind } from "../processes.js";
import { Workspace } from "../workspace.js";

// Run 2 takes all of it: its tests share what takes long.

const command = resolve("dist/cli/main.js");
const LONG = 300_000;

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Verified {
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly hook: string;
    readonly fix: { readonly description: string };
  }[];
  readonly gates: readonly {
    readonly hook: string;
    readonly host: string;
    readonly version: string;
    readonly fault: string;
    readonly onFailure: string;
    readonly configured: boolean;
    readonly result: string;
    readonly why: string;
    readonly detail?: string;
  }[];
  readonly hooks: readonly {
    readonly hook: string;
    readonly denied: { readonly from: string; readonly payload: Record<string, unknown> } | null;
    readonly unsettled: string | null;
    readonly observes: boolean;
    readonly absences: readonly { readonly where: string; readonly says: string }[];
  }[];
}

class VerifyWorkspace extends Workspace {
  start(args: readonly string[]): { readonly pid: number; readonly ended: Promise<Ended> } {
    const child = spawn(process.execPath, [command, ...args], {
      cwd: this.project,
      env: { ...process.env, HOME: this.userHome, SNAPHOOK_HOME: this.home },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const ended = new Promise<Ended>((settle) => {
      child.once("close", (status) => settle({ status, stdout, stderr }));
    });
    return { pid: child.pid ?? 0, ended };
  }

  verify(...args: readonly string[]): Promise<Ended> {
    return this.start(["verify", ...args]).ended;
  }

  /** Everything in the project and in both homes, with its bytes and its mode. */
  contents(): Record<string, string> {
    const found: Record<string, string> = {};
    for (const folder of [this.project, this.userHome])
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const path = join(folder, name);
        const { mode } = statSync(path);
        const isFile = statSync(path).isFile();
        found[path] = `${mode} ${isFile ? readFileSync(path, "latin1") : ""}`;
      }
    return found;
  }

  /** What a sandbox has left in Snaphook's own folder. */
  left(): string[] {
    const running = join(this.home, "running");
    return existsSync(running) ? readdirSync(running) : [];
  }

  override leftovers(): string[] {
    const lines = readdirSync("/proc").map((pid) => {
      try {
        return Number(pid) === process.pid ? "" : readFileSync(`/proc/${pid}/cmdline`, "latin1");
      } catch {
        return "";
      }
    });
    return lines.filter((line) => line.includes(this.root));
  }
}

let workspace: VerifyWorkspace;
afterAll(() => workspace.close());

const scripts: Readonly<Record<string, string>> = {
  // It writes wherever it can: nothing of it may be left.
  "by-code.sh": `#!/bin/sh
echo here >> "$CLAUDE_PROJECT_DIR/log.txt"; echo here >> "$HOME/log.txt"; chmod 600 "$0"
grep -q 'rm -rf' || exit 0
echo "rm -rf is not allowed" >&2
exit 2
`,
  "by-json.mjs": `import { readFileSync } from "node:fs";
const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
if (tool_input.file_path.endsWith(".env"))
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no .env" } }));
`,
  // Nobody could guess what it denies.
  "secretive.sh": `#!/bin/sh
awk -v word="$(printf '\\146\\162\\157\\142')nicate" '
  BEGIN { code = 2 }
  /"tool_input"/ { code = index($0, word) ? 2 : 0 }
  END { if (code) print "no" > "/dev/stderr"; exit code }'
`,
  "recorded.sh": `#!/bin/sh
case $(cat) in *"$(printf '\\172\\172\\171')"zx*) echo no >&2; exit 2 ;; esac
`,
  "logger.sh": "#!/bin/sh\ncat >/dev/null\nexit 0\n",
};

const project = (path: string): string => `"$CLAUDE_PROJECT_DIR"/hooks/${path}`;

beforeAll(() => {
  // Not before: where all tests are skipped, nothing would remove its folder.
  workspace = new VerifyWorkspace();
  for (const [name, text] of Object.entries(scripts)) workspace.write(`hooks/${name}`, text);
  const hook = (line: string, more: object = {}): object => ({
    type: "command",
    command: line,
    ...more,
  });
  const PreToolUse = [
    { matcher: "Bash", hooks: [hook(project("by-code.sh")), hook(project("logger.sh"))] },
    { matcher: "Read", hooks: [{ type: "http", name: "server", url: "http://127.0.0.1:9/" }] },
    { matcher: "Write", hooks: [hook(`node ${project("by-json.mjs")}`, { onFailure: "block" })] },
  ];
  workspace.write(".claude/settings.json", JSON.stringify({ hooks: { PreToolUse } }));
  const own = [
    { ...hook("hooks/secretive.sh"), name: "secretive", onFailure: "block" },
    { ...hook("hooks/by-code.sh"), name: "watching", observe: true },
  ];
  const recorded = [{ ...hook("hooks/recorded.sh"), name: "recorded" }];
  const settings = {
    hooks: {
      PreToolUse: [
        { matcher: "Bash", hooks: own },
        { matcher: "WebFetch", hooks: recorded },
      ],
    },
  };
  workspace.write(".snaphook/settings.json", JSON.stringify(settings));
  const given = { event: "PreToolUse", tool: "Bash", input: { command: "frobnicate" } };
  const tests = [{ name: "it denies this", given, expect: { outcome: "block" } }];
  workspace.write("hooks/secretive.hooktest.yaml", JSON.stringify({ tests }));
  workspace.write(
    ".codex/hooks.json",
    JSON.stringify({
      hooks: {
        PreToolUse: [
          { matcher: "Bash", hooks: [hook(join(workspace.project, "hooks/by-code.sh"))] },
        ],
      },
    }),
  );
});

/** Everything, once. */
let all: Verified;
let before: Record<string, string>;
let after: Record<string, string>;
let exitCode: number | null;
beforeAll(async () => {
  const call = ["--tool", "WebFetch", "--input", "url=zzyzx"];
  await workspace.start(["run", "PreToolUse", ...call, "--trust-project"]).ended;
  before = workspace.contents();
  const ended = await workspace.verify("--trust-project", "--json");
  after = workspace.contents();
  if (ended.stderr !== "") throw new Error(ended.stderr);
  all = JSON.parse(ended.stdout) as Verified;
  exitCode = ended.status;
}, LONG);

/** The faults of a guard by result, with the settings as they are or with others. */
function faultsOf(hook: string, host: string, onFailure?: string): Record<string, string> {
  const own = all.gates.filter(
    (gate) =>
      gate.hook === hook &&
      gate.host === host &&
      (onFailure === undefined
        ? gate.configured
        : gate.onFailure === onFailure && gate.version !== "2.1.240"),
  );
  const found: Record<string, string> = {};
  for (const { fault, result, why } of own) {
    const key = result === "closed" ? result : `${result} ${why}`;
    // Depends on what is installed here.
    if (fault !== "clock-jump" && fault !== "no-network" && fault !== "no-memory")
      found[key] = `${found[key] ?? ""} ${fault}`.trim();
  }
  return found;
}

test("a guard is shown what it denies: from a test, the ledger, its script, or known dangerous calls", () => {
  const found = all.hooks.map(({ hook, denied, observes }) => [hook, denied?.from, observes]);
  expect(found).toEqual([
    ["secretive", "a test", false],
    ["watching", "the script", true],
    ["recorded", "the ledger", false],
    ["by-code.sh", "the script", false],
    ["logger.sh", undefined, false],
    ["http://127.0.0.1:9/", undefined, false],
    ["by-json.mjs", "known dangerous calls", false],
    ["by-code.sh", "the script", false],
  ]);
});

test("a denial by exit code in Claude Code, as it is set and with its setting", () => {
  expect([
    faultsOf("by-code.sh", "claude-code"),
    faultsOf("by-code.sh", "claude-code", "block"),
  ]).toEqual([
    {
      closed:
        "pipes-held garbage-before garbage-after truncated-answer other-allows host-killed folder-deleted folder-unreadable large-payload fields-missing disk-full",
      "open failure-ignored":
        "crash-before-answer signal slow-start not-started no-interpreter script-missing not-executable",
      "open answer-lost": "crash-after-answer deadline",
      "open guard-allows": "no-program stdin-closed input-missing",
      "inconclusive not-matched": "unknown-tool",
    },
    {
      closed:
        "crash-before-answer crash-after-answer signal deadline slow-start not-started pipes-held garbage-before garbage-after truncated-answer other-allows host-killed no-interpreter script-missing not-executable folder-deleted folder-unreadable large-payload fields-missing disk-full",
      "open guard-allows": "no-program stdin-closed input-missing",
      "inconclusive not-matched": "unknown-tool",
    },
  ]);
});

test("a denial in JSON whose failures block: what looks like text is no failure", () => {
  expect(faultsOf("by-json.mjs", "claude-code")).toEqual({
    closed:
      "crash-before-answer crash-after-answer signal deadline slow-start not-started pipes-held other-allows host-killed no-interpreter script-missing not-executable folder-deleted folder-unreadable stdin-closed large-payload fields-missing input-missing disk-full",
    "open answer-lost": "garbage-before garbage-after truncated-answer",
    "inconclusive not-matched": "unknown-tool",
  });
});

test("a guard that denies where it cannot decide, and whose failures block, holds", () => {
  const { "inconclusive not-matched": _other, ...rest } = faultsOf("secretive", "snaphook");
  expect(Object.keys(rest)).toEqual(["closed"]);
});

test("Codex has no setting for failures, and waits for who holds the pipes", () => {
  const gates = all.gates.filter(({ host, fault }) => host === "codex" && fault === "pipes-held");
  expect(
    gates.map(({ onFailure, configured, result, why }) => [onFailure, configured, result, why]),
  ).toEqual([["continue", true, "open", "answer-lost"]]);
});

test("findings say what closes them, and an observed guard is no error", () => {
  const found = all.findings.map(({ code, severity, hook, fix }) =>
    [code, severity, hook, fix.description.slice(0, 40)].join(" | "),
  );
  expect(found.filter((line) => !/\| (?:by-code|recorded)/.test(line))).toEqual([
    expect.stringMatching(
      /^guard-open \| info \| watching \| Make a failure block: add "onFailure"/,
    ),
    expect.stringMatching(/^guard-open \| info \| watching \| Check for the program first/),
    expect.stringMatching(/^guard-open \| info \| watching \| Start it by its interpreter/),
    expect.stringMatching(/^guard-open \| info \| watching \| Deny where the payload/),
    expect.stringMatching(/^guard-open \| info \| watching \| Deny where the field/),
    expect.stringMatching(
      /^guard-unproven \| warning \| logger.sh \| Add what it denies to a file NAME.hookte/,
    ),
    "guard-unproven | warning | http://127.0.0.1:9/ | Run a guard as a command, so that it can",
    expect.stringMatching(/^guard-open \| error \| by-json.mjs \| Print one JSON object/),
  ]);
});

test("where the guard does not run at all: other tools, and what the host's contract says", () => {
  const [json] = all.hooks.filter(({ hook }) => hook === "by-json.mjs");
  const [codex] = all.hooks.slice(-1);
  expect(json?.absences.filter(({ where }) => where === "other-tool")).toEqual([
    {
      where: "other-tool",
      says: "Edit can write the same file (.env), and the guard does not run for it.",
    },
    {
      where: "other-tool",
      says: "Bash can write the same file (.env), and the guard does not run for it.",
    },
  ]);
  expect(codex?.absences[0]?.where).toBe("here");
});

test("an open guard is exit code 1, and nothing in the project or at home is touched", async () => {
  const isOurs = (path: string): boolean => path.startsWith(workspace.home);
  const without = (found: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(found).filter(([path]) => !isOurs(path)));
  expect(exitCode).toBe(1);
  expect(without(after)).toEqual(without(before));
  expect(workspace.left()).toEqual([]);
  expect(await leftBehind(() => workspace.leftovers())).toEqual([]);
});

test(
  "text, SARIF and a badge",
  async () => {
    const badge = join(workspace.root, "badge.svg");
    const faults = ["--fault", "signal", "--fault", "garbage-after", "--trust-project"];
    const text = await workspace.verify("by-json.mjs", ...faults, "--all", "--badge", badge);
    expect([text.status, text.stdout.split("\n").slice(0, 11)]).toEqual([
      1,
      [
        "by-json.mjs  PreToolUse  .claude/settings.json:1",
        '  denies Write {"file_path":".env","content":"changed\\n"} (from known dangerous calls)',
        "  * claude-code 2.1.325, a failure blocks      1 closed   0 asked   1 open   0 inconclusive",
        "    claude-code 2.1.325, a failure continues   0 closed   0 asked   2 open   0 inconclusive",
        "    claude-code 2.1.240, a failure continues   0 closed   0 asked   2 open   0 inconclusive",
        "",
        "by-json.mjs in claude-code",
        "  open garbage-after: when other text is printed after its answer, the guard printed its denial, and the host goes ahead",
        "  fix: Print one JSON object and nothing else, and check that it is written; or deny by exit code 2.",
        "  closed signal: when a signal kills it (SIGKILL before its answer), the guard failed, and the host blocks because of that",
        "",
      ],
    ]);
    expect(readFileSync(badge, "utf8")).toContain("<title>guards: 1 of 1 open</title>");
    const sarif = await workspace.verify("by-json.mjs", ...faults, "--sarif");
    const { runs } = JSON.parse(sarif.stdout) as {
      runs: { tool: { driver: { name: string } }; results: { ruleId: string }[] }[];
    };
    expect(
      runs.map(({ tool, results }) => [tool.driver.name, results.map(({ ruleId }) => ruleId)]),
    ).toEqual([["snaphook verify", ["guard-open"]]]);
  },
  LONG,
);

test(
  "what nobody has approved is not run: exit code 3",
  async () => {
    const { status, stdout } = await workspace.verify("--host", "codex", "--json");
    const { gates } = JSON.parse(stdout) as Verified;
    expect([status, gates.map(({ hook, result, why }) => [hook, result, why])]).toEqual([
      3,
      [["by-code.sh", "inconclusive", "not-approved"]],
    ]);
  },
  LONG,
);

test.for([
  [["--fault", "signl"], "--fault signl: there is no such fault; did you mean signal?"],
  [["--host", "nobody"], 'unknown host "nobody"'],
  [["--host", "codex@0.1"], "--host codex@0.1: known versions of codex are: 0.166.0"],
  [["--timeout", "soon"], "--timeout soon: give a number of seconds above 0"],
  [["nothing.sh"], 'no guard is called "nothing.sh"; there are:'],
] as const)(
  "wrong usage is exit code 2 and says what is right: %s",
  { timeout: LONG },
  async ([args, said]) => {
    const { status: code, stderr } = await workspace.verify(...args);
    expect([code, stderr.includes(said) || stderr]).toEqual([2, true]);
  },
);

test(
  "Ctrl-C ends it, and leaves nothing behind",
  async () => {
    const slow = new VerifyWorkspace();
    slow.write("hooks/slow.sh", `#!/bin/sh\nsleep 600\n`);
    const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: project("slow.sh") }] }] };
    slow.write(".claude/settings.json", JSON.stringify({ hooks }));
    const { pid, ended } = slow.start(["verify", "--trust-project"]);
    await expect.poll(() => slow.left().length, { timeout: LONG }).toBeGreaterThan(0);
    process.kill(pid, "SIGINT");
    expect((await ended).status).toBe(130);
    expect(slow.left()).toEqual([]);
    expect(await leftBehind(() => slow.leftovers())).toEqual([]);
    slow.close();
  },
  LONG,
);
