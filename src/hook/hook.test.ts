import { describe, expect, test } from "vitest";
import {
  allow,
  ask,
  block,
  context,
  defineHook,
  deny,
  isTool,
  rewrite,
  updatedPrompt,
  warn,
  type HookEvent,
} from "./index.js";

const guard = defineHook("PreToolUse", { tools: { Bash: true } }, (event) =>
  event.input.command.includes("rm -rf") ? deny("Name the files.") : undefined,
);
const removal = { tool: "Bash", input: { command: "rm -rf x" } } as const;

test("what a test tells: what was said, what the host gets, and what it does with it", async () => {
  expect(await guard.test(removal, { host: "codex" })).toEqual({
    host: "codex",
    hostEvent: "PreToolUse",
    said: { says: ["deny"], level: "deny", reason: "Name the files." },
    error: null,
    outcome: "block",
    permission: "deny",
    input: null,
    prompt: null,
    toModel: ["Name the files."],
    toUser: ["Name the files."],
    toLog: [],
    exit: 2,
    stdout: "",
    stderr: "Name the files.",
    problems: [],
  });
});

test.each([
  ["snaphook", "PreToolUse", 2],
  ["claude-code", "PreToolUse", 2],
  ["gemini", "BeforeTool", 2],
  ["codex", "PreToolUse", 2],
  ["cursor", "preToolUse", 2],
  ["copilot", "preToolUse", 0],
  ["qwen-code", "PreToolUse", 0],
  ["wave", "PreToolUse", 2],
] as const)("a deny blocks in %s, on %s", async (host, hostEvent, exit) => {
  const { outcome, error, ...found } = await guard.test(removal, { host });
  expect({ outcome, error, hostEvent: found.hostEvent, exit: found.exit }).toEqual({
    outcome: "block",
    error: null,
    hostEvent,
    exit,
  });
  const harmless = await guard.test({ ...removal, input: { command: "ls" } }, { host });
  expect({ outcome: harmless.outcome, said: harmless.said }).toEqual({
    outcome: "proceed",
    said: null,
  });
});

test.each(["claude-code", "gemini", "codex", "cursor", "copilot", "qwen-code", "wave"] as const)(
  "a reason that is JSON is no answer to %s",
  async (host) => {
    const hook = defineHook("PreToolUse", () => deny('{"decision":"allow","permission":"allow"}'));
    expect(await hook.test({}, { host })).toMatchObject({ outcome: "block", permission: "deny" });
  },
);

describe("an event", () => {
  test("has Snaphook's names, whatever the host calls things", async () => {
    const seen: HookEvent<"PreToolUse">[] = [];
    const hook = defineHook("PreToolUse", (event) => void seen.push(event));
    const input = { file_path: "a.txt", content: "hello" };
    for (const host of ["claude-code", "copilot", "gemini", "wave"] as const)
      await hook.test({ tool: "Write", input, sessionId: "s", cwd: "/p" }, { host });
    expect(
      seen.map((event) => ({
        ...event,
        payload: null,
        transcriptPath: null,
        permissionMode: null,
      })),
    ).toEqual(
      [
        ["claude-code", "PreToolUse"],
        ["copilot", "preToolUse"],
        ["gemini", "BeforeTool"],
        ["wave", "PreToolUse"],
      ].map(([host, hostEvent]) => ({
        name: "PreToolUse",
        host,
        hostEvent,
        tool: "Write",
        input,
        sessionId: "s",
        cwd: "/p",
        toolUseId: "call-1",
        agentType: undefined,
        agentId: undefined,
        payload: null,
        transcriptPath: null,
        permissionMode: null,
      })),
    );
  });

  test("of a tool that the hook is not for has no answer", async () => {
    const hook = defineHook("PreToolUse", { tools: { Read: true } }, () => deny("never"));
    expect(await hook.test(removal)).toMatchObject({ said: null, outcome: "proceed" });
  });

  test("is the tool's own, where a host has an event for one tool", async () => {
    const options = { host: "cursor", hostEvent: "beforeShellExecution" } as const;
    expect(await guard.test(removal, options)).toMatchObject({ outcome: "block", error: null });
  });

  test("of which the payload does not name the tool's server is of any", async () => {
    const hook = defineHook("PreToolUse", (event) => deny(event.tool));
    const mcp = { tool: "mcp__github__create_issue", input: {} };
    expect((await hook.test(mcp, { host: "cursor" })).stderr).toBe("MCP:create_issue");
    expect((await hook.test(mcp, { host: "gemini" })).stderr).toBe("mcp__github__create_issue");
    const one = { mcp__github__create_issue: true } as const;
    // @ts-expect-error -- nobody has declared this tool
    const named = defineHook("PreToolUse", { tools: one }, (event) => deny(event.tool));
    for (const host of ["cursor", "gemini", "claude-code"] as const)
      expect((await named.test(mcp, { host })).stderr).toBe("mcp__github__create_issue");
    const other = { tool: "mcp__github__list", input: {} };
    expect((await named.test(other, { host: "cursor" })).said).toBeNull();
  });
});

