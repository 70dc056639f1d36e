import { describe, expect, test } from "vitest";
import { interpret, type WireRun } from "../interpret/index.js";
import {
  Conversation,
  convertMessagesForAPI,
  isHookBlock,
  isWarnBlock,
  processHookOutput,
  shouldBlock,
  type HookOutputContext,
  type HookProcessingResult,
} from "./index.js";

/** A conversation in which the user has asked and the model has called one tool. */
function started(): Conversation {
  const messages = new Conversation();
  messages.addUserMessage("deploy it");
  const { id } = messages.addAssistantMessage();
  messages.appendText(id, "I look ");
  messages.appendText(id, "first.");
  messages.addToolBlock(id, { id: "call-1", name: "Bash", input: { command: "ls" } });
  return messages;
}

const texts = (messages: Conversation): string =>
  JSON.stringify(convertMessagesForAPI(messages.messages));

describe("messages and blocks", () => {
  test("every change is reported, in order, until nobody listens", () => {
    const messages = new Conversation();
    const seen: string[] = [];
    const stop = messages.follow(({ type, message }) => seen.push(`${type} ${message.id}`));
    messages.addUserMessage("one");
    const { id } = messages.addAssistantMessage();
    messages.appendText(id, "two");
    messages.appendText(id, "");
    messages.removeLastUserMessage();
    stop();
    messages.addWarnBlock("three");
    expect(seen).toEqual([
      "message-added 1",
      "message-added 2",
      "message-changed 2",
      "message-removed 1",
    ]);
  });

  test.each<[string, (messages: Conversation) => void]>([
    ["a user message", (messages) => messages.addUserMessage(" \n")],
    ["an error", (messages) => messages.addErrorBlock("")],
    ["a warning", (messages) => messages.addWarnBlock("\t")],
    ["a hook block", (messages) => messages.addHookBlock("Stop", "")],
  ])("%s without content is refused", (_, add) => {
    const messages = new Conversation();
    expect(() => add(messages)).toThrow("without content");
    expect(messages.messages).toEqual([]);
  });

  test.each(["Nonsense", "", "constructor", undefined])(
    "a hook block for the event %j is refused",
    (hookEvent) => {
      const messages = new Conversation();
      expect(() => messages.addHookBlock(hookEvent as string, "x")).toThrow("allowed are: ");
      expect(messages.messages).toEqual([]);
    },
  );

  test.each<[unknown, boolean, boolean]>([
    [{ type: "warn", content: "x" }, true, false],
    [{ type: "warn", content: " " }, false, false],
    [{ type: "warn" }, false, false],
    [{ type: "hook", hookEvent: "Stop", content: "x" }, false, true],
    [{ type: "hook", hookEvent: "Stop", content: "x", metadata: { a: 1 } }, false, true],
    [{ type: "hook", hookEvent: "Stop", content: "x", metadata: [] }, false, false],
    [{ type: "hook", hookEvent: "Nonsense", content: "x" }, false, false],
    [null, false, false],
    ["warn", false, false],
  ])("%j: a warning %s, a hook block %s", (value, warns, hooks) => {
    expect([isWarnBlock(value), isHookBlock(value)]).toEqual([warns, hooks]);
  });

  test.each([
    ["pending", true, "done"],
    ["pending", false, "blocked"],
    ["running", false, "blocked"],
    ["done", false, "failed"],
    ["interrupted", false, "interrupted"],
  ] as const)("a call that was %s and then a success %s is %s", (before, success, after) => {
    const messages = started();
    messages.updateToolBlock({ toolId: "call-1", state: before });
    messages.updateToolBlock({ toolId: "call-1", result: "x", success });
    expect(messages.toolBlock("call-1")).toMatchObject({ state: after, result: "x" });
  });

  test.each<[before: string | null, append: string | undefined, result: string | null]>([
    ["one", "two", "one\n\ntwo"],
    ["", "two", "two"],
    [null, "two", "two"],
    ["one", "", "one"],
    ["one", undefined, "one"],
    [null, undefined, null],
  ])("to the result %j is added %j: %j", (before, append, result) => {
    const messages = started();
    if (before !== null) messages.updateToolBlock({ toolId: "call-1", result: before });
    messages.updateToolBlock({ toolId: "call-1", ...(append !== undefined && { append }) });
    expect(messages.toolBlock("call-1")?.result).toBe(result);
  });

  test("a call has one name and one place", () => {
    const messages = started();
    const { id } = messages.addAssistantMessage();
    const again = { id: "call-1", name: "Bash", input: {} };
    expect(() => messages.addToolBlock(id, again)).toThrow("call-1");
    expect(() => messages.updateToolBlock({ toolId: "call-2", result: "x" })).toThrow("call-2");
    expect(() => messages.appendText(99, "x")).toThrow("no message 99");
  });

  test("messages of before continue with fresh numbers", () => {
    const before = started();
    const messages = new Conversation(before.messages);
    expect(messages.addUserMessage("more").id).toBe(3);
    expect(messages.toolBlock("call-1")?.name).toBe("Bash");
    expect(messages.toolBlock("call-9")).toBeNull();
  });

  test("only what the user said can be taken back", () => {
    const messages = started();
    messages.addUserMessage("a hook speaks", "hook");
    expect(messages.removeLastUserMessage()?.blocks).toEqual([
      { type: "text", content: "deploy it" },
    ]);
    expect(messages.removeLastUserMessage()).toBeNull();
  });

  test("a compaction puts other messages in their place", () => {
    const messages = started();
    const seen: string[] = [];
    messages.follow(({ type }) => seen.push(type));
    messages.replaceAll([
      { role: "user", from: "hook", blocks: [{ type: "text", content: "so far" }] },
    ]);
    expect(messages.messages).toEqual([
      { id: 3, role: "user", from: "hook", blocks: [{ type: "text", content: "so far" }] },
    ]);
    expect(seen).toEqual(["message-removed", "message-removed", "message-added"]);
  });
});

