import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { consent, refusal, type PermissionDecision } from "../../src/agent/index.js";
import { AgentWorkspace } from "./agent-workspace.js";

let workspace: AgentWorkspace;
beforeEach(() => {
  workspace = new AgentWorkspace();
});
afterEach(() => workspace.close());

async function ranAfter(answer: unknown): Promise<[boolean, string | null | undefined]> {
  const calls = [{ tool: "Bash", input: { command: "touch ran" } }];
  const agent = workspace.agent(
    [{ calls }, { say: "Done." }],
    {},
    {
      answer: () => answer as PermissionDecision,
    },
  );
  await agent.submit("go");
  return [existsSync(join(workspace.project, "ran")), agent.messages.toolBlock("call-1")?.result];
}

const yes = consent("Bash");
const invalid = (fault: string): string =>
  `Denied: The answer to the permission request was not valid: ${fault}.`;

test("a valid yes runs the tool", async () => {
  expect(await ranAfter(yes)).toEqual([true, "(no output)"]);
});

test("a valid no does not", async () => {
  expect(await ranAfter(refusal("Bash", "not today"))).toEqual([false, "Denied: not today"]);
});

test.each<[string, unknown, string]>([
  ["nothing", undefined, "it is not an object"],
  ["null", null, "it is not an object"],
  ["true", true, "it is not an object"],
  ["a word", "allow", "it is not an object"],
  ["no decision", { ...yes, decision: undefined }, 'decision is neither "allow" nor "deny"'],
  ["another word", { ...yes, decision: "maybe" }, 'decision is neither "allow" nor "deny"'],
  ["capitals", { ...yes, decision: "ALLOW" }, 'decision is neither "allow" nor "deny"'],
  ["another tool", { ...yes, toolName: "Read" }, 'toolName is not "Bash"'],
  ["no tool", { ...yes, toolName: undefined }, 'toolName is not "Bash"'],
  ["no time", { ...yes, timestamp: undefined }, "timestamp is not a time in milliseconds"],
  ["a negative time", { ...yes, timestamp: -1 }, "timestamp is not a time in milliseconds"],
  ["an endless time", { ...yes, timestamp: Infinity }, "timestamp is not a time in milliseconds"],
  [
    "an allow that ends the turn",
    { ...yes, shouldContinueRecursion: false },
    "shouldContinueRecursion is false for an allow",
  ],
  [
    "no word on the turn",
    { ...yes, shouldContinueRecursion: "yes" },
    "shouldContinueRecursion is not a boolean",
  ],
  ["a reason that is no text", { ...yes, reason: 7 }, "reason is not a text"],
  ["a memory that is no boolean", { ...yes, remember: "yes" }, "remember is not a boolean"],
])("an answer with %s is a no", async (_name, answer, fault) => {
  expect(await ranAfter(answer)).toEqual([false, invalid(fault)]);
});
