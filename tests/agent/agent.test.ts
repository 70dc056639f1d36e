import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consent, refusal } from "../../src/agent/index.js";
import type { Model } from "../../src/models/index.js";
import { isDamage, openLedger, readLedger } from "../../src/trace/index.js";
import { AgentWorkspace, sent, shown } from "./agent-workspace.js";

let workspace: AgentWorkspace;
beforeEach(() => {
  workspace = new AgentWorkspace();
});
afterEach(() => workspace.close());

const bash = (command: string): { tool: string; input: object } => ({
  tool: "Bash",
  input: { command },
});
const decide = (decision: string, more: object = {}): string =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: decision, permissionDecisionReason: "because", ...more } })}'`;
const there = (path: string): boolean => existsSync(join(workspace.project, path));

describe("a turn", () => {
  test("goes from the prompt through tools to the last word", async () => {
    workspace.write("notes.txt", "42\n");
    const agent = workspace.agent([
      { say: "I read it.", calls: [{ tool: "Read", input: { file_path: "notes.txt" } }] },
      { when: "42", say: "It says 42." },
    ]);
    expect(await agent.submit("what is in notes.txt?")).toEqual({ type: "stopped" });
    expect(agent.messages.messages.at(-1)?.blocks).toEqual([
      { type: "text", content: "It says 42." },
    ]);
    expect(workspace.asked).toEqual([]);
  });

  test("runs several calls at once and keeps their results in order", async () => {
    const agent = workspace.agent([
      { calls: [bash("sleep 0.3; echo slow"), bash("echo fast")] },
      { say: "Done." },
    ]);
    await agent.submit("both");
    const results = [...sent(agent).matchAll(/"text":"(slow|fast)"/g)].map(([, text]) => text);
    expect(results).toEqual(["slow", "fast"]);
  });

  test("a call of a tool that is not there, or with a wrong input, has a result as well", async () => {
    const agent = workspace.agent([
      {
        calls: [
          { tool: "Fly", input: {} },
          { tool: "Read", input: { path: 5 } },
        ],
      },
      { say: "Sorry." },
    ]);
    expect(await agent.submit("go")).toEqual({ type: "stopped" });
    expect(sent(agent)).toContain("There is no tool Fly");
    expect(sent(agent)).toContain("The input is not right.");
  });

  test("an error of the model ends it, and the user sees the problem", async () => {
    const { ModelError } = await import("../../src/models/index.js");
    const broken: Model = {
      name: "broken",
      // eslint-disable-next-line require-yield
      async *answer() {
        throw new ModelError("429: slow down", "rate-limit");
      },
    };
    const agent = workspace.agent(broken);
    expect(await agent.submit("hello")).toEqual({ type: "model-error", why: "429: slow down" });
    expect(shown(agent)).toContain("slow down");
    expect(sent(agent)).not.toContain("slow down");
  });

  test("an abort ends a command and all it has started, and the call has a result", async () => {
    const agent = workspace.agent([{ calls: [bash("sleep 60 & sleep 60")] }]);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 500);
    expect(await agent.submit("wait", abort.signal)).toEqual({ type: "aborted" });
    expect(agent.messages.toolBlock("call-1")?.state).toBe("interrupted");
    expect(sent(agent)).toContain("tool-result");
  });
});