describe("what the model gets", () => {
  test("calls and their results, in the turns that the APIs want", () => {
    const messages = started();
    messages.updateToolBlock({ toolId: "call-1", state: "done", result: "README.md" });
    messages.addHookBlock("PostToolUse", "checked");
    expect(convertMessagesForAPI(messages.messages)).toEqual([
      { role: "user", parts: [{ type: "text", text: "deploy it" }] },
      {
        role: "assistant",
        parts: [
          { type: "text", text: "I look first." },
          { type: "tool-call", id: "call-1", name: "Bash", input: { command: "ls" } },
        ],
      },
      {
        role: "user",
        parts: [
          { type: "tool-result", id: "call-1", text: "README.md", failed: false },
          { type: "text", text: "checked" },
        ],
      },
    ]);
  });

  test.each([
    ["done", "", "(no output)", false],
    ["failed", "boom", "boom", true],
    ["pending", null, "The call was interrupted before it had a result.", true],
    ["denied", "not today", "not today", true],
  ] as const)("a call that is %s with %j", (state, result, text, failed) => {
    const messages = started();
    messages.updateToolBlock({ toolId: "call-1", state, ...(result !== null && { result }) });
    expect(convertMessagesForAPI(messages.messages).at(-1)?.parts).toEqual([
      { type: "tool-result", id: "call-1", text, failed },
    ]);
  });

  test("never a warning or an error", () => {
    const [messages, without] = [started(), started()];
    messages.addWarnBlock("for the user");
    messages.addErrorBlock("for the user");
    messages.addUserMessage("go on");
    messages.addErrorBlock("for the user");
    without.addUserMessage("go on");
    expect(convertMessagesForAPI(messages.messages)).toEqual(
      convertMessagesForAPI(without.messages),
    );
    const blocks = messages.messages.flatMap((message) => message.blocks);
    expect(blocks.filter(({ type }) => type === "warn" || type === "error")).toEqual([
      { type: "warn", content: "for the user" },
      { type: "error", content: "for the user" },
      { type: "error", content: "for the user" },
    ]);
  });
});

