import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { openLedger, readLedger, type Engine, type Ledger, type Progress } from "snaphook/engine";
import { createEngine, inThread } from "../engine.js";
import { FlowWorkspace, deny, quote } from "./flow-workspace.js";
import { temporaryFolder } from "../workspace.js";

let workspace = new FlowWorkspace("in place");
afterEach(() => {
  workspace.close();
  workspace = new FlowWorkspace("in place");
});

describe("who matches an event", () => {
  test("hooks are reported with why they ran or did not, in configuration order", async () => {
    const { hooks } = await workspace.fire([
      { command: "true", name: "all" },
      { command: "true", name: "other", matcher: "Write" },
    ]);
    expect(hooks).toMatchObject([
      { name: "all", ran: true, why: "no matcher: it matches every such event", run: { exit: 0 } },
      {
        name: "other",
        ran: false,
        skipped: "matcher",
        why: 'the list Write does not match "Bash"',
      },
    ]);
  });

  test("preview tells the same and runs nothing", () => {
    const engine = workspace.engine([{ command: "touch ran" }]);
    const plan = engine.preview({ hook_event_name: "PreToolUse", tool_name: "Bash" });
    expect(plan.map(({ matches }) => matches)).toEqual([true]);
  });

  test("a project's hooks are named and not run where nobody agreed to them", async () => {
    mkdirSync(join(workspace.project, ".snaphook"));
    writeFileSync(
      join(workspace.project, ".snaphook/settings.json"),
      JSON.stringify({
        hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "exit 2" }] }] },
      }),
    );
    const options = {
      projectDir: workspace.project,
      home: workspace.home,
      managedFile: join(workspace.project, "none"),
      keeper: false,
    };
    const stranger = createEngine(options);
    const { reading, hooks } = await stranger.fire({ hook_event_name: "PreToolUse" });
    expect(reading.outcome).toBe("proceed");
    expect(hooks).toMatchObject([
      { ran: false, skipped: "trust", file: join(workspace.project, ".snaphook/settings.json") },
    ]);
    stranger.close();
    const friend = createEngine({ ...options, trustProject: true });
    expect((await friend.fire({ hook_event_name: "PreToolUse" })).reading.outcome).toBe("block");
    friend.close();
  });
});

test("managed settings that cannot be read stop everything: nobody knows what they require", async () => {
  writeFileSync(workspace.places.managedFile, "{");
  const { reading } = await workspace.fire([{ command: "true" }]);
  expect(reading.outcome).toBe("halt");
  expect(reading.toUser[0]?.text).toContain("managed.json cannot be read");
});

test("settings that change on disk are announced, and count only after a reload", async () => {
  const home = workspace.home;
  mkdirSync(home);
  const write = (command: string): void =>
    writeFileSync(
      join(home, "settings.json"),
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: "command", command }] }] } }),
    );
  write("exit 0");
  let reported = (): void => {};
  const announced = new Promise<void>((resolve) => (reported = resolve));
  const engine = createEngine({
    projectDir: workspace.project,
    home,
    managedFile: join(workspace.project, "none"),
    keeper: false,
    onSettingsChange: () => reported(),
  });
  write("exit 2");
  await announced;
  const outcome = async (): Promise<string> =>
    (await engine.fire({ hook_event_name: "Stop" })).reading.outcome;
  expect(await outcome()).toBe("proceed");
  engine.reload();
  expect(await outcome()).toBe("block");
  engine.close();
});