describe("hooks see and guard every step", () => {
  test("context on the prompt reaches the model, a block erases it", async () => {
    const agent = workspace.agent([{ when: "Monday", say: "So it is." }], {
      UserPromptSubmit: 'grep -q secret && { echo "no secrets" >&2; exit 2; }; echo "it is Monday"',
    });
    await agent.submit("what day is it?");
    expect(shown(agent)).toContain("So it is.");
    expect(await agent.submit("my secret is 1234")).toEqual({ type: "hook", why: "no secrets" });
    expect(sent(agent)).not.toContain("1234");
  });

  test("a denied call does not run, and the model reads why", async () => {
    const agent = workspace.agent(
      [{ calls: [bash("touch made")] }, { when: "because", say: "I see." }],
      {
        PreToolUse: decide("deny"),
      },
    );
    expect(await agent.submit("make it")).toEqual({ type: "stopped" });
    expect(there("made")).toBe(false);
    expect(shown(agent)).toContain("I see.");
  });

  test("a rewritten input runs, and the wished one does not", async () => {
    const agent = workspace.agent([{ calls: [bash("touch wished")] }, { say: "Done." }], {
      PreToolUse: decide("allow", { updatedInput: { command: "touch rewritten" } }),
    });
    await agent.submit("make it");
    expect([there("wished"), there("rewritten")]).toEqual([false, true]);
    expect(workspace.asked).toEqual([]);
  });

  test("a rewrite that the tool does not take denies the call and says what is wrong", async () => {
    const agent = workspace.agent(
      [{ calls: [bash("touch made")] }, { when: "rewrote", say: "Hm." }],
      {
        PreToolUse: decide("allow", { updatedInput: { command: 5 } }),
      },
    );
    await agent.submit("make it");
    expect(agent.messages.toolBlock("call-1")).toMatchObject({ state: "denied" });
    expect(there("made")).toBe(false);
  });

  test("feedback after a tool comes after its result", async () => {
    const agent = workspace.agent(
      [{ calls: [bash("echo hello")] }, { when: "format it", say: "Yes." }],
      {
        PostToolUse: "echo 'format it' >&2; exit 2",
      },
    );
    await agent.submit("go");
    expect(sent(agent)).toMatch(/hello\\n\\n<hook-output/);
  });

  test("a Stop hook sends the agent back to work, and the loop ends", async () => {
    const agent = workspace.agent(
      [
        { say: "Finished." },
        { when: "run the tests", calls: [bash("touch tested")] },
        { say: "Now it is." },
      ],
      { Stop: "test -e tested || { echo 'run the tests' >&2; exit 2; }" },
    );
    expect(await agent.submit("do it")).toEqual({ type: "stopped" });
    expect(there("tested")).toBe(true);
  });

  test("a halt ends the turn at once", async () => {
    const agent = workspace.agent([{ calls: [bash("touch made")] }, { say: "never" }], {
      PreToolUse: `echo '{"continue":false,"stopReason":"enough"}'`,
    });
    expect(await agent.submit("go")).toEqual({ type: "hook", why: "enough" });
    expect(there("made")).toBe(false);
    expect(shown(agent)).not.toContain("never");
  });

  test("a subagent has hooks of its own events and those inside it, too", async () => {
    const agent = workspace.agent(
      [
        { calls: [{ tool: "Task", input: { prompt: "look around", agent_type: "scout" } }] },
        { when: "look around", calls: [bash("touch scouted")] },
        { when: "no output", say: "All quiet." },
        { when: "All quiet.", say: "The scout says: all quiet." },
      ],
      {
        SubagentStart: "cat > start.json",
        SubagentStop: "cat > stop.json",
        PreToolUse: "cat >> tools.jsonl",
      },
    );
    expect(await agent.submit("send a scout")).toEqual({ type: "stopped" });
    expect(there("scouted")).toBe(true);
    const read = (file: string): string => readFileSync(join(workspace.project, file), "utf8");
    expect(JSON.parse(read("start.json"))).toMatchObject({ agent_type: "scout" });
    expect(JSON.parse(read("stop.json"))).toMatchObject({
      agent_type: "scout",
      agent_id: "agent-1",
    });
    expect(read("tools.jsonl").trim().split("\n")).toHaveLength(2);
  });

  test("the session's beginning and end are reported", async () => {
    const agent = workspace.agent([], {
      SessionStart: "echo 'be brief'",
      SessionEnd: "cat > end.json",
    });
    expect(await agent.start("startup")).toBeNull();
    await agent.end("quit");
    expect(sent(agent)).toContain("be brief");
    expect(JSON.parse(readFileSync(join(workspace.project, "end.json"), "utf8"))).toMatchObject({
      reason: "quit",
    });
  });
});