describe("what hooks said is put where it belongs", () => {
  function process(
    event: string,
    run: WireRun,
    context: HookOutputContext = {},
  ): HookProcessingResult & { readonly messages: Conversation } {
    const messages = started();
    const reading = interpret({ dialect: "wave", event, runs: [{ hook: "guard", ...run }] });
    return { ...processHookOutput(event, reading, context, messages), messages };
  }
  const call = { toolId: "call-1" };

  test("a blocked prompt is erased, and the user sees the problem", () => {
    const { action, metadata, messages } = process("UserPromptSubmit", {
      exit: 2,
      stderr: "no secrets",
    });
    expect(action).toBe("block-prompt");
    expect(metadata).toMatchObject({ blocked: true, event: "UserPromptSubmit" });
    expect(texts(messages)).not.toContain("deploy it");
    expect(texts(messages)).not.toContain("no secrets");
    expect(JSON.stringify(messages.messages)).toContain("no secrets");
  });

  test("context of a prompt goes to the model, with its label", () => {
    const { action, metadata, messages } = process("UserPromptSubmit", {
      exit: 0,
      stdout: "it is Monday",
    });
    expect(action).toBe("context-injected");
    expect(metadata.messageOperationUsed).toBe("addHookBlock");
    expect(texts(messages)).toContain("it is Monday");
    expect(texts(messages)).toContain('hook=\\"guard\\"');
  });

  test("a blocked tool has the reason for its result", () => {
    const { action, messages } = process(
      "PreToolUse",
      { exit: 2, stderr: "no ls here" },
      { ...call, exitCode: 2 },
    );
    expect(action).toBe("block-tool");
    expect(messages.toolBlock("call-1")).toMatchObject({ state: "blocked" });
    expect(messages.toolBlock("call-1")?.result).toContain("no ls here");
  });

  test("feedback after a tool comes after its result", () => {
    const messages = started();
    messages.updateToolBlock({ toolId: "call-1", state: "done", result: "README.md" });
    const reading = interpret({
      dialect: "wave",
      event: "PostToolUse",
      runs: [{ exit: 2, stderr: "format it" }],
    });
    processHookOutput("PostToolUse", reading, call, messages);
    expect(messages.toolBlock("call-1")?.result).toMatch(
      /^README\.md\n\n<hook-output[^>]*>\nformat it/,
    );
  });

  test("a Stop hook that blocks speaks to the model", () => {
    const { action, metadata, messages } = process("Stop", { exit: 2, stderr: "run the tests" });
    expect(action).toBe("block-stop");
    expect(metadata.messageOperationUsed).toBe("addUserMessage");
    expect(messages.messages.at(-1)).toMatchObject({ role: "user", from: "hook" });
    expect(texts(messages)).toContain("run the tests");
  });

  test("an error is for the user alone", () => {
    const { action, metadata, messages } = process(
      "PreToolUse",
      { exit: 1, stderr: "crashed" },
      call,
    );
    expect(action).toBe("error-displayed");
    expect(metadata).toMatchObject({ blocked: false, messageOperationUsed: "addErrorBlock" });
    expect(texts(messages)).not.toContain("crashed");
  });

  test.each<[string, WireRun, string]>([
    ["nothing", { exit: 0 }, "continue"],
    ["a halt", { exit: 0, stdout: '{"continue":false,"stopReason":"enough"}' }, "halt"],
    [
      "an ask",
      {
        exit: 0,
        stdout: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}',
      },
      "ask",
    ],
  ])("%s", (_, run, action) => {
    expect(process("PreToolUse", run, call).action).toBe(action);
  });

  test("exit code 2 blocks, and no other does", () => {
    expect([0, 1, 2, 3, undefined].map(shouldBlock)).toEqual([false, false, true, false, false]);
  });
});