describe("running", () => {
  test("progress tells when each hook starts and ends", async () => {
    const seen: string[] = [];
    const engine = createEngine({
      projectDir: workspace.project,
      home: workspace.home,
      managedFile: join(workspace.project, "none"),
      program: {
        hooks: { Stop: [{ hooks: [{ type: "command", name: "one", command: "true" }] }] },
      },
      keeper: false,
      onProgress: ({ type, hook }: Progress) => seen.push(`${type} ${hook.name}`),
    });
    await engine.fire({ hook_event_name: "Stop" });
    engine.close();
    expect(seen).toEqual(["run-start one", "run-end one"]);
  });

  test("a sequential hook waits for those before it, and those behind wait for it", async () => {
    const log = join(workspace.project, "log");
    const step = (name: string, seconds: number, sequential = false): object => ({
      command: `sleep ${seconds}; echo ${name} >> ${log}`,
      sequential,
    });
    await workspace.fire([step("a", 0.3), step("b", 0, true), step("c", 0)]);
    expect(readFileSync(log, "utf8")).toBe("a\nb\nc\n");
  });

  test("no more hooks run at a time than the limit says, also through the keeper", async () => {
    const kept = new FlowWorkspace("through the keeper");
    const command = "echo begins >> log; sleep 0.2; echo ends >> log";
    const hooks = Array.from({ length: 5 }, (_, index) => ({ command, name: `${index}` }));
    const engine = kept.engine(hooks, "Stop", { parallel: 2 });
    await kept.warm(engine);
    await engine.fire({ hook_event_name: "Stop" });
    kept.close();
    let running = 0;
    const counts = readFileSync(join(kept.project, "log"), "utf8")
      .trim()
      .split("\n")
      .map((word) => (running += word === "begins" ? 1 : -1));
    expect([counts.length, Math.max(...counts)]).toEqual([10, 2]);
  });

  test("a number that JSON does not have reaches a hook as its digits", async () => {
    const { reading } = await workspace.fire([{ command: "cat >&2; exit 2" }], "PreToolUse", {
      tool_input: { count: 12_345_678_901_234_567_890n },
    });
    expect(reading.toModel[0]?.text).toContain('"count":"12345678901234567890"');
  });

  test("the payload is on stdin, one line of JSON", async () => {
    const { reading } = await workspace.fire([{ command: "cat >&2; exit 2" }], "PreToolUse", {
      tool_input: { a: "b\nc" },
    });
    const payload = JSON.parse(reading.toModel[0]?.text ?? "") as object;
    expect(payload).toMatchObject({
      hook_event_name: "PreToolUse",
      tool_input: { a: "b\nc" },
      cwd: workspace.project,
    });
  });

  test("exec form takes its arguments as they are, also from folders named like shell code", async () => {
    const name = "a$(touch PWNED)`touch PWNED`;b c";
    mkdirSync(join(workspace.project, name));
    const { reading } = await workspace.fire([
      {
        command: "/bin/sh",
        args: ["-c", 'printf "%s|" "$0" "$1" "$PWD" >&2; exit 2', name, "$HOME"],
        cwd: name,
      },
    ]);
    expect(reading.toModel[0]?.text).toBe(`${name}|$HOME|${join(workspace.project, name)}|`);
    const { readdirSync } = await import("node:fs");
    expect(readdirSync(join(workspace.project, name))).toEqual([]);
  });

  test("a hook of type json is read without a process", async () => {
    const { reading, hooks } = await workspace.fire([
      { type: "json", json: JSON.parse(deny) as unknown },
    ]);
    expect(reading).toMatchObject({ outcome: "block", permission: "deny" });
    expect(hooks[0]).toMatchObject({ ran: true, ms: 0 });
  });

  test("150 runs leave no descriptor behind", async () => {
    const { readdirSync } = await import("node:fs");
    const engine = workspace.engine([{ command: "cat >/dev/null; echo out; echo err >&2" }]);
    const fire = (): Promise<unknown> => engine.fire({ hook_event_name: "PreToolUse" });
    for (let run = 0; run < 10; run++) await fire();
    const before = readdirSync("/proc/self/fd").length;
    for (let run = 0; run < 150; run++) await fire();
    expect(readdirSync("/proc/self/fd").length).toBeLessThanOrEqual(before + 2);
  });
});

describe("guards against loops", () => {
  const stop = { hook_event_name: "Stop", session_id: "s" };

  test("Stop hooks hold the agent eight times in a row, then it may stop, and the user sees the problem", async () => {
    const engine = workspace.engine(
      [{ type: "json", json: { decision: "block", reason: "more" } }],
      "Stop",
    );
    for (let block = 0; block < 8; block++)
      expect((await engine.fire(stop)).reading.outcome).toBe("block");
    const { reading } = await engine.fire(stop);
    expect(reading).toMatchObject({ outcome: "proceed", toModel: [], diagnosed: true });
    expect(reading.toUser.at(-1)?.text).toContain("8 times in a row");
    expect(reading.problems.at(-1)).toMatchObject({ code: "stop-loop" });
  });

  test("other work begins the count anew, and every session has its own", async () => {
    const engine = workspace.engine(
      [{ type: "json", json: { decision: "block", reason: "more" } }],
      "Stop",
      { stopBlocks: 1 },
    );
    expect((await engine.fire(stop)).reading.outcome).toBe("block");
    await engine.fire({ hook_event_name: "PostToolUse", session_id: "s" });
    expect((await engine.fire(stop)).reading.outcome).toBe("block");
    expect((await engine.fire({ ...stop, session_id: "t" })).reading.outcome).toBe("block");
  });

  // A conversation that the blocks have filled is compacted.
  test.each(["PreCompact", "PostCompact", "SessionStart", "Notification"])(
    "%s is no other work",
    async (event) => {
      const engine = workspace.engine(
        [{ type: "json", json: { decision: "block", reason: "more" } }],
        "Stop",
        { stopBlocks: 1 },
      );
      expect((await engine.fire(stop)).reading.outcome).toBe("block");
      await engine.fire({ hook_event_name: event, session_id: "s" });
      expect((await engine.fire(stop)).reading.outcome).toBe("proceed");
    },
  );

  test("Stop hooks are told that the agent is continuing because of one", async () => {
    const engine = workspace.engine(
      [{ command: 'grep -o "stop_hook_active.:[a-z]*" >&2; exit 2' }],
      "Stop",
    );
    expect((await engine.fire(stop)).reading.toModel[0]?.text).toContain("false");
    expect((await engine.fire(stop)).reading.toModel[0]?.text).toContain("true");
  });

  test("hooks inside hooks inside hooks are stopped, and the event halts", async () => {
    const options = {
      projectDir: workspace.project,
      home: workspace.home,
      managedFile: join(workspace.project, "none"),
      keeper: false,
    };
    const program = {
      hooks: {
        Stop: [{ hooks: [{ command: 'echo "$SNAPHOOK_DEPTH" >&2; exit 2' }] }],
      },
    };
    const inner = createEngine({
      ...options,
      program,
      environment: { ...process.env, SNAPHOOK_DEPTH: "2" },
    });
    expect((await inner.fire(stop)).reading.toModel[0]?.text).toBe("3");
    inner.close();
    const innermost = createEngine({
      ...options,
      program,
      environment: { ...process.env, SNAPHOOK_DEPTH: "3" },
    });
    const { reading, hooks } = await innermost.fire(stop);
    expect(reading.outcome).toBe("halt");
    expect(reading.toUser[0]?.text).toContain("Hooks are running inside hooks");
    expect(hooks).toMatchObject([{ ran: false }]);
    innermost.close();
  });
});

