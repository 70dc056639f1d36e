import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Workspace } from "../workspace.js";

const LONG = 300_000;

const workspace = new Workspace();
afterAll(() => workspace.close());

workspace.write(
  "by-code.sh",
  "#!/bin/sh\ngrep -q 'rm -rf' || exit 0\necho 'rm -rf is not allowed' >&2\nexit 2\n",
);
workspace.write(
  "by-json.sh",
  `#!/bin/sh
grep -q '"file_path":"[^"]*\\.env"' || exit 0
echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}'
`,
);
workspace.write("by-prompt.sh", "#!/bin/sh\nexit 2\n");
const started = (name: string): object => ({ hooks: [{ type: "command", command: `./${name}` }] });
workspace.write(
  ".claude/settings.json",
  JSON.stringify({
    hooks: {
      PreToolUse: [started("by-code.sh"), started("by-json.sh")],
      UserPromptSubmit: [started("by-prompt.sh")],
    },
  }),
);

const PROMPT = "by-prompt.sh inconclusive any not-known";

const elsewhere = [
  [
    "letta",
    [
      "by-code.sh closed garbage-before denial-kept",
      "by-code.sh open crash-before-answer failure-ignored",
      "by-json.sh open any answer-lost",
      PROMPT,
    ],
  ],
  ["cline", ["by-code.sh open any answer-lost", "by-json.sh open any answer-lost", PROMPT]],
  [
    "continue",
    [
      "by-code.sh open any never-run",
      "by-json.sh open any never-run",
      "by-prompt.sh open any never-run",
    ],
  ],
  [
    "vscode",
    [
      "by-code.sh closed garbage-before denial-kept",
      "by-code.sh open crash-before-answer failure-ignored",
      "by-json.sh open crash-before-answer failure-ignored",
      "by-json.sh open garbage-before answer-lost",
      PROMPT,
    ],
  ],
] as const;

interface Verified {
  readonly findings: readonly { readonly code: string; readonly hosts: readonly string[] }[];
  readonly gates: readonly {
    readonly hook: string;
    readonly host: string;
    readonly result: string;
    readonly fault: string;
    readonly why: string;
  }[];
}

test.for(elsewhere)(
  "%s has no reader: what it makes of the guards that are here",
  { timeout: LONG },
  ([host, expected]) => {
    const faults = ["--fault", "crash-before-answer", "--fault", "garbage-before"];
    const asked = ["verify", "--host", host, ...faults, "--trust-project", "--json"];
    const ended = spawnSync(process.execPath, [resolve("dist/cli/main.js"), ...asked], {
      cwd: workspace.project,
      env: { ...process.env, HOME: workspace.userHome, SNAPHOOK_HOME: workspace.home },
      encoding: "utf8",
    });
    const { gates, findings } = JSON.parse(ended.stdout) as Verified;
    const found = gates.map(({ hook, result, fault, why }) => `${hook} ${result} ${fault} ${why}`);
    expect(found.toSorted()).toEqual(expected);
    expect(new Set(gates.map((gate) => gate.host))).toEqual(new Set([host]));
    expect(new Set(findings.flatMap(({ hosts }) => hosts))).toEqual(new Set([host]));
    expect(ended.status).toBe(1);
  },
);

test(
  "the name of a script means every guard that runs it",
  () => {
    const twice = new Workspace();
    twice.write("guard.sh", "#!/bin/sh\nexit 2\n");
    const groups = ["Bash", "Write"].map((matcher) => ({ matcher, ...started("guard.sh") }));
    twice.write(".claude/settings.json", JSON.stringify({ hooks: { PreToolUse: groups } }));
    const args = ["verify", "guard.sh", "--host", "letta", "--fault", "deadline", "--json"];
    const { stdout } = spawnSync(
      process.execPath,
      [resolve("dist/cli/main.js"), ...args, "--trust-project"],
      {
        cwd: twice.project,
        env: { ...process.env, HOME: twice.userHome, SNAPHOOK_HOME: twice.home },
        encoding: "utf8",
      },
    );
    const { hooks } = JSON.parse(stdout) as { hooks: readonly { hook: string }[] };
    twice.close();
    expect(hooks.map(({ hook }) => hook.replace(/ .*/, ""))).toEqual(["guard.sh", "guard.sh"]);
  },
  LONG,
);
