import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { CommandWorkspace } from "./command-workspace.js";

interface Report {
  readonly counts: Readonly<Record<string, number>>;
  readonly unreported: Readonly<Record<string, number>>;
  readonly requirements: readonly {
    readonly id: string;
    readonly text: string;
    readonly counts: Readonly<Record<string, number>>;
    readonly broken: readonly string[];
  }[];
  readonly cases: readonly {
    readonly id: string;
    readonly state: string;
    readonly code?: string;
    readonly why?: string;
    readonly differences?: readonly unknown[];
  }[];
}

/** A workspace whose temporary folder is its own, so that what is left there is seen. */
class ConformWorkspace extends CommandWorkspace {
  override get environment(): NodeJS.ProcessEnv {
    return { ...super.environment, TMPDIR: this.userHome };
  }

  left(): string[] {
    return readdirSync(this.userHome).filter((name) => name.startsWith("snaphook-conform"));
  }

  /** Runs these cases with a program of the shell, which has the case in $request. */
  conform(cases: readonly object[], program: string, ...args: readonly string[]): Promise<Report> {
    this.write("cases.json", JSON.stringify(cases));
    this.write("host.sh", `request=$(cat)\n${program}\n`);
    return this.json(
      "conform",
      "cases.json",
      "--host-command",
      `TAG=${this.tag} exec sh ./host.sh`,
      ...args,
    );
  }
}

const deny = { exit: 2, stdout: "", stderr: "no" };
const given = {
  id: "given",
  dialect: "wave",
  event: "PreToolUse",
  payload: { tool_name: "Bash", tool_input: { command: "ls" } },
  runs: [deny],
  expect: { outcome: "block", toModel: ["no"] },
  source: "FR-002, law 3",
};

/** Runs the first hook as it is written in the settings. */
const runHook = `eval "$(printf '%s' "$request" | sed 's/.*"command":"\\(exec [^"]*\\)".*/(\\1)/')" </dev/null >/dev/null 2>&1`;
const answer = (value: object): string => `printf '%s' '${JSON.stringify(value)}'`;

