import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Block } from "../../src/conversation/index.js";
import { AgentWorkspace, sent } from "./agent-workspace.js";

let workspace: AgentWorkspace;
beforeEach(() => {
  workspace = new AgentWorkspace();
});
afterEach(() => workspace.close());

const print = (answer: object): string => `echo '${JSON.stringify(answer)}'`;
const specific = (hookEventName: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName, ...fields },
});
const bash = [{ calls: [{ tool: "Bash", input: { command: "echo out" } }] }, { say: "Done." }];
const task = [
  { when: "begin", calls: [{ tool: "Task", input: { prompt: "helper", agent_type: "scout" } }] },
  { when: "helper", say: "I help." },
  { say: "Done." },
];

type Agent = ReturnType<AgentWorkspace["agent"]>;
const seen = (agent: Agent, type: Block["type"]): string[] =>
  agent.messages.messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === type && "content" in block ? [block.content] : [])),
  );

describe("a call that is made keeps what hooks said to the model before it", () => {
  test.each([
    ["wave", "PreToolUse", specific("PreToolUse", { additionalContext: "mind the gap" })],
    ["gosu", "PreToolUse", { systemMessage: "mind the gap" }],
    ["gosu", "PermissionRequest", { systemMessage: "mind the gap" }],
    ["pact", "PreToolUse", { systemMessage: "mind the gap" }],
    ["pact", "PermissionRequest", { systemMessage: "mind the gap" }],
  ])("in %s on %s: %j", async (dialect, event, answer) => {
    const agent = workspace.agent(bash, { [event]: print(answer) }, { dialect });
    await agent.submit("go");
    expect(agent.messages.toolBlock("call-1")).toMatchObject({ state: "done", result: "out" });
    expect(seen(agent, "hook")).toEqual([expect.stringContaining("\nmind the gap\n")]);
    expect(sent(agent)).toContain("mind the gap");
  });
});

describe("the exit-code contract to the letter", () => {
  const letter = { dialect: "wave/exit" };

  test("stdout on a prompt is a user message that a hook speaks", async () => {
    const agent = workspace.agent([{ say: "Done." }], { UserPromptSubmit: "echo Monday" }, letter);
    await agent.submit("go");
    expect(seen(agent, "hook")).toEqual([]);
    expect(agent.messages.messages.filter(({ from }) => from === "hook")).toMatchObject([
      { role: "user", blocks: [{ type: "text", content: expect.stringContaining("Monday") }] },
    ]);
  });

  test("feedback after a tool comes after its result, and the call is no success", async () => {
    const agent = workspace.agent(bash, { PostToolUse: "echo format it >&2; exit 2" }, letter);
    await agent.submit("go");
    const call = agent.messages.toolBlock("call-1");
    expect(call).toMatchObject({ state: "failed" });
    expect(call?.result).toMatch(/^out\n\n<hook-output[^>]*>\nformat it\n/);
    expect(sent(agent)).toContain('"failed":true');
  });
});

test("a hook replaces the result of a tool, and the user sees it", async () => {
  const replaced = specific("PostToolUse", { updatedToolOutput: "nothing to see" });
  const agent = workspace.agent(bash, { PostToolUse: print(replaced) });
  await agent.submit("go");
  expect(agent.messages.toolBlock("call-1")).toMatchObject({
    state: "done",
    result: "nothing to see",
  });
  expect(seen(agent, "warn")).toEqual(["PostToolUse hook replaced the result of this tool call."]);
});

test("what is wrong with an answer is shown to the user: the hook, what was lost, and the fix", async () => {
  const agent = workspace.agent(bash, { PreToolUse: print({ systemMessage: 3 }) });
  await agent.submit("go");
  const [problem = ""] = seen(agent, "warn");
  for (const part of ["[field-wrong-type]", "hook PreToolUse hook", "systemMessage", "fix: "])
    expect(problem).toContain(part);
  expect(sent(agent)).not.toContain("field-wrong-type");
});

