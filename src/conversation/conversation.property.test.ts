import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret } from "../interpret/index.js";
import { convertMessagesForAPI, Conversation, processHookOutput, type ToolState } from "./index.js";

const states: readonly ToolState[] = [
  "pending",
  "running",
  "done",
  "failed",
  "blocked",
  "denied",
  "interrupted",
];
const word = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "");

/** Anything that can happen to a conversation, in any order. */
const step = fc.oneof(
  fc.record({ type: fc.constant("prompt" as const), text: word }),
  fc.record({ type: fc.constant("turn" as const), text: fc.string(), calls: fc.nat(3) }),
  fc.record({
    type: fc.constant("result" as const),
    which: fc.nat(20),
    state: fc.constantFrom(...states),
    text: fc.string(),
  }),
  fc.record({ type: fc.constant("rewrite" as const), which: fc.nat(20) }),
  fc.record({
    type: fc.constant("hook" as const),
    event: fc.constantFrom("UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "Notification"),
    exit: fc.constantFrom(0, 1, 2),
    text: word,
    which: fc.nat(20),
  }),
  fc.record({ type: fc.constant("warn" as const), text: word }),
);

test("however a conversation goes: one result for each call, nothing erased comes back, warnings stay with the user", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const messages = new Conversation();
      const calls: string[] = [];
      const erased: string[] = [];
      let marks = 0;
      for (const one of steps) {
        // In signs that no generated text holds: "#4#" before "7# " would read as the mark "#7#".
        const mark = `«${marks++}»`;
        if (one.type === "prompt") messages.addUserMessage(`${mark}${one.text}`);
        else if (one.type === "turn") {
          const { id } = messages.addAssistantMessage();
          messages.appendText(id, one.text);
          for (let index = 0; index < one.calls; index++) {
            calls.push(`call-${calls.length}`);
            messages.addToolBlock(id, { id: calls.at(-1) ?? "", name: "Bash", input: {} });
          }
        } else if (one.type === "warn") messages.addWarnBlock(`WARN${one.text}`);
        else if (one.type === "hook") {
          const toolId = calls[one.which % Math.max(1, calls.length)];
          const last = messages.messages.findLast(({ from }) => from === "user");
          const run = { exit: one.exit, stderr: one.text, stdout: one.exit === 0 ? one.text : "" };
          const reading = interpret({ dialect: "wave", event: one.event, runs: [run] });
          processHookOutput(one.event, reading, toolId === undefined ? {} : { toolId }, messages);
          const block = last?.blocks[0];
          if (one.event === "UserPromptSubmit" && one.exit === 2 && block?.type === "text")
            erased.push(block.content.split("»", 1)[0] ?? "");
        } else if (calls.length > 0) {
          const toolId = calls[one.which % calls.length] ?? "";
          if (one.type === "rewrite")
            messages.updateToolBlock({ toolId, input: { rewritten: true } });
          else messages.updateToolBlock({ toolId, state: one.state, result: one.text });
        }
      }
      const sent = convertMessagesForAPI(messages.messages);
      const parts = sent.flatMap(({ parts: all }) => all);
      const named = (type: string): string[] =>
        parts.flatMap((part) => (part.type === type && "id" in part ? [part.id] : []));
      expect(named("tool-call")).toEqual(calls);
      expect(named("tool-result").toSorted()).toEqual(calls.toSorted());
      const text = JSON.stringify(sent);
      expect(text).not.toContain("WARN");
      for (const mark of erased) expect(text).not.toContain(`${mark}»`);
      // Every result is in the turn right after its call.
      for (const [index, { role, parts: own }] of sent.entries())
        for (const part of own)
          if (part.type === "tool-call") {
            expect(role).toBe("assistant");
            const next = sent[index + 1]?.parts ?? [];
            expect(next.some((other) => other.type === "tool-result" && other.id === part.id)).toBe(
              true,
            );
          }
    }),
  );
});
