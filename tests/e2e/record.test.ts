import { spawn, type ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CommandWorkspace } from "./command-workspace.js";

const PATIENCE_MS = 200_000;
const wrapper = [process.execPath, resolve("dist/cli/main.js"), "record"] as const;

interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

const digest = (chunks: readonly Buffer[]): string => {
  const bytes = Buffer.concat(chunks);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return bytes.length > 500 ? `${bytes.length} bytes ${hash}` : bytes.toString("latin1");
};

/** What a program does that gets an input, as its host sees it. */
function runAs(
  workspace: CommandWorkspace,
  [file = "", ...args]: readonly string[],
  input: string | Buffer,
  onStart: (child: ChildProcess, printed: () => string) => void = () => {},
): Promise<Ended> {
  const env = { ...workspace.environment, SNAPHOOK_TAG: workspace.tag };
  const child = spawn(file, args, { cwd: workspace.project, env, stdio: "pipe" });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on("data", (chunk: Buffer) => void stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => void stderr.push(chunk));
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  onStart(child, () => Buffer.concat(stdout).toString());
  return new Promise((settle) => {
    child.once("close", (status, signal) =>
      settle({ status, signal, stdout: digest(stdout), stderr: digest(stderr) }),
    );
  });
}

interface Line {
  readonly type: string;
  readonly [field: string]: unknown;
}

function ledgerOf(workspace: CommandWorkspace): readonly Line[] {
  const file = join(workspace.home, "ledger.jsonl");
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

/** Waits until so many runs are written: that happens after the hook has ended. */
async function recordedRuns(workspace: CommandWorkspace, count: number): Promise<void> {
  const closed = (): number => ledgerOf(workspace).filter(({ type }) => type === "close").length;
  await vi.waitFor(() => expect(closed()).toBe(count), { timeout: PATIENCE_MS, interval: 100 });
}

const payloadOf = (workspace: CommandWorkspace, command: string, more: object = {}): string =>
  JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: "7",
    transcript_path: "/t.jsonl",
    cwd: workspace.project,
    permission_mode: "default",
    tool_name: "Bash",
    tool_input: { command },
    ...more,
  });

const GUARD =
  '#!/bin/sh\ncase $(cat) in *"rm "*) echo "no rm" >&2; exit 2;; esac\necho \'{"systemMessage":"seen"}\'\n';