describe("permission", () => {
  test("what changes something is asked about, with the input that would run", async () => {
    const agent = workspace.agent([{ calls: [bash("touch made")] }, { say: "Done." }], {
      PreToolUse: decide("ask", { updatedInput: { command: "touch other" } }),
    });
    await agent.submit("make it");
    expect(workspace.asked).toMatchObject([
      {
        toolName: "Bash",
        input: { command: "touch other" },
        original: { command: "touch made" },
        reasons: [{ from: "PreToolUse hook", text: "because" }],
      },
    ]);
    expect(there("other")).toBe(true);
  });

  test("a no ends the turn; with words for the model it continues", async () => {
    const turns = [{ calls: [bash("touch made")] }, { when: "use git", say: "I will." }];
    const stopped = workspace.agent(turns, {}, { answer: ({ toolName }) => refusal(toolName) });
    expect(await stopped.submit("go")).toMatchObject({ type: "denied", toolName: "Bash" });
    const goesOn = workspace.agent(
      turns,
      {},
      { answer: ({ toolName }) => refusal(toolName, "use git", true) },
    );
    expect(await goesOn.submit("go")).toEqual({ type: "stopped" });
    expect(sent(goesOn)).toContain("use git");
    expect(there("made")).toBe(false);
  });

  test("what the user answered is in the ledger, with the question", async () => {
    const file = join(workspace.root, "ledger", "ledger.jsonl");
    const ledger = openLedger({ file });
    const answers = [consent("Bash", true), refusal("Bash", "use git", true)];
    const agent = workspace.agent(
      [{ calls: [bash("touch made")] }, { calls: [bash("touch other")] }, { say: "Done." }],
      {},
      { ledger, answer: ({ toolName }) => answers.shift() ?? refusal(toolName) },
    );
    await agent.submit("go");
    ledger.close();
    const lines = [...readLedger(file)].flatMap((line) => (isDamage(line) ? [] : [line]));
    const questions = lines.filter(({ event }) => event === "PermissionRequest");
    const [first, second] = questions.map(({ eventId }) => eventId);
    expect(lines.filter(({ type }) => type === "permission")).toMatchObject([
      { eventId: first, decision: "allow", remember: true },
      { eventId: second, decision: "deny", reason: "use git" },
    ]);
  });

  test("what is remembered is not asked again, for exactly that input", async () => {
    const again = { calls: [bash("touch made")] };
    const agent = workspace.agent(
      [again, { ...again }, { calls: [bash("touch other")] }, { say: "Done." }],
      {},
      {
        answer: ({ toolName }) => consent(toolName, true),
      },
    );
    await agent.submit("go");
    expect(workspace.asked.map(({ input }) => input)).toEqual([
      { command: "touch made" },
      { command: "touch other" },
    ]);
  });

  test("what cannot be remembered holds once, is asked again, and the user sees why", async () => {
    const grants = { has: () => false, add: () => Promise.reject(new Error("connection lost")) };
    const again = { calls: [bash("touch made")] };
    const agent = workspace.agent(
      [again, { ...again }, { say: "Done." }],
      {},
      { grants, answer: ({ toolName }) => consent(toolName, true) },
    );
    await agent.submit("go");
    expect([there("made"), workspace.asked.length]).toEqual([true, 2]);
    expect(shown(agent)).toContain("could not be remembered, and holds for this call only");
    expect(shown(agent)).toContain("connection lost");
  });

  test("permissions that cannot be read are asked for again, and the user sees why", async () => {
    const grants = { has: () => Promise.reject(new Error("connection lost")), add: () => null };
    const agent = workspace.agent(
      [{ calls: [bash("touch made")] }, { say: "Done." }],
      {},
      { grants },
    );
    await agent.submit("go");
    expect([there("made"), workspace.asked.length]).toEqual([true, 1]);
    expect(shown(agent)).toContain("grants-unusable");
    expect(shown(agent)).toContain("connection lost");
  });

  test("a rule answers without a question, and a deny rule outranks a hook's allow", async () => {
    const agent = workspace.agent(
      [{ calls: [bash("touch allowed"), bash("rm -rf x")] }, { say: "Done." }],
      { PreToolUse: decide("allow") },
      { permissions: { allow: ["Bash(touch *)"], deny: ["Bash(rm *)"] } },
    );
    await agent.submit("go");
    expect(workspace.asked).toEqual([]);
    expect(there("allowed")).toBe(true);
    expect(agent.messages.toolBlock("call-2")?.state).toBe("blocked");
  });

  test("where nobody can be asked the answer is no, and the result says why", async () => {
    const agent = workspace.agent([{ calls: [bash("touch made")] }]);
    agent.permissions.close("There is nobody to ask.");
    expect(await agent.submit("go")).toMatchObject({
      type: "denied",
      why: "There is nobody to ask.",
    });
    expect(sent(agent)).toContain("There is nobody to ask.");
  });

  test("Snaphook's own files are asked about whatever is allowed", async () => {
    const input = { file_path: ".snaphook/settings.json", content: "{}" };
    const agent = workspace.agent(
      [{ calls: [{ tool: "Write", input }] }],
      { PreToolUse: decide("allow") },
      {
        permissions: { allow: ["Write"] },
        answer: ({ toolName }) => refusal(toolName),
      },
    );
    await agent.submit("go");
    expect(workspace.asked).toHaveLength(1);
    expect(there(".snaphook/settings.json")).toBe(false);
  });
});

describe("tools stay in the workspace", () => {
  test.each([
    ["Read", { file_path: "../outside.txt" }],
    ["Read", { file_path: "/etc/passwd" }],
    ["Write", { file_path: "link/x.txt", content: "x" }],
    ["Write", { file_path: "dangling", content: "x" }],
    ["Edit", { file_path: "../x", old_string: "a", new_string: "b" }],
    ["Glob", { pattern: "*", path: ".." }],
    ["Grep", { pattern: "root", path: "/etc" }],
  ])("%s %j", async (tool, input) => {
    symlinkSync("/tmp", join(workspace.project, "link"));
    symlinkSync(join(workspace.root, "nowhere"), join(workspace.project, "dangling"));
    const agent = workspace.agent([{ calls: [{ tool, input }] }, { say: "Done." }]);
    await agent.submit("go");
    expect(agent.messages.toolBlock("call-1")).toMatchObject({ state: "failed" });
    expect(agent.messages.toolBlock("call-1")?.result).toMatch(
      /outside of the workspace|leads nowhere/,
    );
  });
});
