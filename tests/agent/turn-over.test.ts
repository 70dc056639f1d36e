import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { Agent, consent, defineTool, Pause, type AgentOptions } from "../../src/agent/index.js";
import type { Engine, HookFunction, ProgramSettings } from "../../src/engine/index.js";
import { createEngine } from "../engine.js";
import { Workspace } from "../workspace.js";

class Hosted extends Workspace {
  engine(program: ProgramSettings): Engine {
    return this.keep(createEngine({ ...this.places, keeper: false, program }));
  }
}

let workspace: Hosted;
beforeEach(() => {
  workspace = new Hosted();
});
afterEach(() => workspace.close());

interface Context {
  readonly ask: (prompt: string) => Promise<string>;
}
type Run = (input: { readonly say: string }, context: Context) => Promise<{ text: string }>;
interface Call {
  readonly id: string;
  readonly name: string;
}

/** An agent of a host: its tools by name, the calls of each prompt's first answer, and hooks that are functions. */
function host(
  tools: Readonly<Record<string, Run>>,
  calls: (prompt: string) => readonly Call[],
  hooks: Readonly<Record<string, HookFunction>> = {},
  options: Partial<AgentOptions<Context>> = {},
): Agent<Context> {
  const groups = Object.entries(hooks).map(
    ([event, run]) => [event, [{ hooks: [{ type: "function", name: event, run }] }]] as const,
  );
  const engine = workspace.engine({ dialect: "wave", hooks: Object.fromEntries(groups) });
  return new Agent<Context>({
    workspace: workspace.project,
    engine,
    tools: Object.entries(tools).map(([name, run]) =>
      defineTool({
        name,
        description: name,
        schema: z.object({ say: z.string() }),
        onlyReads: false,
        run,
      }),
    ),
    toolContext: (agent, signal) => ({
      ask: (prompt) => agent.askSubagent("helper", prompt, signal),
    }),
    answer: (agent) => {
      const [first] = agent.messages.messages;
      const [block] = first?.blocks ?? [];
      const isFirst = agent.messages.messages.every(({ from }) => from !== "model");
      const prompt = block?.type === "text" ? block.content : "";
      const wanted = isFirst ? calls(prompt) : [];
      return Promise.resolve(
        agent.addReply(
          "said",
          wanted.map((call) => ({ ...call, input: { say: call.id } })),
        ),
      );
    },
    ...options,
  });
}

const states = (agent: Agent<Context>): unknown =>
  agent.messages.messages
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.type === "tool" ? [[block.id, block.state]] : []));
const later = (): Promise<void> => new Promise((go) => setTimeout(go, 50));

/** Keeps what tools did. */
function recorder(): { readonly ran: string[]; readonly run: Run } {
  const ran: string[] = [];
  const run: Run = ({ say }) => {
    ran.push(say);
    return Promise.resolve({ text: say });
  };
  return { ran, run };
}

const halt = { continue: false, stopReason: "enough" };
const allow = {
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
};

test("a call that is paused when the turn is aborted is not made", async () => {
  const { ran, run } = recorder();
  const pausing = new Pause();
  const turn = new AbortController();
  const agent = host({ Do: run }, () => [{ id: "one", name: "Do" }], {}, { pausing });
  agent.permissions.follow(([first]) => {
    if (first === undefined) return;
    pausing.pause();
    agent.permissions.resolve(first.id, consent("Do"));
    void later().then(() => turn.abort());
  });
  const end = await agent.submit("go", turn.signal);
  expect({ end, ran, states: states(agent) }).toEqual({
    end: { type: "aborted" },
    ran: [],
    states: [["one", "interrupted"]],
  });
});

test("an abort ends a call of a tool that does not listen to it", async () => {
  const turn = new AbortController();
  const deaf = (): Promise<{ text: string }> => {
    turn.abort();
    return new Promise(() => {});
  };
  const agent = host({ Do: deaf }, () => [{ id: "one", name: "Do" }], {
    PreToolUse: () => allow,
  });
  expect(await agent.submit("go", turn.signal)).toEqual({ type: "aborted" });
  expect(agent.messages.toolBlock("one")).toMatchObject({
    state: "interrupted",
    result: "The call was interrupted.",
  });
});

test("a call that hooks have allowed is not made where the turn was aborted since", async () => {
  const { ran, run } = recorder();
  const turn = new AbortController();
  const agent = host(
    { Do: run },
    () => [{ id: "one", name: "Do" }],
    { PreToolUse: () => allow },
    { onEvent: ({ type }) => type === "fired" && turn.abort() },
  );
  const end = await agent.submit("go", turn.signal);
  expect({ end, ran }).toEqual({ end: { type: "aborted" }, ran: [] });
});

