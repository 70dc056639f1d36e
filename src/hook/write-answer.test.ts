import { describe, expect, test } from "vitest";
import { ask, defineHook, rewrite, updatedOutput } from "./index.js";

describe("an answer that a host cannot take", () => {
  test("is the stricter one: to ask is to deny in Codex", async () => {
    const hook = defineHook("PreToolUse", () => ask("Sure?"));
    expect(await hook.test({}, { host: "claude-code" })).toMatchObject({ outcome: "ask" });
    expect(await hook.test({}, { host: "codex" })).toMatchObject({
      outcome: "block",
      toModel: ["Sure?"],
    });
  });

  test("is a deny where it rewrites: what was replaced does not run", async () => {
    const hook = defineHook("PreToolUse", { tools: { Bash: true } }, ({ input }) =>
      rewrite({ ...input, command: "ls" }),
    );
    const described = { tool: "Bash", input: { command: "rm", description: "d" } };
    const taken = await hook.test(described, { host: "claude-code" });
    expect(taken).toMatchObject({ outcome: "proceed", input: { command: "ls", description: "d" } });
    const lost =
      "A hook rewrote the tool input, but codex cannot apply that on PreToolUse: denied, so that the original is not used.";
    expect(await hook.test(described, { host: "codex" })).toMatchObject({
      outcome: "block",
      input: null,
      toModel: [lost],
    });
    const bare = { tool: "Bash", input: { command: "rm" } };
    expect(await hook.test(bare, { host: "codex" })).toMatchObject({
      outcome: "proceed",
      input: { command: "ls" },
    });
    expect(await hook.test(bare, { host: "qwen-code" })).toMatchObject({ outcome: "block" });
  });

  test("is written in the host's names", async () => {
    const hook = defineHook("PreToolUse", { tools: { Write: true } }, () =>
      rewrite({ file_path: "b", content: "c" }),
    );
    const event = { tool: "Write", input: { file_path: "a", content: "b" } };
    expect(await hook.test(event, { host: "copilot" })).toMatchObject({
      outcome: "proceed",
      input: { path: "b", file_text: "c" },
    });
  });

  test("holds no half of a surrogate pair", async () => {
    const hook = defineHook("PreToolUse", () => rewrite({ "a\uD800": ["b\uDC00", "\\ud800"] }));
    expect(await hook.test({ tool: "x", input: {} }, { host: "claude-code" })).toMatchObject({
      input: { "a\uFFFD": ["b\uFFFD", "\\ud800"] },
    });
  });

  test("replaces an output only by one of the same shape, where the host wants that", async () => {
    const hook = defineHook("PostToolUse", () => updatedOutput("redacted"));
    const seen = { host: "claude-code" } as const;
    expect(await hook.test({ output: "secret" }, seen)).toMatchObject({ output: "redacted" });
    const other = await hook.test({ output: { stdout: "secret" } }, seen);
    expect(other).toMatchObject({ outcome: "block" });
    expect(other).not.toHaveProperty("output");
    expect(await hook.test({ output: { stdout: "secret" } }, { host: "copilot" })).toMatchObject({
      output: "redacted",
    });
  });
});
