import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { consent } from "../../src/agent/index.js";
import { readSession } from "../../src/session/index.js";
import { SessionWorkspace } from "./session-workspace.js";

let workspace: SessionWorkspace;
beforeEach(() => {
  workspace = new SessionWorkspace();
});
afterEach(() => workspace.end());

const allowAll = { permissions: { allow: ["Bash", "Task"] } };
const bash = (command: string): { tool: string; input: object } => ({
  tool: "Bash",
  input: { command },
});
const noted = (): { [field: string]: unknown }[] =>
  readFileSync(join(workspace.project, "received.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { [field: string]: unknown });
/** In the order in which a session with one subagent fires them. */
const everyEvent = [
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "SubagentStart",
  "SubagentStop",
  "PostToolUse",
  "Stop",
  "SessionEnd",
];
const hooksOf = (command: string, events: readonly string[] = everyEvent): object => ({
  hooks: Object.fromEntries(
    events.map((event) => [event, [{ hooks: [{ name: event, command, timeout: 240 }] }]]),
  ),
});

/** As hooks for Claude Code read it: the last line of the assistant, and the texts in it. */
const lastTurn = `
import json, sys
event = json.load(sys.stdin)
last = None
for line in open(event["transcript_path"]):
    entry = json.loads(line)
    if entry.get("type") == "assistant" and entry["message"]["role"] == "assistant":
        last = entry
said = " ".join(part["text"] for part in last["message"]["content"] if part["type"] == "text")
if "tests pass" in said and "npm test" not in open(event["transcript_path"]).read():
    print(json.dumps({"decision": "block", "reason": "You say: " + said + " Run them."}))
`;
/** The same with grep and tail, which want lines without spaces between key and value. */
const byShell = `
path=$(sed 's/.*"transcript_path":"\\([^"]*\\)".*/\\1/')
grep '"role":"assistant"' "$path" | tail -1 | grep -q '"type":"text","text":"The tests pass."' || exit 0
grep -q 'npm test' "$path" && exit 0
echo 'You say: The tests pass. Run them.' >&2
exit 2
`;

describe("a hook that reads the last turn of the model", () => {
  test.each([
    ["in Python", "python3 hook.py", lastTurn],
    ["in the shell", "sh hook.py", byShell],
  ])("%s finds it in transcript_path when the agent wants to stop", async (_name, hook, script) => {
    workspace.write("hook.py", script);
    const session = workspace.session(
      [
        { when: "Run them.", calls: [bash("echo npm test")] },
        { when: "npm test", say: "Now they do." },
        { say: "The tests pass." },
      ],
      {},
      { saves: true, program: { ...allowAll, ...hooksOf(hook, ["Stop"]) } },
    );
    expect(await session.submit("fix it")).toEqual({ type: "stopped" });
    const texts = session.messages.messages.flatMap(({ blocks }) =>
      blocks.flatMap((block) => ("content" in block ? [block.content] : [])),
    );
    expect(texts).toEqual([
      "fix it",
      "The tests pass.",
      expect.stringContaining("You say: The tests pass. Run them."),
      "Now they do.",
    ]);
  });
});

describe("the transcript", () => {
  test("is named on every event of a saved session, and holds all that was said by then", async () => {
    const copy = `cat > event.json; tr -d '\\n' < event.json >> received.jsonl; echo >> received.jsonl
path=$(sed 's/.*"transcript_path":"\\([^"]*\\)".*/\\1/' event.json)
tail -1 "$path" >> last.jsonl`;
    const session = workspace.session(
      [
        {
          when: "begin",
          say: "I ask.",
          calls: [{ tool: "Task", input: { prompt: "helper", agent_type: "scout" } }],
        },
        { when: "helper", say: "Here it is." },
        { say: "Done." },
      ],
      {},
      { saves: true, program: { ...allowAll, ...hooksOf(copy) } },
    );
    await session.start();
    await session.submit("begin");
    await session.close("exit");
    const path = join(workspace.home, "sessions", `${session.id}.transcript.jsonl`);
    expect(noted().map((event) => [event["hook_event_name"], event["transcript_path"]])).toEqual(
      everyEvent.map((event) => [event, path]),
    );
    const { id: sessionId } = session;
    const user = { type: "user", message: { role: "user", content: "begin" }, sessionId };
    const task = {
      type: "tool_use",
      id: "call-1",
      name: "Task",
      input: { prompt: "helper", agent_type: "scout" },
    };
    const asked = {
      type: "assistant",
      message: {
        id: "msg_2",
        role: "assistant",
        content: [{ type: "text", text: "I ask." }, task],
      },
      sessionId,
    };
    const done = {
      type: "assistant",
      message: { id: "msg_3", role: "assistant", content: [{ type: "text", text: "Done." }] },
      sessionId,
    };
    const last = readFileSync(join(workspace.project, "last.jsonl"), "utf8").trim().split("\n");
    expect(last.map((line) => JSON.parse(line) as unknown)).toEqual(
      // At the start nothing was said; a result is written when hooks have seen it.
      [user, asked, asked, asked, asked, done, done],
    );
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("names what the model said last, of the subagent where that stops, and who the subagent is", async () => {
    const session = workspace.session(
      [
        {
          when: "begin",
          calls: [{ tool: "Task", input: { prompt: "helper", agent_type: "scout" } }],
        },
        { when: "helper", say: "Looking.", calls: [bash("echo found")] },
        { when: "found", say: "Here it is." },
        { say: "Done." },
      ],
      {},
      { program: { ...allowAll, ...hooksOf("cat >> received.jsonl") } },
    );
    await session.submit("begin");
    const agent = { agent_type: "scout", agent_id: "agent-1" };
    expect(
      noted()
        .filter(({ agent_type, last_assistant_message }) => agent_type ?? last_assistant_message)
        .map(({ hook_event_name, agent_type, agent_id, last_assistant_message }) => ({
          hook_event_name,
          ...(agent_type !== undefined && { agent_type, agent_id }),
          ...(last_assistant_message !== undefined && { last_assistant_message }),
        })),
    ).toEqual([
      { hook_event_name: "SubagentStart", ...agent },
      { hook_event_name: "PreToolUse", ...agent },
      { hook_event_name: "PostToolUse", ...agent },
      { hook_event_name: "SubagentStop", ...agent, last_assistant_message: "Here it is." },
      { hook_event_name: "Stop", last_assistant_message: "Done." },
    ]);
    expect(noted().filter((event) => "transcript_path" in event)).toEqual([]);
  });

  test("holds nothing of a prompt that a hook has blocked, and marks what hooks have said", async () => {
    const session = workspace.session(
      [{ say: "Hello." }],
      {
        SessionStart: "echo remember the milk",
        UserPromptSubmit: "! grep -q s3cret || { echo no secrets >&2; exit 2; }",
      },
      { saves: true },
    );
    await session.start();
    await session.submit("s3cret");
    const path = join(workspace.home, "sessions", `${session.id}.transcript.jsonl`);
    expect(readFileSync(path, "utf8")).not.toContain("s3cret");
    await session.submit("hi");
    await session.close("exit");
    const lines = readFileSync(path, "utf8").trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as { isMeta?: boolean; message: object });
    expect(entries.map(({ isMeta = false, message }) => [isMeta, message])).toEqual([
      [true, { role: "user", content: expect.stringContaining("remember the milk") as string }],
      [false, { role: "user", content: "hi" }],
      [
        false,
        {
          id: expect.any(String) as string,
          role: "assistant",
          content: [{ type: "text", text: "Hello." }],
        },
      ],
    ]);
  });

  test("is written anew where a session of before is taken up again", async () => {
    const first = workspace.session([{ say: "I am Ada." }], {}, { saves: true });
    await first.submit("who are you?");
    await first.close("exit");
    const path = join(workspace.home, "sessions", `${first.id}.transcript.jsonl`);
    const before = readFileSync(path, "utf8");
    const { messages } = readSession(workspace.home, first.id);
    const again = workspace.session(
      [{ say: "Still Ada." }],
      {},
      { saves: true, resumed: { id: first.id, messages } },
    );
    await again.start();
    await again.submit("and now?");
    await again.close("exit");
    const after = readFileSync(path, "utf8");
    expect(after.startsWith(before)).toBe(true);
    expect(after.trim().split("\n")).toHaveLength(4);
  });

  test("is not there, nor named, where nothing is saved", async () => {
    const session = workspace.session([{ say: "Hello." }]);
    await session.submit("hi");
    await session.close("exit");
    expect(existsSync(join(workspace.home, "sessions"))).toBe(false);
  });
});

test("a call whose input holds a whole number beyond 2^53 does not end the saving", async () => {
  const session = workspace.session(
    [{ calls: [bash("true")] }, { say: "Done." }],
    {},
    { saves: true, program: allowAll },
  );
  await session.submit("go");
  session.messages.updateToolBlock({ toolId: "call-1", input: { n: 12345678901234567890n } });
  await session.close("exit");
  expect(workspace.events.filter(({ type }) => type === "trouble")).toEqual([]);
  const path = join(workspace.home, "sessions", `${session.id}.transcript.jsonl`);
  expect(readFileSync(path, "utf8")).toContain('"n":12345678901234567890');
});

test("a result that a hook replaces is in no file as it was", async () => {
  const answer = {
    hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "(removed)" },
  };
  const session = workspace.session(
    [{ calls: [bash("echo sec''ret")] }, { say: "Done." }],
    { PostToolUse: `echo '${JSON.stringify(answer)}'` },
    { saves: true },
  );
  session.permissions.follow(([first]) => {
    if (first !== undefined) session.permissions.resolve(first.id, consent(first.toolName));
  });
  await session.submit("go");
  await session.close("exit");
  const files = readdirSync(workspace.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  expect(files.some((text) => text.includes("(removed)"))).toBe(true);
  expect(files.filter((text) => text.includes("secret"))).toEqual([]);
});