test("once a hook has ended the turn, a parallel call is neither asked for nor made", async () => {
  const { ran, run } = recorder();
  const agent = host(
    { Do: run },
    () => ["asked", "halted", "late"].map((id) => ({ id, name: "Do" })),
    {
      PreToolUse: async ({ tool_use_id: id }) => {
        if (id === "late") await later();
        if (id === "halted") return later().then(() => halt);
        return id === "late" ? later().then(() => allow) : undefined;
      },
    },
  );
  const end = await agent.submit("go");
  expect({ end, ran, pending: agent.permissions.pending, states: states(agent) }).toEqual({
    end: { type: "hook", why: "enough" },
    ran: [],
    pending: [],
    states: [
      ["asked", "denied"],
      ["halted", "blocked"],
      ["late", "interrupted"],
    ],
  });
});

test("a halt in one subagent ends the others before their next step, however deep they are nested", async () => {
  const { ran, run } = recorder();
  const task: Run = async ({ say }, { ask }) => ({ text: await ask(say) });
  const agent = host(
    { Do: run, Task: task },
    (prompt) => {
      if (prompt === "go") return ["halts", "deep"].map((id) => ({ id, name: "Task" }));
      if (prompt === "deep") return [{ id: "deeper", name: "Task" }];
      return [{ id: `${prompt} call`, name: "Do" }];
    },
    {
      PreToolUse: async ({ tool_use_id: id }) => {
        if (id === "halts call") return halt;
        if (id === "deeper call") await later().then(later);
        return allow;
      },
    },
  );
  const end = await agent.submit("go");
  expect({ end, ran }).toEqual({ end: { type: "hook", why: "enough" }, ran: [] });
});

test.each([
  ["throws", () => Promise.reject(new Error("no such file")), "no such file"],
  ["gives back no text", () => Promise.resolve({} as { text: string }), "its result has no text"],
])(
  "a tool that %s has failed: the model, the user and hooks are told, and the turn continues",
  async (_, run, why) => {
    const received: unknown[] = [];
    const slow = recorder();
    const agent = host(
      { Bad: run, Do: (input, context) => later().then(() => slow.run(input, context)) },
      () => [
        { id: "one", name: "Bad" },
        { id: "two", name: "Do" },
      ],
      { PreToolUse: () => allow, PostToolUseFailure: ({ error }) => void received.push(error) },
    );
    const text = `The tool Bad failed: ${why}`;
    const end = await agent.submit("go");
    const errors = agent.messages.messages
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.type === "error" ? [block.content] : []));
    expect({ end, received, ran: slow.ran, errors, states: states(agent) }).toEqual({
      end: { type: "stopped" },
      received: [text],
      ran: ["two"],
      errors: [text],
      states: [
        ["one", "failed"],
        ["two", "done"],
      ],
    });
  },
);

test("a turn that ends for want of approval waits for the calls that run, and begins no other", async () => {
  const { ran, run } = recorder();
  const settings = (command: string): string =>
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: "Bad", hooks: [{ command }] }] } });
  workspace.write(".snaphook/settings.json", settings("true"));
  const first = workspace.engine({});
  await first.approve(first.review());
  workspace.write(".snaphook/settings.json", settings("exit 0"));
  const agent = host(
    { Bad: run, Do: run },
    () => [
      { id: "one", name: "Bad" },
      { id: "two", name: "Do" },
    ],
    { PreToolUse: ({ tool_use_id: id }) => (id === "two" ? later().then(() => allow) : undefined) },
    { needsTrust: true },
  );
  const { type } = await agent.submit("go");
  await later();
  expect({ type, ran }).toEqual({ type: "trust", ran: [] });
});

test.each(["ask", "defer"])(
  "a PermissionRequest hook cannot allow what a PreToolUse hook answered with %s",
  async (permissionDecision) => {
    const { ran, run } = recorder();
    const agent = host({ Do: run }, () => [{ id: "one", name: "Do" }], {
      PreToolUse: () => ({
        hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision },
      }),
      PermissionRequest: () => ({
        hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
      }),
    });
    agent.permissions.close("nobody is there");
    const { type } = await agent.submit("go");
    expect({ type, ran }).toEqual({ type: "denied", ran: [] });
  },
);
