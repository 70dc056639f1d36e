import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Payload } from "../payload/index.js";
import { newMemory } from "./engine-memory.js";
import type { Fired } from "./fired.js";
import { Permissions } from "./permissions.js";
import { bash, passes, rewrite, Session, specific } from "./session.test-support.js";

// What rules and the user's yes add to what hooks say.

let session: Session;
beforeEach(() => {
  session = new Session();
});

const outcomes = ({ reading }: Fired): string[] => [reading.outcome, reading.permission];

describe("what the rules say", () => {
  const rules = { deny: ["Bash(rm *)"], ask: ["Bash(git *)"], allow: ["Bash(ls)"] };
  const called = (command: string, event = "PreToolUse"): Payload => ({
    ...bash,
    hook_event_name: event,
    tool_input: { command },
  });

  test.each([
    ["rm x", "block", "deny", "deny"],
    ["git x", "ask", "ask", "ask"],
    ["ls", "proceed", "allow", "allow"],
    ["cat x", "proceed", "none", "none"],
  ])(
    "to %s is an answer in addition to those of hooks",
    async (command, outcome, permission, decision) => {
      const engine = session.open({ program: { permissions: rules } });
      const { reading, ruling } = await engine.fire(called(command));
      expect([reading.outcome, reading.permission, ruling?.decision]).toEqual([
        outcome,
        permission,
        decision,
      ]);
      expect(engine.judge({ tool: "Bash", input: { command } }).decision).toBe(decision);
      const verdict = session.records.find(({ type }) => type === "verdict");
      expect(verdict?.["ruling"]).toEqual(
        decision === "none" ? undefined : { decision, why: ruling?.why },
      );
    },
  );

  test("is nothing where no tool is called", async () => {
    const engine = session.open({ program: { permissions: rules } });
    expect((await engine.fire(called("rm x", "PostToolUse"))).ruling).toBe(null);
  });

  test("counts for the input as hooks leave it", async () => {
    const rewriting = (command: string): object => ({
      type: "json",
      json: specific({ permissionDecision: "allow", updatedInput: { command } }),
    });
    const engine = (command: string) =>
      session.open({
        program: {
          permissions: rules,
          hooks: { PreToolUse: [{ hooks: [rewriting(command)] }] },
        } as object,
      });
    const worse = await engine("rm x").fire(called("ls"));
    expect([...outcomes(worse), worse.ruling?.decision]).toEqual(["block", "deny", "deny"]);
    const better = await engine("ls").fire(called("rm x"));
    expect([better.ruling?.decision, better.reading.input]).toEqual(["allow", { command: "ls" }]);
  });

  test("is asked once where hooks leave the input, and is nothing where there is no call to change", async () => {
    const judge = vi.spyOn(Permissions.prototype, "judge");
    onTestFinished(() => judge.mockRestore());
    const engine = session.with("PreToolUse", passes);
    await engine.fire(called("ls"));
    expect(judge).toHaveBeenCalledTimes(1);
    const none = await session.with("PreToolUse", rewrite).fire({ hook_event_name: "PreToolUse" });
    expect([none.ruling, judge.mock.calls.length]).toEqual([null, 1]);
  });

  test("is read anew where the settings are, and once for each of them", async () => {
    const program: Record<string, unknown> = { permissions: { deny: ["Bash(rm *)"] } };
    const engine = session.open({ program });
    const judged = () => engine.judge({ tool: "Bash", input: { command: "rm x" } });
    expect([judged().decision, judged().rule === judged().rule]).toEqual(["deny", true]);
    program["permissions"] = {};
    expect(judged().decision).toBe("deny");
    engine.reload();
    expect(judged().decision).toBe("none");
  });

  test("holds from where the call is made", async () => {
    const engine = session.open({ program: { permissions: { deny: ["Read(/etc/*)"] } } });
    const read = { ...bash, tool_name: "Read", tool_input: { file_path: "passwd" } };
    expect((await engine.fire({ ...read, cwd: "/etc" })).ruling?.decision).toBe("deny");
    expect((await engine.fire(read)).ruling?.decision).toBe("none");
  });
});

describe("the user's yes", () => {
  const program = { permissions: { ask: ["Bash(git *)"] } };
  const git = { ...bash, tool_input: { command: "git push" } };

  test("answers an ask of exactly this call, in this session", async () => {
    const memory = newMemory();
    const engine = session.open({ program }, { memory });
    expect(outcomes(await engine.fire(git))).toEqual(["ask", "ask"]);
    await engine.grant({ tool: "Bash", input: { command: "git push" } });
    expect(outcomes(await engine.fire(git))).toEqual(["proceed", "allow"]);
    expect(outcomes(await engine.fire({ ...git, tool_input: { command: "git push -f" } }))).toEqual(
      ["ask", "ask"],
    );
    expect(memory.grants.size).toBe(1);
    expect(outcomes(await session.open({ program }, { memory }).fire(git))).toEqual([
      "proceed",
      "allow",
    ]);
  });

  test("is where the host keeps it, and a store that fails allows nothing", async () => {
    const calls = new Set<string>();
    let isBroken = false;
    const grants = {
      has(call: string): boolean {
        if (isBroken) throw new Error("no disk");
        return calls.has(call);
      },
      add: (call: string) => calls.add(call),
    };
    const memory = newMemory();
    const engine = session.open({ program, grants }, { memory });
    await engine.grant({ tool: "Bash", input: { command: "git push" } });
    expect([calls.size, memory.grants.size]).toEqual([1, 0]);
    expect(outcomes(await engine.fire(git))).toEqual(["proceed", "allow"]);
    isBroken = true;
    const { reading, problems } = await engine.fire(git);
    expect(reading.outcome).toBe("ask");
    expect([reading.problems, problems].map((all) => all.map(({ code }) => code))).toEqual([
      ["grants-unusable"],
      ["grants-unusable"],
    ]);
  });
});