describe("a hook that is run by `record --`", () => {
  const workspace = new CommandWorkspace();
  beforeAll(() => {
    workspace.write("guard.sh", GUARD);
    workspace.write("not executable.sh", GUARD, 0o644);
    workspace.write("with space.sh", '#!/bin/sh\ncat; printf "%s|" "$@"\n');
  });
  afterAll(async () => {
    // What writes the recordings ends after the hooks.
    await workspace.settled();
    workspace.close();
  });

  const sh = (script: string): string[] => ["/bin/sh", "-c", script];
  const rows: readonly [string, readonly string[], (string | Buffer)?][] = [
    ["denies", ["./guard.sh"], "rm x"],
    ["answers", ["./guard.sh"], "ls"],
    ["has arguments and spaces", ["./with space.sh", "a b", "", "--", "--help", "'\""], "in"],
    [
      "prints bytes that are no text",
      sh(String.raw`printf '\377\000\200'; cat >&2`),
      Buffer.from([255, 0, 254]),
    ],
    [
      "prints a megabyte on both streams",
      sh("head -c 1000000 /dev/zero; head -c 1000000 /dev/zero >&2"),
    ],
    ["gives back four megabytes", ["cat"], Buffer.alloc(4_000_000, "abc\n")],
    ["does not read what it is sent", sh("echo done; exit 7"), Buffer.alloc(4_000_000, "x")],
    ["closes its input early", sh("exec 0<&-; sleep 0.1; echo done"), Buffer.alloc(1_000_000, "x")],
    ["closes its output", sh("exec 1>&-; echo late >&2; exit 4")],
    ["ends itself by SIGTERM", sh("echo a; kill -TERM $$")],
    ["ends itself by SIGKILL", sh("echo a; kill -KILL $$")],
    ["ends itself by SIGSEGV", sh("ulimit -c 0; kill -SEGV $$")],
    ["ends itself by SIGPIPE", sh("kill -PIPE $$")],
    ["leaves a child that prints later", sh("(sleep 0.3; echo later; echo err >&2) & echo now")],
    ["has the exit code 255", sh("exit 255")],
  ];
  test.each(rows)("%s: the host sees no difference", async (_name, words, input = "") => {
    const [bare, wrapped] = await Promise.all([
      runAs(workspace, words, input),
      runAs(workspace, [...wrapper, "--", ...words], input),
    ]);
    expect(wrapped).toEqual(bare);
  });

  test.each([["not there"], ["not executable.sh"]])(
    "cannot be started (%s): message and code are the shell's",
    async (name) => {
      const [bare, wrapped] = await Promise.all([
        runAs(workspace, ["/bin/sh", "-c", '"$@"', "sh", `./${name}`], ""),
        runAs(workspace, [...wrapper, "--", `./${name}`], ""),
      ]);
      expect(wrapped).toEqual(bare);
    },
  );

  test("prints to a host that reads late, as merged output and by a pipe", async () => {
    const quoted = wrapper.map((word) => `'${word}'`).join(" ");
    workspace.write("late.sh", `#!/bin/sh\nseq 1 20000; seq 20001 36000 >&2\n`);
    const through = (words: string): string[] => [
      "/bin/sh",
      "-c",
      `{ ${words}; echo "code $?"; } 2>&1 | { sleep 1; cat; }`,
    ];
    const [bare, wrapped] = await Promise.all([
      runAs(workspace, through("./late.sh"), ""),
      runAs(workspace, through(`${quoted} -- ./late.sh`), ""),
    ]);
    expect(wrapped).toEqual(bare);
  });

  test("gets pipes where the host gives pipes, and one stream for both where they are one", async () => {
    const script =
      "for n in 0 1 2; do stat -Lc %F /proc/self/fd/$n; done; echo err >&2; echo out; cat";
    workspace.write("streams.sh", `#!/bin/sh\n${script}\n`);
    const through = (words: string): string[] => ["/bin/sh", "-c", `echo in | ${words} 2>&1 | cat`];
    const quoted = wrapper.map((word) => `'${word}'`).join(" ");
    const [bare, wrapped] = await Promise.all([
      runAs(workspace, through("./streams.sh"), ""),
      runAs(workspace, through(`${quoted} -- ./streams.sh`), ""),
    ]);
    expect(bare.stdout).toBe("fifo\nfifo\nfifo\nerr\nout\nin\n");
    expect(wrapped).toEqual(bare);
  });

  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "gets %s that its host sends, and may answer it",
    async (signal) => {
      const script = `trap 'echo got; exit 9' ${signal.slice(3)}; echo ready; while :; do sleep 0.05; done`;
      const send = (child: ChildProcess, printed: () => string): void => {
        const timer = setInterval(() => {
          if (!printed().includes("ready")) return;
          clearInterval(timer);
          child.kill(signal);
        }, 20);
      };
      const ended = await runAs(workspace, [...wrapper, "--", ...sh(script)], "", send);
      expect(ended).toEqual({ status: 9, signal: null, stdout: "ready\ngot\n", stderr: "" });
    },
  );

  test("is killed with its wrapper", async () => {
    const ended = await runAs(
      workspace,
      [...wrapper, "--", ...sh("echo $$; exec sleep 1000")],
      "",
      (child, printed) => {
        const timer = setInterval(() => {
          if (!printed().includes("\n")) return;
          clearInterval(timer);
          child.kill("SIGKILL");
        }, 20);
      },
    );
    const pid = Number(ended.stdout);
    expect(ended).toEqual({ status: null, signal: "SIGKILL", stdout: `${pid}\n`, stderr: "" });
    const isThere = (): boolean => {
      try {
        return process.kill(pid, 0) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
      } catch {
        return false;
      }
    };
    await expect.poll(isThere, { timeout: PATIENCE_MS }).toBe(false);
  });

  test("runs by itself with SNAPHOOK_RECORD=off, and also where nothing can be recorded", async () => {
    const other = new CommandWorkspace();
    other.write("guard.sh", GUARD);
    mkdirSync(join(other.home, "ledger.jsonl"), { recursive: true });
    const denied = { status: 2, signal: null, stdout: "", stderr: "no rm\n" };
    const env = ["/usr/bin/env", "SNAPHOOK_RECORD=off"];
    expect(await runAs(other, [...env, ...wrapper, "--", "./guard.sh"], "rm x")).toEqual(denied);
    expect((await other.run("record", "status")).status).toBe(0);
    expect(await runAs(other, [...wrapper, "--", "./guard.sh"], "rm x")).toEqual(denied);
    const status = async (): Promise<number | null> => (await other.run("record")).status;
    await expect.poll(status, { timeout: PATIENCE_MS }).toBe(1);
    const { findings } = await other.json<{ findings: { code: string; message: string }[] }>(
      "doctor",
    );
    expect(findings.filter(({ code }) => code === "recording-lost")).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/^1 run, the latest at .*ledger/),
      }),
    ]);
    expect((await other.run("record", "status", "--clear")).status).toBe(0);
    expect(await other.settled()).toEqual([]);
    other.close();
  });
});

