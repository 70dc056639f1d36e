import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readSession } from "../../src/session/index.js";
import { convertMessagesForAPI, type Block, type Message } from "../../src/conversation/index.js";
import { SessionWorkspace } from "./session-workspace.js";

let workspace: SessionWorkspace;
beforeEach(() => {
  workspace = new SessionWorkspace();
});
afterEach(() => workspace.end());

const call = (id: string, state: string, result: string | null): Block =>
  ({ type: "tool", id, name: "Bash", input: { command: id }, state, result }) as Block;
const message = (id: number, from: Message["from"], ...blocks: Block[]): Message => ({
  id,
  role: from === "model" ? "assistant" : "user",
  from,
  blocks,
});
const text = (content: string): Block => ({ type: "text", content });
const ended = "The session ended before this call had a result.";

/** A session's file as a process has left it that was killed. */
function leave(...messages: readonly Message[]): string {
  const head = {
    type: "session",
    version: 1,
    id: "left",
    workspace: workspace.project,
    model: "scripted",
    startedAt: 1,
  };
  const folder = join(workspace.home, "sessions");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lines = [head, ...messages].map((line) => `${JSON.stringify(line)}\n`);
  writeFileSync(join(folder, "left.jsonl"), lines.join(""), { mode: 0o600 });
  return "left";
}

describe("calls of a session that was killed", () => {
  const calls = [
    call("done", "done", "42"),
    call("pending", "pending", null),
    call("running", "running", "half of it"),
    call("failed", "failed", "boom"),
    call("denied", "denied", "not today"),
  ];

  test("that were done keep their result, those that were open say that they never had one", () => {
    const id = leave(message(1, "user", text("go")), message(2, "model", text("So."), ...calls));
    expect(readSession(workspace.home, id)).toEqual({
      head: expect.objectContaining({ id, workspace: workspace.project }) as object,
      damage: null,
      messages: [
        message(1, "user", text("go")),
        message(
          2,
          "model",
          text("So."),
          call("done", "done", "42"),
          call("pending", "interrupted", ended),
          call("running", "interrupted", ended),
          call("failed", "failed", "boom"),
          call("denied", "denied", "not today"),
        ),
      ],
    });
  });

  test("are sent to the model with one result each, when the session is resumed", async () => {
    const id = leave(
      message(1, "user", text("go")),
      message(2, "model", call("done", "done", "42"), call("open", "pending", null)),
    );
    const { messages } = readSession(workspace.home, id);
    const session = workspace.session(
      [{ when: "and now?", say: "I see." }],
      {},
      {
        resumed: { id, messages },
        saves: true,
      },
    );
    expect(await session.submit("and now?")).toEqual({ type: "stopped" });
    expect(convertMessagesForAPI(session.messages.messages)).toEqual([
      { role: "user", parts: [{ type: "text", text: "go" }] },
      {
        role: "assistant",
        parts: ["done", "open"].map((name) => ({
          type: "tool-call",
          id: name,
          name: "Bash",
          input: { command: name },
        })),
      },
      {
        role: "user",
        parts: [
          { type: "tool-result", id: "done", text: "42", failed: false },
          { type: "tool-result", id: "open", text: ended, failed: true },
          { type: "text", text: "and now?" },
        ],
      },
      { role: "assistant", parts: [{ type: "text", text: "I see." }] },
    ]);
    await session.close("exit");
    expect(readSession(workspace.home, id).messages).toEqual(session.messages.messages);
  });

  test("count as they were written last", () => {
    const id = leave(
      message(1, "model", call("one", "pending", null)),
      message(2, "user", text("later")),
      message(1, "model", call("one", "done", "42")),
    );
    expect(readSession(workspace.home, id).messages).toEqual([
      message(1, "model", call("one", "done", "42")),
      message(2, "user", text("later")),
    ]);
  });
});

test("a prompt that a hook erases is erased from the file as well, and the rest stays", async () => {
  // It says no once the prompt has been written down.
  const written = `until grep -q hunter2 '${workspace.home}'/sessions/*.jsonl; do sleep 0.05; done`;
  const session = workspace.session(
    [{ say: "Hello." }],
    { UserPromptSubmit: `grep -q password || exit 0; ${written}; echo "no secrets" >&2; exit 2` },
    { saves: true },
  );
  expect(await session.submit("hi")).toEqual({ type: "stopped" });
  expect(await session.submit("my password is hunter2")).toEqual({
    type: "hook",
    why: "no secrets",
  });
  await session.close("exit");
  const folder = join(workspace.home, "sessions");
  const files = [`${session.id}.jsonl`, `${session.id}.transcript.jsonl`];
  expect(readdirSync(folder).toSorted()).toEqual(files);
  for (const file of files)
    expect(readFileSync(join(folder, file), "utf8")).not.toContain("hunter2");
  const { messages, damage } = readSession(workspace.home, session.id);
  expect(damage).toBeNull();
  expect(messages).toEqual(session.messages.messages);
  expect(messages.map(({ from, blocks }) => [from, blocks])).toEqual([
    ["user", [text("hi")]],
    ["model", [text("Hello.")]],
    ["hook", [{ type: "error", content: expect.stringContaining("no secrets") as string }]],
  ]);
});

test("a long input of a tool makes the conversation too long, and it is summed up", async () => {
  const content = "x".repeat(400);
  const seen: string[][] = [];
  const session = workspace.session(
    {
      name: "counting",
      contextTokens: 100,
      async *answer({ messages }) {
        seen.push(messages.flatMap(({ parts }) => parts.map(({ type }) => type)));
        const request = JSON.stringify(messages.at(-1));
        if (request.includes("Sum up this conversation"))
          yield { type: "text", text: "A file was written." };
        else if (request.includes("write it")) {
          if (seen.length === 1)
            yield {
              type: "tool-call",
              id: "call-1",
              name: "Write",
              input: { file_path: "a", content },
            };
          else yield { type: "text", text: "Written." };
        }
        yield { type: "end", reason: "stop" };
      },
    },
    {},
    { program: { permissions: { allow: ["Write"] } } },
  );
  expect(await session.submit("write it")).toEqual({ type: "stopped" });
  expect(seen).toEqual([["text"], ["text", "tool-call", "tool-result", "text"], ["text", "text"]]);
  expect(workspace.events.filter(({ type }) => type === "compacting")).toEqual([
    { type: "compacting", trigger: "auto" },
  ]);
});

test("a command that takes too long is stopped, and its result says when", async () => {
  const input = { command: "sleep 600", timeout: 0.5 };
  const session = workspace.session(
    [{ calls: [{ tool: "Bash", input }] }, { say: "Done." }],
    {},
    {
      program: { permissions: { allow: ["Bash"] } },
    },
  );
  expect(await session.submit("go")).toEqual({ type: "stopped" });
  expect(session.messages.toolBlock("call-1")).toEqual({
    type: "tool",
    id: "call-1",
    name: "Bash",
    input,
    state: "failed",
    result: "(stopped after 0.5 s)",
  });
});
