import { describe, expect, test } from "vitest";
import { interpret, type Problem } from "../../src/core.js";
import { snaphook } from "./snaphook.js";

const deny = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "not here",
  },
});

describe("explain --hosts", () => {
  test("says who blocks, and where the deny is lost", () => {
    const { status, stdout } = snaphook(["explain", "PreToolUse", "--hosts", "--json"], {
      input: deny,
    });
    expect(status).toBe(0);
    const answers = JSON.parse(stdout) as {
      host: string;
      event: string;
      reading: { outcome: string; problems: { code: string }[] };
    }[];
    const table = answers.map(({ host, event, reading }) => [
      host,
      event,
      reading.outcome,
      reading.problems.some(({ code }) => code === "host-deny-lost"),
    ]);
    expect(table).toEqual([
      ["snaphook", "PreToolUse", "block", false],
      ["claude-code", "PreToolUse", "block", false],
      ["gemini", "BeforeTool", "proceed", true],
      ["codex", "PreToolUse", "block", false],
      ["cursor", "preToolUse", "proceed", true],
      ["copilot", "PreToolUse", "block", false],
      ["qwen-code", "PreToolUse", "block", false],
      ["wave", "PreToolUse", "block", false],
    ]);
  });

  test("finds an event by the name that one host has for it, and says who has none", () => {
    const { stdout } = snaphook(["explain", "PreCompress", "--hosts"], { input: "" });
    expect(stdout).toMatch(/gemini +proceed \(PreCompress\)/);
    expect(stdout).toMatch(/codex +proceed \(PreCompact\)/);
    expect(snaphook(["explain", "PostCompact", "--hosts"], { input: "" }).stdout).toMatch(
      /gemini +has no such event/,
    );
  });

  /** What `explain --hosts` prints, the sentence on its first line. */
  const text = (event: string, input: string, ...more: readonly string[]): string =>
    snaphook(["explain", event, "--hosts", ...more], { input }).stdout;
  const sentence = (...given: Parameters<typeof text>): string =>
    text(...given).split("\n", 1)[0] ?? "";
  /** The lines of one host. */
  const linesOf = (host: string, printed: string): string =>
    new RegExp(`^${host} [^]*?(?=^\\S|$(?![^]))`, "m").exec(printed)?.[0] ?? "";

  const field = (name: string, value: unknown): string => JSON.stringify({ [name]: value });
  const specific = (fields: object, event = "PreToolUse"): string =>
    field("hookSpecificOutput", { hookEventName: event, ...fields });

  test.each<[string, string, string, readonly string[], string]>([
    [
      "a deny that two hosts do not read",
      "PreToolUse",
      deny,
      [],
      "blocks on claude-code, codex, copilot, qwen-code, wave, snaphook; LOST on gemini, cursor",
    ],
    [
      "a question",
      "PreToolUse",
      specific({ permissionDecision: "ask" }),
      [],
      "asks on claude-code, copilot, qwen-code, wave, snaphook; LOST on gemini, codex, cursor",
    ],
    [
      "exit code 2 with a reason",
      "PreToolUse",
      "",
      ["--exit", "2", "--stderr", "no"],
      "blocks on claude-code, gemini, codex, cursor, copilot, qwen-code, wave, snaphook",
    ],
    [
      "an event on which little can be blocked",
      "SessionStart",
      "",
      ["--exit", "2", "--stderr", "no"],
      "halts on cursor; LOST on claude-code, gemini, codex, copilot, qwen-code, wave, snaphook",
    ],
    [
      "a hook that gives no answer",
      "PreToolUse",
      "",
      ["--timed-out"],
      "FAILS OPEN on claude-code, gemini, codex, cursor, copilot, qwen-code, wave, snaphook",
    ],
    [
      "context",
      "SessionStart",
      specific({ additionalContext: "c" }, "SessionStart"),
      [],
      "adds context on claude-code, gemini, codex, qwen-code, wave, snaphook; no effect on cursor, copilot",
    ],
    [
      "plain text",
      "PreToolUse",
      "hello",
      [],
      "blocks unasked on cursor; shows a text to the user on gemini; no effect on claude-code, codex, copilot, qwen-code, wave, snaphook",
    ],
    [
      "a permission with a new input",
      "PreToolUse",
      specific({ permissionDecision: "allow", updatedInput: { command: "ls" } }),
      [],
      "allows and rewrites the input on claude-code, copilot, wave, snaphook; rewrites the input on codex; no effect on gemini, cursor, qwen-code",
    ],
    [
      "nothing, and an event that some do not have",
      "PostCompact",
      "",
      [],
      "no effect on claude-code, codex, qwen-code, wave, snaphook; no such event in gemini, cursor, copilot",
    ],
    [
      "an event of one host",
      "beforeShellExecution",
      "",
      ["--exit", "2", "--stderr", "no"],
      "blocks on cursor; no such event in claude-code, gemini, codex, copilot, qwen-code, wave, snaphook",
    ],
  ])("begins with one sentence: %s", (_name, event, input, more, expected) => {
    expect(sentence(event, input, ...more)).toBe(expected);
  });

  test("names the fields that a host ignores, and what to print there instead", () => {
    const printed = text("PreToolUse", deny);
    for (const host of ["gemini", "cursor"]) {
      const lines = linesOf(host, printed);
      expect(lines).toContain("LOST: the hook tried to block, but the tool runs anyway");
      expect(lines).toContain("ignored: hookSpecificOutput.permissionDecision");
      expect(lines).toContain('instead: exit code 2 with "not here" on stderr, stdout empty');
    }
    expect(linesOf("codex", printed)).not.toMatch(/LOST|ignored|instead/);
  });

  test.each([
    deny,
    specific({ permissionDecision: "deny" }),
    '{"permission":"deny","user_message":"no"}',
    '{"decision":"deny","reason":"no"}',
    '{"continue":false,"stopReason":"enough"}',
  ])("what it says to print instead of %s restricts on that host", (input) => {
    const rows = JSON.parse(text("PreToolUse", input, "--json")) as {
      host: string;
      event: string;
      lost: boolean;
      instead: { exit: number; stdout: string; stderr: string };
    }[];
    const lost = rows.filter((row) => row.lost);
    expect(lost).not.toEqual([]);
    for (const { host, event, instead } of lost) {
      const dialect = host === "snaphook" ? "wave" : host;
      const { outcome, problems } = interpret({ dialect, event, runs: [instead] });
      expect([host, outcome]).toEqual([host, expect.stringMatching(/^(block|halt)$/)]);
      // Of a stop only the block of this call may be left: Qwen Code's surest deny is `continue: false`.
      const isLost = ({ code, lost: what }: Problem): boolean =>
        code === "host-deny-lost" && what !== "the stop";
      expect(problems.filter(isLost)).toEqual([]);
    }
  });

  test("where a host can block nothing, it says so", () => {
    const lines = linesOf(
      "gemini",
      text("SessionStart", "", "--exit", "2", "--stderr", "not today"),
    );
    expect(lines).toContain("ignored: exit code 2");
    expect(lines).toContain("fix: no answer blocks here; use an event that gemini can block");
  });

  test("the reason is the hook's own, also where no host has read it", () => {
    const printed = text("PreToolUse", '{"decision":"denied","reason":"not on Fridays"}');
    expect(linesOf("gemini", printed)).toContain(
      'instead: exit code 2 with "not on Fridays" on stderr, stdout empty',
    );
  });

  test("what a host cannot do is said", () => {
    const printed = text("Stop", field("systemMessage", "hi"));
    expect(linesOf("cursor", printed)).toContain("ignored: systemMessage");
    expect(linesOf("cursor", printed)).toContain(
      "fix: none: cursor cannot show a text to the user here",
    );
    const ask = specific({ permissionDecision: "ask", permissionDecisionReason: "sure?" });
    expect(linesOf("codex", text("PreToolUse", ask))).toContain(
      'instead: exit code 2 with "sure?" on stderr, stdout empty (codex cannot ask here: the operation is blocked)',
    );
  });

  test("a hook that gives no answer: which setting closes the gate", () => {
    const printed = text("PreToolUse", "", "--timed-out");
    expect(linesOf("claude-code", printed)).toContain('fix: set "onFailure": "block" on the hook');
    expect(linesOf("snaphook", printed)).toContain('fix: set "onFailure": "block" on the hook');
    expect(linesOf("cursor", printed)).toContain('fix: set "failClosed": true on the hook');
    expect(linesOf("codex", printed)).toContain(
      "fix: codex has no setting for this; make sure the hook always returns an answer",
    );
  });

  test("says where a text ends up, and what would reach the model", () => {
    const printed = text("PreToolUse", "hello");
    expect(linesOf("claude-code", printed)).toContain(
      "Claude Code writes this to its debug log only; to reach the model: exit code 2 with stderr, or hookSpecificOutput.additionalContext (exit code 2 also blocks)",
    );
    expect(linesOf("gemini", printed)).toContain("to the user: hello");
    expect(linesOf("codex", printed)).toContain(
      "OpenAI Codex CLI shows this to nobody; to reach the model: ",
    );
  });

  test("an event that nobody has", () => {
    expect(sentence("Frobnicate", "")).toBe(
      'no host has an event "Frobnicate"; snaphook hosts lists the events',
    );
  });

  test("--json has the same as data", () => {
    const rows = JSON.parse(text("PreToolUse", deny, "--json")) as Record<string, unknown>[];
    expect(rows.map(({ host, effect, lost }) => [host, effect, lost])).toEqual([
      ["snaphook", "blocks", false],
      ["claude-code", "blocks", false],
      ["gemini", "LOST", true],
      ["codex", "blocks", false],
      ["cursor", "LOST", true],
      ["copilot", "blocks", false],
      ["qwen-code", "blocks", false],
      ["wave", "blocks", false],
    ]);
    expect(rows[2]).toMatchObject({
      ignored: [
        "hookSpecificOutput.permissionDecision",
        "hookSpecificOutput.permissionDecisionReason",
      ],
      instead: { exit: 2, stdout: "", stderr: "not here" },
    });
  });

  test("escape sequences of a hook do not reach the terminal", () => {
    const answer = specific({ permissionDecision: "deny", permissionDecisionReason: "\u001b[2J" });
    // oxlint-disable-next-line no-control-regex -- these must not be there
    expect(text("PreToolUse", answer)).not.toMatch(/\u001b/);
  });

  test("--dialect takes a host in one version, and says which there are", () => {
    const args = ["explain", "PreToolUse", "--exit", "2", "--dialect"];
    expect(snaphook([...args, "codex"]).stdout).toContain("PreToolUse in codex: PROCEED");
    expect(snaphook([...args, "claude-code@2.1.240"]).status).toBe(0);
    const wrong = snaphook([...args, "claude-code@1"]);
    expect(wrong.status).toBe(2);
    expect(wrong.stderr).toContain("claude-code@2.1.240, claude-code@2.1.325");
    expect(snaphook([...args, "codex", "--hosts"]).status).toBe(2);
  });
});