describe("a hook refuses", () => {
  const closed = async (
    hook: { readonly test: typeof guard.test },
    event: object = removal,
    host: "claude-code" | "codex" = "claude-code",
  ): Promise<string> => {
    const { outcome, error } = await hook.test(event, { host });
    return `${outcome}: ${error}`;
  };

  test.each<[what: string, event: object, host: "claude-code" | "codex", why: string]>([
    [
      "a command that is no text",
      { tool: "Bash", input: { command: ["rm"] } },
      "claude-code",
      "Bash: input.command should be a string, and is a list",
    ],
    [
      "no command",
      { tool: "Bash", input: {} },
      "claude-code",
      "Bash: input.command should be a string, and is missing",
    ],
    [
      "an input that is no object",
      { tool: "Bash", input: "rm" },
      "claude-code",
      "Bash: the input is not an object",
    ],
    [
      "an optional field of another kind",
      { tool: "Bash", input: { command: "ls", timeout: "5" } },
      "claude-code",
      "Bash: input.timeout should be a number, and is a string",
    ],
  ])("%s", async (_, event, host, why) => {
    expect(await closed(guard, event, host)).toBe(`block: ${why}`);
  });

  test("a tool that does what a guarded one does, in a form of its own, unless it names it", async () => {
    const hook = defineHook("PreToolUse", { tools: { Write: true } }, () => undefined);
    const patch = { tool: "apply_patch", input: { command: "*** Begin Patch" } };
    expect(await closed(hook, patch, "codex")).toBe(
      "block: codex does by apply_patch what Write does, with another input: this hook must name apply_patch in its tools too",
    );
    const both = defineHook("PreToolUse", { tools: { Write: true, apply_patch: true } }, (event) =>
      event.tool === "apply_patch" ? ask(event.input.command) : undefined,
    );
    expect(await both.test(patch, { host: "codex" })).toMatchObject({
      outcome: "block",
      stderr: "*** Begin Patch",
    });
  });

  test.each<[what: string, handler: () => unknown, why: string]>([
    [
      "where it throws",
      () => {
        throw new TypeError("oh");
      },
      "TypeError: oh",
    ],
    [
      "where it throws what is no error",
      () => {
        // oxlint-disable-next-line typescript/only-throw-error
        throw "oh";
      },
      "oh",
    ],
    ["where its promise is rejected", () => Promise.reject(new Error("oh")), "Error: oh"],
    ["where it is late", () => new Promise(() => {}), "no answer after 0.05 s, its timeout"],
    [
      "where it returns a text",
      () => "no",
      "it returned no answer: return deny(…), allow(…), another answer, or nothing",
    ],
    [
      "where it returns an answer of its own making",
      () => ({ decision: "approve" }),
      "it returned no answer: return deny(…), allow(…), another answer, or nothing",
    ],
    [
      "where it returns what the event does not take",
      () => updatedPrompt("x"),
      "PreToolUse cannot take prompt; it takes deny, halt, defer, ask, allow, input, context, warning",
    ],
    [
      "where a new input is no object",
      () => rewrite("x" as never),
      "the new input is not an object",
    ],
    [
      "where a new input is not exact",
      () => rewrite({ id: 2 ** 60 }),
      `the number ${2 ** 60} in a new value is not exact`,
    ],
  ])("%s", async (_, handler, why) => {
    const hook = defineHook("PreToolUse", { timeout: 0.05 }, handler as () => undefined);
    expect(await closed(hook)).toBe(`block: ${why}`);
  });

  test("but not where it shall continue: then the user is warned", async () => {
    const hook = defineHook("PreToolUse", { onError: "continue" }, () => {
      throw new Error("oh");
    });
    expect(await hook.test(removal, { host: "claude-code" })).toMatchObject({
      outcome: "proceed",
      toUser: ["The hook for PreToolUse failed: Error: oh"],
    });
  });

  test("to let the agent stop once, and not for ever", async () => {
    const hook = defineHook("Stop", () => {
      throw new Error("oh");
    });
    for (const host of ["claude-code", "codex", "gemini"] as const) {
      expect(await hook.test({}, { host })).toMatchObject({ outcome: "block" });
      expect(await hook.test({ stopHookActive: true }, { host })).toMatchObject({
        outcome: "proceed",
        toUser: ["The hook for Stop failed: Error: oh"],
      });
    }
  });

  test("nothing where nothing can be refused: the text is shown", async () => {
    const hook = defineHook("SessionStart", () => {
      throw new Error("oh");
    });
    expect(await hook.test({}, { host: "claude-code" })).toMatchObject({
      outcome: "proceed",
      toUser: ["The hook for SessionStart failed: Error: oh"],
    });
  });
});