test("without the name of an event nothing can be fired", async () => {
  const engine = workspace.engine([{ command: `echo ${quote("x")}` }]);
  await expect(engine.fire({})).rejects.toThrow("the payload needs hook_event_name");
});

describe("the record of a decision", () => {
  test("says which rule has decided, and nothing of rules where none has", async () => {
    const file = join(workspace.root, "ledger.jsonl");
    const engine = createEngine({
      ...workspace.places,
      keeper: false,
      ledger: { file },
      program: { permissions: { deny: ["Bash(rm *)"] } },
    });
    for (const command of ["rm -r x", "ls"])
      await engine.fire({ ...event, tool_input: { command } });
    engine.close();
    const verdicts = [...readLedger(file)].filter(({ type }) => type === "verdict");
    const why = expect.stringContaining("Bash(rm *)") as string;
    expect(verdicts).toMatchObject([
      { outcome: "block", ruling: { decision: "deny", why } },
      expect.not.objectContaining({ ruling: expect.anything() as unknown }),
    ]);
  });

  const event = { hook_event_name: "PreToolUse", tool_name: "Bash" };
  const open = (ledger: "written" | "synced" | "required"): { engine: Engine; folder: string } => {
    const folder = temporaryFolder();
    const engine = createEngine({
      projectDir: folder,
      home: temporaryFolder(),
      managedFile: join(folder, "none"),
      keeper: false,
      // A folder is where the file should be.
      ledger: { file: folder },
      program: { ledger, hooks: { PreToolUse: [{ hooks: [{ type: "json", json: {} }] }] } },
    });
    return { engine, folder };
  };

  test.each([
    ["written", "proceed"],
    ["synced", "proceed"],
    ["required", "halt"],
  ] as const)("%s: what cannot be recorded may %s", async (ledger, outcome) => {
    const { engine, folder } = open(ledger);
    const { reading } = await engine.fire(event);
    expect(reading.outcome).toBe(outcome);
    engine.close();
    rmSync(folder, { recursive: true });
  });

  // An engine in a thread opens its ledger itself.
  test.skipIf(inThread).each([
    ["written", false],
    ["synced", true],
    ["required", true],
  ] as const)("%s: whether a decision waits for the disk is %s", async (ledger, waits) => {
    const opened = openLedger({ file: join(workspace.root, "ledger.jsonl") });
    const gates: unknown[] = [];
    const watched: Ledger = {
      path: opened.path,
      append: (record, options) => opened.append(record, options),
      appendAll: (records, options) => {
        gates.push(options);
        return opened.appendAll(records, options);
      },
      appendOnce: (key, record) => opened.appendOnce(key, record),
      close: () => opened.close(),
    };
    const engine = createEngine({
      ...workspace.places,
      keeper: false,
      ledger: watched,
      program: { ledger },
    });
    await engine.fire(event);
    engine.close();
    opened.close();
    expect(gates).toEqual([{ gate: true, sync: waits }]);
  });
});

test("what is wrong with the settings comes with every event, with its place", async () => {
  const wrong = { hooks: { Stop: [{ hooks: [{ command: "true", onFailure: "never" }] }] } };
  workspace.write(join(workspace.home, "settings.json"), JSON.stringify(wrong));
  const engine = workspace.engine([{ command: "true" }]);
  const { problems } = await engine.fire({ hook_event_name: "PreToolUse" });
  expect(problems).toMatchObject([{ code: "hook-invalid", hook: expect.any(String) as string }]);
});