describe("a rewrite that the tool refuses", () => {
  const rewrite = print(specific("PreToolUse", { updatedInput: { comand: "echo typo" } }));

  test("is shown to the user: who wrote it, what was lost, and the fix", async () => {
    const agent = workspace.agent(bash, { PreToolUse: rewrite });
    expect(await agent.submit("go")).toEqual({ type: "stopped" });
    const [problem = ""] = seen(agent, "warn");
    for (const part of ["[rewrite-refused]", "hook PreToolUse hook", "comand", "lost: the rewrite"])
      expect(problem).toContain(part);
    expect(workspace.events).toContainEqual({
      type: "problem",
      event: "PreToolUse",
      problem: expect.objectContaining({ code: "rewrite-refused" }) as object,
    });
  });

  test("is reported to the model as what it is, and not as the model's fault", async () => {
    const agent = workspace.agent(bash, { PreToolUse: rewrite });
    await agent.submit("go");
    const call = agent.messages.toolBlock("call-1");
    expect(call?.state).toBe("denied");
    expect(call?.result).toContain("The hook PreToolUse hook rewrote the input of this call");
    expect(call?.result).toContain("your own input was not the reason");
  });

  test("an input of the model's own that is wrong is no problem of a hook", async () => {
    const wrong = [{ calls: [{ tool: "Bash", input: { comand: "x" } }] }, { say: "Done." }];
    const agent = workspace.agent(wrong);
    await agent.submit("go");
    expect(seen(agent, "warn")).toEqual([]);
    expect(agent.messages.toolBlock("call-1")?.result).toMatch(/^The input is not right\./);
  });
});

test("the same problem on later events is one line with the count, also from a subagent", async () => {
  const turns = [
    { when: "begin", calls: [{ tool: "Task", input: { prompt: "helper", agent_type: "scout" } }] },
    { when: "helper", calls: [{ tool: "Bash", input: { command: "echo one" } }] },
    { when: "one", say: "I help." },
    { when: "I help.", calls: [{ tool: "Bash", input: { command: "echo two" } }] },
  ];
  const agent = workspace.agent(turns, { PreToolUse: print({ systemMessage: 3 }) });
  await agent.submit("begin");
  const [first = "", second, third] = seen(agent, "warn");
  expect(first.split("\n").length).toBeGreaterThan(3);
  const again = (times: number): RegExp =>
    new RegExp(
      `^(scout: )?A field has the wrong type again, ${times} times by now \\[field-wrong-type\\]: hook PreToolUse hook, systemMessage; lost: .*$`,
    );
  expect(second).toMatch(again(2));
  expect(second).toMatch(/^scout: /);
  expect(third).toMatch(again(3));
});

describe("the reason of an ask", () => {
  const ask = print(
    specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "it is Friday" }),
  );

  test("is in the question, and not next to it", async () => {
    const agent = workspace.agent(bash, { PreToolUse: ask });
    await agent.submit("go");
    expect(workspace.asked.map(({ reasons }) => reasons)).toEqual([
      [{ from: "PreToolUse hook", text: "it is Friday" }],
    ]);
    expect(seen(agent, "warn")).toEqual([]);
  });

  test.each([
    ["nobody can be asked", {}],
    ["another hook denies the call before", { PermissionRequest: "echo never >&2; exit 2" }],
    ["another hook ends the turn before", { PermissionRequest: print({ continue: false }) }],
  ])("is shown where %s", async (when, hooks) => {
    const agent = workspace.agent(bash, { PreToolUse: ask, ...hooks });
    if (when.startsWith("nobody")) agent.permissions.close("Nobody is here.");
    await agent.submit("go");
    expect(seen(agent, "warn")).toContain("PreToolUse hook: it is Friday");
  });
});

describe("a text to the model that waits for the next prompt", () => {
  const context = specific("Stop", { additionalContext: "the build is green" });
  const turns = [{ say: "One." }, { say: "Two." }];

  test("is sent with it", async () => {
    const agent = workspace.agent(turns, { Stop: print(context) }, { dialect: "pact" });
    await agent.submit("one");
    expect(seen(agent, "warn")).toEqual([]);
    await agent.submit("two");
    expect(sent(agent)).toContain("the build is green");
  });

  test("is shown to the user where there is none", async () => {
    const agent = workspace.agent(turns, { Stop: print(context) }, { dialect: "pact" });
    await agent.submit("one");
    await agent.end("exit");
    expect(seen(agent, "warn")).toEqual([
      "Stop hook to the model, which was not asked again: the build is green",
    ]);
  });
});

test("a halt of a hook on the Notification of a question takes the question back", async () => {
  const halt = print({ continue: false, stopReason: "no questions today" });
  const agent = workspace.agent(bash, { Notification: halt }, { answer: null });
  expect(await agent.submit("go")).toEqual({ type: "hook", why: "no questions today" });
});

test("what a hook says before a compaction is kept word for word", async () => {
  const context = specific("PreCompact", { additionalContext: "the deadline is Monday" });
  const agent = workspace.agent([{ say: "Hello." }, { say: "A summary." }], {
    PreCompact: print(context),
  });
  await agent.submit("hi");
  expect(await agent.compact("manual")).toEqual({ type: "compacted" });
  expect(sent(agent)).toContain("A summary.");
  expect(sent(agent)).toContain("the deadline is Monday");
});