interface Status {
  readonly isOn: boolean;
  readonly events: object;
  readonly wrapped: readonly { readonly last: string }[];
  readonly drift: readonly object[];
}

describe("what was recorded", () => {
  const workspace = new CommandWorkspace();
  const settings = (command: string): string =>
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command }] }] } });
  beforeAll(async () => {
    workspace.write("guard.sh", GUARD);
    workspace.write("snaphook", `#!/bin/sh\nexec '${wrapper[0]}' '${wrapper[1]}' "$@"\n`);
    workspace.write(".claude/settings.json", settings("./snaphook record -- ./guard.sh"));
    const asClaude = ["/usr/bin/env", "CLAUDECODE=1", ...wrapper, "--", "./guard.sh"];
    const secret = "curl -H 'x-api-key: sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789' x";
    const runs: readonly [readonly string[], string][] = [
      [asClaude, payloadOf(workspace, "rm x")],
      [asClaude, payloadOf(workspace, "ls", { session_id: "8" })],
      [asClaude, payloadOf(workspace, "ls", { planet: "Mars", permission_mode: undefined })],
      [asClaude, payloadOf(workspace, secret)],
      [[...wrapper, "--", "./guard.sh"], "no JSON"],
    ];
    // A run is recorded after the hook has ended: the next one might be written before it.
    for (const [at, [words, input]] of runs.entries()) {
      await runAs(workspace, words, input);
      await recordedRuns(workspace, at + 1);
    }
  });
  afterAll(() => workspace.close());

  test("is in `record status`, with what is not known of the host's payloads", async () => {
    const { wrapped, ...status } = await workspace.json<Status>("record");
    expect(status).toEqual({
      isOn: false,
      ledger: join(workspace.home, "ledger.jsonl"),
      events: { whole: 4, redacted: 1, cut: 0 },
      drift: [{ host: "claude-code", event: "PreToolUse", field: "planet", what: "new", times: 1 }],
      trouble: [],
    });
    const name = "guard.sh";
    expect(wrapped.map(({ last: _last, ...rest }) => rest)).toEqual([
      { host: "claude-code", event: "PreToolUse", name, runs: 4, killed: 0, unread: 0 },
      { host: "unknown", event: "", name, runs: 1, killed: 0, unread: 1 },
    ]);
    const { stdout } = await workspace.run("record", "status");
    expect(stdout).toContain(
      "changed    claude-code PreToolUse: it sends a field that Snaphook does not know: planet (1 times)",
    );
    expect(stdout).toContain("1 without a decision: put --host HOST --event EVENT before --");
  });

  test("has no secret in it, and is read as the host reads it", () => {
    const lines = ledgerOf(workspace);
    expect(JSON.stringify(lines)).not.toContain("abcdefghijklmnopqrstuvwxyz0123456789");
    const verdicts = lines.filter(({ type }) => type === "verdict");
    expect(verdicts.map(({ outcome }) => outcome)).toEqual([
      "block",
      "proceed",
      "proceed",
      "proceed",
    ]);
  });

  test("explains itself in `why`, also where nobody knows the host", async () => {
    const ids = ledgerOf(workspace)
      .filter(({ type }) => type === "event")
      .map(({ eventId }) => String(eventId));
    const [denied, unknown] = await Promise.all([
      workspace.run("why", ids[0] ?? ""),
      workspace.run("why", ids.at(-1) ?? ""),
    ]);
    expect([denied.status, denied.stdout]).toEqual([0, expect.stringContaining("no rm")]);
    expect([unknown.status, unknown.stderr]).toEqual([0, ""]);
  });

  test("becomes tests of the same hook, which pass, and fail when it lets the call pass", async () => {
    const refused = await workspace.run("record", "export");
    expect([refused.status, workspace.read("recorded.hooktest.json")]).toEqual([3, null]);
    const written = await workspace.run("record", "export", "--yes");
    expect(written.stderr).toBe(
      "5 recorded events, 4 different tests; 1 without something that looked like a secret; 1 left out: no decision is on record\n",
    );
    const tests = JSON.parse(workspace.read("recorded.hooktest.json") ?? "") as {
      tests: readonly object[];
    };
    expect(tests.tests[0]).toEqual({
      name: "claude-code PreToolUse Bash rm x block",
      given: {
        event: "PreToolUse",
        from: "claude-code",
        payload: {
          hook_event_name: "PreToolUse",
          session_id: "session-1",
          transcript_path: "/transcript.jsonl",
          permission_mode: "default",
          tool_name: "Bash",
          tool_input: { command: "rm x" },
        },
        hooks: ["guard.sh"],
      },
      expect: {
        outcome: "block",
        permission: "deny",
        toModel: expect.stringContaining("no rm"),
        toUser: expect.stringContaining("no rm"),
      },
    });
    const passed = await workspace.run("test", "--trust-project");
    expect([passed.status, passed.stderr]).toEqual([0, ""]);
    workspace.write("guard.sh", GUARD.replace("exit 2", "exit 0"));
    expect((await workspace.run("test", "--trust-project")).status).toBe(1);
    workspace.write("guard.sh", GUARD);
  });

  test("can be chosen from", async () => {
    const args = ["record", "export", "--out", "-"];
    const counts = async (...more: string[]): Promise<string> =>
      (await workspace.run(...args, ...more)).stderr.split(";", 1)[0] ?? "";
    expect(await counts("--tool", "Bash", "--since", "1h")).toBe(
      "4 recorded events, 4 different tests",
    );
    expect(await counts("--until", "2020-01-01")).toContain("0 recorded events, 0 different tests");
    expect((await workspace.run(...args, "--since", "yesterday")).status).toBe(2);
  });
});

