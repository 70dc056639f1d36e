import { describe, expect } from "vitest";
import { withLongerDeadlines } from "../deadlines.js";
import { killTagged } from "../processes.js";
import { allow, deny, places, quote, testAt, type HookSettings } from "./flow-workspace.js";

describe.concurrent.each(places)("%s", (place) => {
  const test = testAt(place);

  /** A hook by its command, what must come of it, and how long it may take at the most (against hanging). */
  test.for<[string, HookSettings, object]>([
    [
      "sleeps past its deadline",
      { command: "sleep 30; echo x", timeout: 0.3 },
      { outcome: "proceed", failed: true },
    ],
    [
      "the same, and it guards",
      { command: "sleep 30", timeout: 0.3, onFailure: "block" },
      { outcome: "block", permission: "deny" },
    ],
    [
      "starts a chain of processes in sessions of their own, each of which starts the next and ends",
      {
        command:
          "echo 'sleep 0.02; setsid sh chain.sh &' > chain.sh; sh chain.sh >/dev/null 2>&1 </dev/null; sleep 30",
        timeout: 0.5,
        onFailure: "block",
      },
      { outcome: "block", failed: true },
    ],
    [
      "ignores SIGTERM",
      { command: "trap '' TERM; while :; do sleep 0.1; done", timeout: 0.3, onFailure: "ask" },
      { outcome: "ask" },
    ],
    [
      // Whoever wakes it: it has not answered.
      "stops itself",
      { command: "kill -STOP $$; exit 137", timeout: 0.3, onFailure: "block" },
      { outcome: "block" },
    ],
    [
      "is killed",
      { command: "kill -9 $$", onFailure: "block" },
      { outcome: "block", failed: true },
    ],
    [
      "prints a deny and crashes",
      { command: `printf %s ${quote(deny)}; kill -SEGV $$` },
      { outcome: "block", permission: "deny", failed: true },
    ],
    [
      "prints an allow and is killed",
      { command: `printf %s ${quote(allow)}; kill -9 $$` },
      { outcome: "proceed", permission: "none", failed: true },
    ],
    [
      "denies with exit code 1",
      { command: `printf %s ${quote(deny)}; exit 1` },
      { outcome: "block", permission: "deny", failed: false },
    ],
    [
      "ends with 137",
      { command: "exit 137", onFailure: "block" },
      { outcome: "block", failed: true },
    ],
    [
      "ends with 2 and says nothing",
      { command: "exit 2" },
      { outcome: "block", permission: "deny" },
    ],
    [
      "ends with 2 while stdout says allow among noise",
      { command: `echo hi; echo ${quote(allow)}; exit 2` },
      { outcome: "block", permission: "deny" },
    ],
    [
      "cuts its deny in half",
      { command: `printf %s ${quote(deny.slice(0, 60))}`, onFailure: "block" },
      { outcome: "block", failed: true },
    ],
    [
      "does not exist",
      { command: "/nonexistent/hook", args: [], onFailure: "block" },
      { outcome: "block", failed: true },
    ],
    [
      "is no program",
      { command: "/etc/passwd", args: [], onFailure: "ask" },
      { outcome: "ask", failed: true },
    ],
    [
      "has an environment that is too large",
      { command: "true", env: { BIG: "x".repeat(3_000_000) }, onFailure: "block" },
      { outcome: "block", failed: true },
    ],
    [
      "works in a folder that is not there",
      { command: "true", cwd: "gone", onFailure: "block" },
      { outcome: "block", failed: true },
    ],
    [
      "floods stdout with 700 MB",
      { command: "head -c 700000000 /dev/zero", onFailure: "block" },
      { outcome: "block", failed: true },
    ],
    [
      "floods stderr with 700 MB",
      { command: "head -c 700000000 /dev/zero >&2", onFailure: "block" },
      { outcome: "block", failed: true },
    ],
    [
      "prints without end",
      { command: "yes", onFailure: "block", timeout: 240 },
      { outcome: "block", failed: true },
    ],
    [
      "gives a reason of 12 MB",
      {
        command: `printf '{"decision":"block","reason":"'; head -c 12000000 /dev/zero | tr '\\0' x; printf '"}'`,
        onFailure: "block",
      },
      { outcome: "block", failed: true },
    ],
    [
      "prints its deny byte by byte",
      {
        command: `python3 -c "import sys,time
for b in ${quote(deny.replace("no", "né")).replaceAll('"', '\\"')}.encode(): sys.stdout.buffer.write(bytes([b])); sys.stdout.flush()"`,
      },
      { outcome: "block", permission: "deny", failed: false },
    ],
    [
      "prints invalid UTF-8 behind a deny",
      { command: `echo ${quote(deny)}; printf '\\377'` },
      { outcome: "block", failed: true },
    ],
    [
      "prints a byte order mark and CRLF",
      { command: `printf '\\357\\273\\277%s\\r\\n' ${quote(deny)}` },
      { outcome: "block", failed: false },
    ],
    [
      "prints UTF-16",
      { command: `printf %s ${quote(deny)} | iconv -t UTF-16LE` },
      { outcome: "block", failed: true },
    ],
    [
      "prints an allow with NULs",
      { command: `printf '%s\\000' ${quote(allow)}` },
      { permission: "none", failed: true },
    ],
    [
      "greets before it denies",
      { command: `echo Welcome; echo ${quote(deny)}` },
      { outcome: "block", permission: "deny", failed: true },
    ],
    [
      "nests 200,000 levels",
      {
        command: `python3 -c "print('{\\"a\\":' + '['*200000 + ']'*200000 + '}')"`,
        onFailure: "block",
      },
      { outcome: "block", failed: true },
    ],
  ])("a hook that %s", async ([, hook, expected], { workspace }) => {
    const { reading } = await workspace.fire([hook]);
    expect(reading).toMatchObject(expected);
  });

  test("a guard that crashes blocks by a neutral sentence; what it printed is for the user", async ({
    workspace,
  }) => {
    const crash = { command: "cat >&2; exit 1", name: "guard", onFailure: "block" } as const;
    const { reading } = await workspace.fire([crash]);
    expect(reading.toModel.map(({ text }) => text)).toEqual([
      'Hook "guard" failed with exit code 1. Its onFailure is "block".',
    ]);
    expect(reading.toUser.map(({ text }) => text)).toEqual([
      expect.stringContaining('"tool_input"'),
    ]);
  });

  test("a hook that prints a deny and sleeps past its deadline", async ({ workspace }) => {
    await withLongerDeadlines(300, async (timeoutMs) => {
      const command = `printf %s ${quote(deny)}; sleep 300`;
      const { reading } = await workspace.fire([{ command, timeout: timeoutMs / 1000 }]);
      expect(reading).toMatchObject({ outcome: "block", permission: "deny" });
    });
  });

  test.for<[string, string]>([
    ["answers and leaves a child that holds the pipes", `sleep 300 & echo ${quote(deny)}`],
    ["daemonises and answers", `setsid sh -c 'sleep 300 & exit 0' ; echo ${quote(deny)}`],
  ])(
    "a hook that %s has its answer counted at once, and the child is left alone",
    async ([, command], { workspace }) => {
      // Child and deadline outlast the test: who waits for either fails.
      const { reading } = await workspace.fire([{ command, timeout: 280 }]);
      const left = workspace.leftovers().join("\n");
      await killTagged(workspace.tag);
      expect(reading).toMatchObject({ outcome: "block", permission: "deny", failed: false });
      expect(left).toContain("sleep 300");
    },
  );

  test.for<[string, string]>([
    [
      "grandchildren, one in a session of its own",
      "(sleep 31 & sleep 31 & wait) & setsid sleep 31 & setsid sh -c 'sleep 31 & wait' & sleep 31",
    ],
    ["a daemon", "setsid sh -c 'setsid sleep 31 & exit 0'; sleep 31"],
    ["200 children", "for i in $(seq 200); do sleep 31 & done; wait"],
  ])("at its deadline a tree dies with all of it: %s", async ([, command], { workspace }) => {
    const { reading } = await workspace.fire([{ command, timeout: 1 }]);
    expect(reading.failed).toBe(true);
    expect(await workspace.settled()).toEqual([]);
  });

  test.for<[string, string]>([
    ["exits", "exit 2"],
    ["closes it", "exec <&-; sleep 0.1; exit 2"],
    ["writes 2 MB first", "head -c 2000000 /dev/zero; exit 2"],
  ])(
    "5 MB on a stdin that is never read do no harm: the hook %s",
    async ([, command], { workspace }) => {
      const { reading } = await workspace.fire([{ command }], "PreToolUse", {
        tool_input: { text: "x".repeat(5_000_000) },
      });
      expect(reading.outcome).toBe("block");
    },
  );

  test("nor where the hook hangs", async ({ workspace }) => {
    const hook: HookSettings = { command: "sleep 30", timeout: 0.3, onFailure: "block" };
    const { reading } = await workspace.fire([hook], "PreToolUse", {
      tool_input: { text: "x".repeat(5_000_000) },
    });
    expect(reading).toMatchObject({ outcome: "block", failed: true });
  });

  test("a command with a NUL in it is refused when the settings are read, and named", ({
    workspace,
  }) => {
    expect(() => workspace.engine([{ command: "echo a\0b", name: "nul" }])).toThrow(
      "program.hooks.PreToolUse[0].hooks[0].command: found",
    );
  });

  test("one hook cannot poison another's deny", async ({ workspace }) => {
    const junk = [
      "echo '{'",
      "kill -9 $$",
      `echo ${quote(allow)}`,
      "exit 1",
      "printf '\\377\\376'",
    ];
    const hooks = [...junk, `echo ${quote(deny)}`, ...junk].map((command) => ({ command }));
    const { reading } = await workspace.fire(hooks);
    expect(reading).toMatchObject({
      outcome: "block",
      permission: "deny",
      toModel: [{ text: "no" }],
    });
  });

  test("magic keys in a rewrite reach nothing, and integers past 2^53 stay exact", async ({
    workspace,
  }) => {
    const out =
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"id":12345678901234567890,"__proto__":{"polluted":1}}}}';
    const { reading } = await workspace.fire([{ command: `echo ${quote(out)}` }]);
    expect(reading.input).toEqual({ id: 12345678901234567890n });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  test("secrets of the host do not reach a hook, and what it should know does", async ({
    workspace,
  }) => {
    const { reading } = await workspace.fire([{ command: "env >&2; exit 2", name: "spy" }]);
    const seen = reading.toModel[0]?.text ?? "";
    expect(seen).toContain("SNAPHOOK_EVENT=PreToolUse");
    expect(seen).toContain(`SNAPHOOK_PROJECT_DIR=${workspace.project}`);
    expect(seen).toContain(`CLAUDE_PROJECT_DIR=${workspace.project}`);
    expect(seen).not.toContain("canary-");
  });

  test("thirty hooks all run, whatever the limit on how many do so at once", async ({
    workspace,
  }) => {
    const hooks = Array.from({ length: 30 }, (_, index) => ({
      command: `echo ${index} >&2; exit 2`,
    }));
    const { reading } = await workspace.fire(hooks);
    expect(reading.toModel.map(({ text }) => text)).toEqual(hooks.map((_, index) => `${index}`));
  });

  test("an abort ends every hook, and the event halts", async ({ workspace }) => {
    const engine = workspace.engine([
      { command: "sleep 30" },
      { command: "trap '' TERM; sleep 30 & wait" },
    ]);
    await workspace.warm(engine);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 300);
    const { reading } = await engine.fire(
      { hook_event_name: "PreToolUse" },
      { signal: abort.signal },
    );
    expect(reading).toMatchObject({ outcome: "halt", permission: "none" });
    expect(await workspace.settled()).toEqual([]);
  });

  test("an event that was aborted before it began halts without running anything", async ({
    workspace,
  }) => {
    const engine = workspace.engine([{ command: "touch ran" }]);
    const { reading, hooks } = await engine.fire(
      { hook_event_name: "PreToolUse" },
      { signal: AbortSignal.abort() },
    );
    expect(reading.outcome).toBe("halt");
    expect(hooks[0]?.run).toMatchObject({ cancelled: true });
  });
});

process.env["CANARY_API_KEY"] = "canary-1";
process.env["CANARY_URL"] = "https://user:canary-2@example.com";
