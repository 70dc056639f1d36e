import { expect, test } from "vitest";
import type { Block, Message } from "../conversation/index.js";
import type { Model } from "../models/index.js";
import { isTooLong } from "./compaction.js";

/** 100 tokens are 400 characters, of which 320 may be filled. */
const modelOf = (contextTokens?: number): Model => ({
  name: "counting",
  // eslint-disable-next-line require-yield
  async *answer() {
    throw new Error("nobody is asked");
  },
  ...(contextTokens !== undefined && { contextTokens }),
});
const message = (...blocks: Block[]): Message => ({ id: 1, role: "user", from: "user", blocks });
const text = (length: number): Block => ({ type: "text", content: "x".repeat(length) });
const call = (input: unknown, result: string | null): Block => ({
  type: "tool",
  id: "call-1",
  name: "Write",
  input,
  state: "done",
  result,
});

test.each<[string, readonly Message[], boolean]>([
  ["nothing", [], false],
  ["a text that just fits", [message(text(320))], false],
  ["a text that does not", [message(text(321))], true],
  ["several messages together", [message(text(160)), message(text(161))], true],
  ["several blocks together", [message(text(160), text(161))], true],
  ["the input of a call that just fits", [message(call("x".repeat(318), null))], false],
  ["the input of a call alone", [message(call("x".repeat(319), null))], true],
  ["an input with members", [message(call({ content: "x".repeat(307) }, null))], true],
  ["the result of a call that just fits", [message(call({}, "x".repeat(318)))], false],
  ["the result of a call", [message(call({}, "x".repeat(319)))], true],
  ["a call without an input", [message(call(undefined, "x".repeat(317)))], true],
  ["input and result together", [message(call("x".repeat(158), "x".repeat(161)))], true],
  [
    "what a hook has said to the model",
    [message({ type: "hook", hookEvent: "Stop", content: "x".repeat(321) })],
    true,
  ],
  [
    "what only the user sees",
    [
      message(
        { type: "warn", content: "x".repeat(1000) },
        { type: "error", content: "x".repeat(1000) },
      ),
    ],
    false,
  ],
])("too long for a model of 100 tokens: %s", (_name, messages, expected) => {
  expect([isTooLong(messages, modelOf(100)), isTooLong(messages, modelOf())]).toEqual([
    expected,
    false,
  ]);
});