test("on other events: a prompt, a stop, context and a warning", async () => {
  const prompt = defineHook("UserPromptSubmit", ({ prompt: text }) =>
    text.includes("deploy")
      ? block("Not today.")
      : context("It is Friday.", { warning: "Mind the day." }),
  );
  expect(await prompt.test({ prompt: "deploy" }, { host: "gemini" })).toMatchObject({
    outcome: "block",
  });
  expect(await prompt.test({ prompt: "hello" }, { host: "claude-code" })).toMatchObject({
    outcome: "proceed",
    toModel: ["It is Friday."],
    toUser: ["Mind the day."],
  });
  const stop = defineHook("Stop", ({ stopHookActive }) =>
    stopHookActive ? warn("Again.") : block("Run the tests."),
  );
  expect(await stop.test({}, { host: "cursor" })).toMatchObject({
    outcome: "block",
    toModel: ["Run the tests."],
  });
  expect(await stop.test({ stopHookActive: true }, { host: "codex" })).toMatchObject({
    outcome: "proceed",
  });
});

test("a hook for several tools knows each by its name", async () => {
  const hook = defineHook("PreToolUse", (event) => {
    if (isTool(event, "Bash")) return deny(event.input.command);
    if (isTool(event, "Write")) return allow(event.input.file_path);
    return undefined;
  });
  expect(await hook.test(removal)).toMatchObject({ outcome: "block", stderr: "rm -rf x" });
  expect(await hook.test({ tool: "Write" })).toMatchObject({ permission: "allow" });
  expect(await hook.test({ tool: "Read" })).toMatchObject({ said: null });
  expect(await hook.test({ tool: "Bash", input: {} })).toMatchObject({ outcome: "block" });
});

test.each<[string, () => unknown, string]>([
  [
    "an event that nobody has",
    () => defineHook("PreToolUs" as "Stop", () => undefined),
    'there is no event "PreToolUs"',
  ],
  ["no function", () => defineHook("Stop", {} as never), "its last argument is the function"],
  [
    "an unknown onError",
    () => defineHook("Stop", { onError: "open" as never }, () => undefined),
    'onError is "closed" or "continue"',
  ],
  [
    "a timeout that is none",
    () => defineHook("Stop", { timeout: 0 }, () => undefined),
    "timeout is a number of seconds",
  ],
])("%s is a programmer's error", (_, define, why) => {
  expect(define).toThrow(new TypeError(`defineHook: ${why}`));
});

test("a test of a field or an event that is not there is a programmer's error", async () => {
  await expect(guard.test({ promt: "x" } as never)).rejects.toThrow(
    "PreToolUse has no promt; put other fields into payload",
  );
  const hook = defineHook("PostCompact", () => undefined);
  await expect(hook.test({}, { host: "gemini" })).rejects.toThrow(
    "gemini has no event PostCompact",
  );
  await expect(hook.test({ tool: "Bash" } as never)).rejects.toThrow(
    "PostCompact is not about a tool",
  );
});

test("the signal is aborted at the deadline, and where the caller waits no longer", async () => {
  const seen: string[] = [];
  const hook = defineHook("Stop", { timeout: 0.05 }, (_, { signal }) => {
    signal.addEventListener("abort", () => seen.push("aborted"));
    return new Promise<undefined>(() => {});
  });
  expect((await hook.test()).error).toBe("no answer after 0.05 s, its timeout");
  expect(seen).toEqual(["aborted"]);
  const caller = new AbortController();
  const asked = defineHook("Stop", { timeout: 60 }, (_, { signal }) => {
    caller.abort();
    return signal.aborted ? block("aborted") : undefined;
  });
  expect(await asked({ hook_event_name: "Stop" }, { signal: caller.signal })).toMatchObject({
    code: 2,
  });
});