describe("snaphook conform --host-command", () => {
  test("Snaphook's engine does what cases of every kind say, and the report is by requirement", async () => {
    const workspace = new ConformWorkspace();
    const matcher = { ...given, matcher: "Bash", toolName: "Bash", toolInput: { command: "ls" } };
    const cases = [
      given,
      {
        ...given,
        id: "two that end in another order",
        runs: [
          { exit: 0, stdout: "" },
          { ...deny, stderr: "second" },
        ],
        finish: [1, 0],
        expect: { outcome: "block", permission: "deny", toModel: ["second"], failed: false },
        source: "law 4",
      },
      {
        ...given,
        id: "killed",
        runs: [{ signal: "SIGKILL", onFailure: "block" }],
        expect: { outcome: "block", failed: true },
        source: "law 2",
      },
      {
        ...given,
        id: "hangs",
        runs: [{ timedOut: true, onFailure: "ask" }],
        expect: { outcome: "ask", failed: true },
        source: "law 2",
      },
      {
        ...given,
        id: "does not start",
        runs: [{ spawnError: "ENOENT" }],
        expect: { outcome: "proceed", failed: true },
        source: "law 2",
      },
      {
        ...given,
        id: "a json hook",
        runs: [{ json: { continue: false, stopReason: "enough" } }],
        expect: { outcome: "halt" },
        source: "FR-012",
      },
      { ...given, id: "cut", runs: [{ ...deny, cut: true }], source: "law 1" },
      { ...matcher, id: "matches", expected: { matches: true }, source: "" },
      { ...matcher, id: "no match", matcher: "Edit", expected: { matches: false }, source: "" },
      { ...matcher, id: "if", if: { command: "rm *" }, expected: { matches: false }, source: "" },
    ];
    workspace.write("cases.json", JSON.stringify(cases));
    const engine = `node '${resolve("examples/conform/engine.mjs")}'`;
    const args = ["conform", "cases.json", "--host-command", engine];
    const report = await workspace.json<Report>(...args);
    const held = (count: number): object => ({
      passed: count,
      differs: 0,
      failed: 0,
      skipped: 0,
    });
    expect(report.cases.filter(({ state }) => state !== "passed")).toEqual([
      {
        id: "cut",
        event: "PreToolUse",
        requirements: ["law 1"],
        state: "skipped",
        why: "how much of stdout is kept is the host's own affair",
        unreported: [],
      },
    ]);
    expect(report.requirements.map(({ id, counts }) => [id, counts])).toEqual([
      ["FR-002", held(1)],
      ["FR-012", held(1)],
      ["law 1", { ...held(0), skipped: 1 }],
      ["law 2", held(3)],
      ["law 3", held(1)],
      ["law 4", held(1)],
      ["event PreToolUse", held(3)],
    ]);
    expect(report.requirements[0]?.text).toMatch(/^Exit code 2 blocks/);
    expect(workspace.left()).toEqual([]);
  });

  test("whatever a command does instead of answering is a result with a name", async () => {
    const workspace = new ConformWorkspace();
    const good = answer({ outcome: "block", toModel: ["say no"] });
    const programs: Readonly<Record<string, readonly [program: string, result: object]>> = {
      good: [`${runHook}; ${good}`, { state: "passed" }],
      // Only the key that it reports is compared.
      silent: [`${runHook}; ${answer({ outcome: "block" })}`, { state: "passed" }],
      differs: [
        `${runHook}; ${answer({ outcome: "proceed", toModel: [] })}`,
        {
          state: "differs",
          differences: [
            { key: "outcome", expected: "block", actual: "proceed" },
            { key: "toModel", expected: ["no"], actual: [] },
          ],
        },
      ],
      skips: [answer({ skip: "not here" }), { state: "skipped", why: "not here" }],
      lies: [
        good,
        {
          state: "failed",
          code: "no-hook-run",
          why: "it answered, but no hook of the case was started",
        },
      ],
      fails: [
        "echo broken >&2; exit 3",
        {
          state: "failed",
          code: "exit",
          why: "the command ended with exit code 3; its stderr ends with: broken",
        },
      ],
      dies: [
        "kill -9 $$",
        { state: "failed", code: "signal", why: "the command was killed by SIGKILL" },
      ],
      garbles: [
        answer({ outcome: "blocked" }),
        {
          state: "failed",
          code: "garbled",
          why: "outcome must be proceed, block, ask, defer or halt",
        },
      ],
      prints: ["true", { state: "failed", code: "garbled", why: "it printed nothing" }],
    };
    const report = await workspace.conform(
      Object.keys(programs).map((id) => ({ ...given, id })),
      `case $request in\n${Object.entries(programs)
        .map(([id, [program]]) => `*'"id":"${id}"'*) ${program} ;;`)
        .join("\n")}\nesac`,
    );
    const found = report.cases.map(({ id, ...result }) => [id, result]);
    const rest = { event: "PreToolUse", requirements: ["FR-002", "law 3"], unreported: [] };
    const expected = Object.entries(programs).map(([id, [, result]]) => [
      id,
      { ...rest, ...result, ...(id === "silent" && { unreported: ["toModel"] }) },
    ]);
    expect(found).toEqual(expected);
    expect(report.counts).toEqual({ passed: 2, differs: 1, failed: 5, skipped: 1 });
    expect(report.unreported).toEqual({ toModel: 1 });
    expect(workspace.left()).toEqual([]);
  });

  test("a command that hangs is ended with all it has started, and is not started for every case", async () => {
    const workspace = new ConformWorkspace();
    const cases = Array.from({ length: 8 }, (_, index) => ({ ...given, id: `${index}` }));
    const report = await workspace.conform(cases, "sleep 600 & wait", "--timeout", "0.3");
    expect(report.cases.map(({ code, why }) => `${code}: ${why}`)).toEqual([
      ...Array.from({ length: 5 }, () => "timed-out: the command gave no answer within 0.3 s"),
      ...Array.from({ length: 3 }, () => "not-run: not tried: the first 5 cases all failed"),
    ]);
    expect(await workspace.settled()).toEqual([]);
  });

  test("the text names what is broken, and the exit code is 1; also where nothing was compared", async () => {
    const workspace = new ConformWorkspace();
    workspace.write("cases.json", JSON.stringify([given]));
    const run = (line: string): Promise<{ status: number | null; stdout: string }> =>
      workspace.run("conform", "cases.json", "--host-command", line);
    const failed = await run("exit 3");
    expect(failed.stdout).toBe(
      [
        "wave: 1 cases with exit 3",
        "",
        "broken   FR-002  0 of 1: Exit code 2 blocks, and stderr goes where the event sends it",
        "broken   law 3   0 of 1: What is stated wins over the exit code; what is not stated changes nothing",
        "",
        "failed given (PreToolUse; FR-002, law 3)",
        "  exit: the command ended with exit code 3",
        "one of them again: add --name ID; docs/conform.md says what CMD reads",
        "",
        "0 passed, 0 differ, 1 failed, 0 skipped",
        "",
      ].join("\n"),
    );
    expect(failed.status).toBe(1);
    const many = Array.from({ length: 7 }, (_, index) => ({ ...given, id: `${index}` }));
    workspace.write("cases.json", JSON.stringify(many));
    const { stdout } = await run("exit 3");
    expect(stdout).not.toContain("failed 5");
    expect(stdout).toMatch(
      /failed 4 [^]*\nnot tried, because the first cases all failed: 2\n0 passed/,
    );
    const skipped = await run(`echo '{"skip":"no"}'`);
    expect(skipped.stdout).toMatch(
      /skipped 7: no\n0 passed, .* 7 skipped\nnothing was compared\n$/,
    );
    expect(skipped.status).toBe(1);
  });

  test("an interrupt ends it, and leaves no process and no folder", async () => {
    const workspace = new ConformWorkspace();
    workspace.write("cases.json", JSON.stringify([given]));
    workspace.write("host.sh", "touch started\nsleep 600 & wait\n");
    const line = `TAG=${workspace.tag} exec sh ./host.sh`;
    const { child, end } = workspace.start(["conform", "cases.json", "--host-command", line]);
    while (workspace.read("started") === null && child.exitCode === null)
      await new Promise((wake) => setTimeout(wake, 20));
    child.kill("SIGINT");
    expect(await end).toMatchObject({ status: 130, stdout: "" });
    expect(await workspace.settled()).toEqual([]);
    expect(workspace.left()).toEqual([]);
  });

  test.each<[string, string[], RegExp]>([
    ["an empty command", ["--host-command", " "], /--host-command: give a command/],
    [
      "no such case",
      ["--host-command", "x", "--name", "nope"],
      /there is no case of the dialect wave and with "nope" in its id/,
    ],
    [
      "no such requirement",
      ["--requirement", "FR-999"],
      /there is no case of the requirement "FR-999"/,
    ],
    [
      "a bad time",
      ["--host-command", "x", "--timeout", "soon"],
      /--timeout soon: give a number of seconds above 0/,
    ],
    ["a time without a command", ["--timeout", "3"], /--timeout needs --host-command/],
  ])("%s is said in one line and ends with 2", async (_name, args, message) => {
    const { status, stderr } = await new ConformWorkspace().run("conform", ...args);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(status).toBe(2);
  });
});

const peers = resolve("node_modules/.cache/snaphook-peers/gemini-cli");
const isInstalled = existsSync(join(peers, "node_modules/@google/gemini-cli-core"));

test.skipIf(!isInstalled)(
  `Gemini CLI's own hook system lets pass and blocks what is known of it${isInstalled ? "" : " (not installed here: node bench/peers.mjs)"}`,
  async () => {
    const workspace = new ConformWorkspace();
    const wanted = ["gemini-001", "gemini-006"];
    const all = JSON.parse(readFileSync("conformance/gemini.json", "utf8")) as { id: string }[];
    const cases = all.filter(({ id }) => wanted.includes(id));
    workspace.write("cases.json", JSON.stringify(cases));
    const gemini = `node '${resolve("examples/conform/gemini.mjs")}' '${peers}'`;
    const args = ["cases.json", "--dialect", "gemini", "--host-command", gemini];
    const { counts } = await workspace.json<Report>("conform", ...args, "--timeout", "240");
    expect(counts).toEqual({ passed: 2, differs: 0, failed: 0, skipped: 0 });
  },
);