test("`record on` keeps whole payloads of Snaphook's own events, `off` cuts long texts, and other settings stay", async () => {
  const workspace = new CommandWorkspace();
  const file = join(workspace.home, "settings.json");
  workspace.write(file, '{\n  // mine\n  "ledger": "synced"\n}\n');
  const command = `echo ${"word ".repeat(1000)}`;
  const fire = async (): Promise<string> => {
    await workspace.run("run", "PreToolUse", "--tool", "Bash", "--input", `command=${command}`);
    const event = ledgerOf(workspace).findLast(({ type }) => type === "event");
    return (event as unknown as { payload: { tool_input: { command: string } } }).payload.tool_input
      .command;
  };
  expect(await fire()).toMatch(/^echo word .{900,1000}…\[cut: 5005 characters\]$/);
  expect((await workspace.run("record", "on")).stdout).toBe(`recording is on: ${file}\n`);
  expect(readFileSync(file, "utf8")).toBe(
    '{\n  // mine\n  "ledger": "synced",\n  "record": true\n}\n',
  );
  expect(await fire()).toBe(command);
  expect((await workspace.run("record", "off")).stdout).toBe(`recording is off: ${file}\n`);
  expect(readFileSync(file, "utf8")).toContain("// mine");
  expect(await fire()).toMatch(/\[cut: 5005 characters\]$/);
  workspace.close();
});

test.each([
  [["record", "sometimes"], "unknown subcommand"],
  [["record", "--"], "which command?"],
  [["record", "--hots", "x", "--", "true"], "not --hots"],
  [["record", "export"], "nothing is recorded in this folder"],
])("%j is refused with what to do instead", async (args, said) => {
  const workspace = new CommandWorkspace();
  const { status, stderr } = await workspace.run(...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
  workspace.close();
});