describe("the end of a session", () => {
  test.each([
    ["a warning", print({ systemMessage: "goodbye" })],
    [
      "a text for the model, which will not be asked again",
      print(specific("SessionEnd", { additionalContext: "goodbye" })),
    ],
    ["an error", "echo goodbye >&2; exit 1"],
  ])("%s is shown to the user", async (_name, command) => {
    const agent = workspace.agent([], { SessionEnd: command });
    await agent.end("exit");
    const shown = [...seen(agent, "warn"), ...seen(agent, "error")];
    expect(shown.join("\n")).toContain("SessionEnd hook: goodbye");
  });
});

test("what a tool warns of is shown to the user and not sent to the model", async () => {
  const kill = [{ calls: [{ tool: "Bash", input: { command: "kill -9 $$" } }] }, { say: "Done." }];
  const agent = workspace.agent(kill);
  await agent.submit("go");
  expect(seen(agent, "warn")).toEqual(["Bash: the command was killed by SIGKILL: kill -9 $$"]);
  expect(sent(agent)).toContain("(killed by SIGKILL)");
  expect(sent(agent)).not.toContain("the command was killed");
});

describe("what hooks do in a subagent", () => {
  test.each([
    ["SubagentStart", print({ systemMessage: "careful" }), "warn"],
    ["SubagentStop", print({ systemMessage: "careful" }), "warn"],
    ["SubagentStop", "echo careful >&2; exit 1", "error"],
  ] as const)(
    "%s: a text to the user is shown with its name (%s)",
    async (event, command, type) => {
      const agent = workspace.agent(task, { [event]: command });
      expect(await agent.submit("begin")).toEqual({ type: "stopped" });
      expect(seen(agent, type).join("\n")).toContain(`scout: ${event} hook: careful`);
    },
  );

  test.each(["SubagentStart", "SubagentStop"])("%s: a halt ends the whole turn", async (event) => {
    const halt = { continue: false, stopReason: "enough" };
    const agent = workspace.agent(task, { [event]: print(halt) });
    expect(await agent.submit("begin")).toEqual({ type: "hook", why: "enough" });
    expect(seen(agent, "error")).toContain(`scout: ${event} hook: enough`);
  });

  test("SubagentStop: a text to the model reaches the parent's model", async () => {
    const context = specific("SubagentStop", { additionalContext: "it was thorough" });
    const agent = workspace.agent(task, { SubagentStop: print(context) }, { dialect: "pact" });
    await agent.submit("begin");
    expect(sent(agent)).toContain("it was thorough");
  });

  test("what a tool warns of inside it is shown with its name", async () => {
    const agent = workspace.agent([
      ...task.slice(0, 1),
      { when: "helper", calls: [{ tool: "Bash", input: { command: "kill -9 $$" } }] },
      { say: "Done." },
    ]);
    await agent.submit("begin");
    expect(seen(agent, "warn")).toEqual([
      "scout: Bash: the command was killed by SIGKILL: kill -9 $$",
    ]);
  });

  test("SubagentStop: a block keeps the subagent at work, and its reason stays there", async () => {
    const hook = `[ -f once ] || { touch once; echo '{"decision":"block","reason":"look twice"}'; }`;
    const turns = [
      ...task.slice(0, 2),
      { when: "look twice", say: "I looked twice." },
      ...task.slice(2),
    ];
    const agent = workspace.agent(turns, { SubagentStop: hook });
    await agent.submit("begin");
    expect(agent.messages.toolBlock("call-1")?.result).toBe("I looked twice.");
    expect(sent(agent)).not.toContain("look twice\n");
  });
});

test("an abort is reported once for each hook that it cut off, and not at all where none ran", async () => {
  const slow = [{ calls: [{ tool: "Bash", input: { command: "sleep 60" } }] }];
  const blocks = async (hooks: Readonly<Record<string, string>>): Promise<string[]> => {
    const agent = workspace.agent(slow, hooks);
    const abort = new AbortController();
    agent.messages.follow(() => {
      if (agent.messages.toolBlock("call-1")?.state === "running") abort.abort();
    });
    expect(await agent.submit("go", abort.signal)).toEqual({ type: "aborted" });
    return [...seen(agent, "warn"), ...seen(agent, "error")];
  };
  expect(await blocks({})).toEqual([]);
  expect(await blocks({ PostToolUseFailure: "sleep 60" })).toEqual([
    expect.stringContaining("[run-cancelled]"),
  ]);
});
