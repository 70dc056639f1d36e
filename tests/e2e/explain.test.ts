import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { snaphook } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

const deny = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "not on Fridays",
  },
});

describe("snaphook explain", () => {
  test("shows the decision, who said it and who gets the text", () => {
    const { status, stdout, stderr } = snaphook(["explain", "PreToolUse"], { input: deny });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain("PreToolUse in wave: BLOCK (permission: deny)");
    expect(stdout).toContain("▶ #0: deny (JSON answer)");
    expect(stdout).toContain("to the model: not on Fridays");
  });

  test("takes the exit code and stderr from options", () => {
    const { stdout } = snaphook(["explain", "Stop", "--exit", "2", "--stderr", "run the tests"]);
    expect(stdout).toContain("Stop in wave: BLOCK");
    expect(stdout).toContain("to the model: run the tests");
  });

  test("prints one flat object with --json: the reading and the hooks", () => {
    const { status, stdout } = snaphook(
      ["explain", "PreToolUse", "--json", "--exit", "1", "--stderr", "oops"],
      { input: deny },
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "block",
      permission: "deny",
      input: null,
      prompt: null,
      toModel: [{ kind: "reason", text: "not on Fridays", hook: "#0" }],
      toUser: [],
      toLog: [{ text: "oops" }],
      failed: false,
      hooks: [{ id: "#0", ran: true, run: { exit: 1, stdout: deny, stderr: "oops" } }],
    });
  });

  test("names a field that nobody knows, and continues", () => {
    const { status, stdout } = snaphook(["explain", "Stop"], { input: '{"nonsense":true}' });
    expect(status).toBe(0);
    expect(stdout).toContain("Stop in wave: PROCEED");
    expect(stdout).toMatch(/\[field-unknown\][^]*nonsense/);
  });

  test("prints integers past 2^53 digit by digit", () => {
    const input =
      '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"id":12345678901234567890}}}';
    const { stdout } = snaphook(["explain", "PreToolUse", "--json"], { input });
    expect(stdout).toContain('"id": 12345678901234567890');
  });

  test("reads the payload, and the prompt in it, from a file", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "payload.json"), JSON.stringify({ prompt: "ship it" }));
    writeFileSync(
      join(folder, "out.json"),
      JSON.stringify({ hookSpecificOutput: { updatedPrompt: "test it" } }),
    );
    const { stdout } = snaphook([
      "explain",
      "UserPromptSubmit",
      "--dialect",
      "gosu",
      "--payload",
      "payload.json",
      "--stdout-file",
      "out.json",
      "--cwd",
      folder,
    ]);
    expect(stdout).toContain("You wrote: ship it");
    expect(stdout).toContain("The model gets: test it");
  });

  test("makes escape sequences of a hook visible and lets none through", () => {
    const input = JSON.stringify({
      systemMessage: "\u001b]52;c;AAAA\u0007 \u202egnp.exe \u001b[2J",
    });
    const { stdout } = snaphook(["explain", "Stop"], { input });
    expect(stdout).toContain("\\x1b]52;c;AAAA\\x07 \\u202egnp.exe \\x1b[2J");
    // oxlint-disable-next-line no-control-regex -- these must not be there
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test("keeps 100 KB of a 100 MB output and says so", () => {
    const input = Buffer.alloc(100 * 1024 * 1024, "x");
    const { status, stdout } = snaphook(["explain", "UserPromptSubmit", "--json"], { input });
    expect(status).toBe(0);
    const reading = JSON.parse(stdout);
    expect(reading).toMatchObject({ outcome: "proceed", failed: false });
    expect(reading.toModel[0].text).toMatch(/^x{10000}\n\[cut after 10000 of \d+ characters/);
    expect(reading.problems[0]).toMatchObject({ code: "output-truncated", severity: "warning" });
  });

  test("reads bytes that are no UTF-8 without consent", () => {
    const input = Buffer.concat([
      Buffer.from(deny.slice(0, -1)),
      Buffer.from([0x2c, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    ]);
    const { stdout } = snaphook(["explain", "PreToolUse", "--json"], { input });
    const reading = JSON.parse(stdout);
    expect(reading).toMatchObject({ outcome: "block", permission: "deny", failed: true });
    expect(reading.problems.map(({ code }: { code: string }) => code)).toContain("output-not-utf8");
  });

  test.each([
    [["PreToolUze"], "PreToolUse"],
    [["PreToolUze", "--dialect", "cursor"], "preToolUse"],
    [["PreToolUze", "--dialect", "claude-code", "--json"], "PreToolUse"],
    [["PreToolUze", "--hosts"], "PreToolUse"],
    [["beforetool", "--dialect", "gemini"], "BeforeTool"],
  ])("a misspelt event is an error: %j, did you mean %s", (args, meant) => {
    expect(snaphook(["explain", ...args, "--exit", "2"])).toMatchObject({
      status: 2,
      stdout: "",
      stderr: `snaphook: unknown event "${args[0]}"; did you mean ${meant}?\n`,
    });
  });
});

describe("snaphook explain, called wrongly, says what to do and ends with 2", () => {
  const folder = temporaryFolder();
  const notJson = join(folder, "payload.json");
  writeFileSync(notJson, '{"prompt": }');
  const list = join(folder, "list.json");
  writeFileSync(list, "[1]");
  const latin = join(folder, "latin.json");
  writeFileSync(latin, Buffer.from([0x7b, 0xe9, 0x7d]));
  const secret = join(folder, "secret");
  writeFileSync(secret, "");
  chmodSync(secret, 0);

  test.each<[string, string[], RegExp]>([
    ["no event", ["explain"], /which event\? For example: snaphook explain PreToolUse --exit 2/],
    ["two events", ["explain", "Stop", "Stop"], /one event at a time, not also Stop/],
    [
      "an unknown dialect",
      ["explain", "Stop", "--dialect", "wave5"],
      /unknown dialect "wave5"; known are: gosu@spec/,
    ],
    [
      "an unknown option",
      ["explain", "Stop", "--exti", "2"],
      /unknown option --exti; did you mean --exit\?/,
    ],
    [
      "an option without its value",
      ["explain", "Stop", "--exit"],
      /--exit.*see snaphook explain --help/,
    ],
    [
      "a code that is no code",
      ["explain", "Stop", "--exit", "256"],
      /--exit 256: an exit code is a whole number from 0 to 255/,
    ],
    [
      "a code that is no number",
      ["explain", "Stop", "--exit", "two"],
      /--exit two: an exit code is a whole number/,
    ],
    [
      "two endings",
      ["explain", "Stop", "--exit", "2", "--timed-out"],
      /one of --exit, --signal and --timed-out/,
    ],
    [
      "two kinds of stderr",
      ["explain", "Stop", "--stderr", "a", "--stderr-file", "b"],
      /give one of --stderr and --stderr-file/,
    ],
    [
      "an unknown onFailure",
      ["explain", "Stop", "--on-failure", "deny"],
      /--on-failure deny: allowed are continue, ask and block/,
    ],
    [
      "a missing file",
      ["explain", "Stop", "--stdout-file", "nowhere.json"],
      /cannot read nowhere\.json: there is no such file/,
    ],
    ["a folder", ["explain", "Stop", "--stdout-file", folder], /cannot read .*: it is a folder/],
    [
      "a missing folder",
      ["explain", "Stop", "--cwd", "nowhere"],
      /--cwd nowhere: there is no such folder/,
    ],
    [
      "a payload that is no JSON",
      ["explain", "Stop", "--payload", notJson],
      /the payload .*payload\.json is not valid JSON/,
    ],
    [
      "a payload that is no object",
      ["explain", "Stop", "--payload", list],
      /the payload .*list\.json must be a JSON object/,
    ],
    [
      "a payload that is no text",
      ["explain", "Stop", "--payload", latin],
      /the payload .*latin\.json is not UTF-8 text/,
    ],
    ["an unknown command", ["explian"], /unknown command "explian"; did you mean explain\?/],
    [
      "a command that is nothing like one",
      ["frobnicate"],
      /unknown command "frobnicate"; snaphook --help lists the commands/,
    ],
  ])("%s", (_name, args, message) => {
    const { status, stdout, stderr } = snaphook(args);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stdout).toBe("");
    expect(status).toBe(2);
  });
});

describe("help", () => {
  test.each([[["--help"]], [["help"]], [["-h"]]])("snaphook %j lists the commands", (args) => {
    const { status, stdout } = snaphook(args);
    expect(status).toBe(0);
    expect(stdout).toMatch(/explain +what a hook's output would do, and why/);
  });

  test("snaphook explain --help has every option and an example", () => {
    const { status, stdout } = snaphook(["explain", "--help"]);
    expect(status).toBe(0);
    expect(stdout).toContain("--on-failure WHAT");
    expect(stdout).toContain("--json");
    expect(stdout).toContain("Examples:");
  });

  test.each([[["explain", "-h"]], [["help", "explain"]]])(
    "snaphook %j is the help of that command",
    (args) => {
      const { status, stdout } = snaphook(args);
      expect(status).toBe(0);
      expect(stdout).toBe(snaphook(["explain", "--help"]).stdout);
    },
  );

  test("snaphook --version tells the version of the package", () => {
    expect(snaphook(["--version"]).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

test("a host's own name for an event still says what follows", () => {
  const { stdout } = snaphook(["explain", "preToolUse", "--dialect", "cursor", "--exit", "2"]);
  expect(stdout).toMatch(/preToolUse in cursor: BLOCK/);
  expect(stdout).toMatch(/the tool does not run/);
});

describe("where a text ends up", () => {
  test.each([
    [
      "claude-code",
      "Claude Code writes this to its debug log only; to reach the model: exit code 2 with stderr, or hookSpecificOutput.additionalContext (exit code 2 also blocks); to reach the user: systemMessage",
    ],
    [
      "wave",
      "Snaphook writes this to its log only; to reach the model: exit code 2 with stderr, or hookSpecificOutput.additionalContext (exit code 2 also blocks); to reach the user: systemMessage",
    ],
    [
      "copilot",
      "Copilot CLI shows this to nobody; to reach the model: hookSpecificOutput.additionalContext",
    ],
  ])("in %s", (dialect, note) => {
    const { stdout } = snaphook(["explain", "PreToolUse", "--dialect", dialect], {
      input: "hello",
    });
    expect(stdout).toMatch(/to the log: hello/);
    expect(stdout).toContain(note);
  });

  test("nothing is said of it where everybody got all", () => {
    const { stdout } = snaphook(["explain", "SessionStart"], { input: "hello" });
    expect(stdout).toContain("to the model: hello");
    expect(stdout).not.toContain("to reach");
  });
});

describe("an event by a name that the dialect does not have", () => {
  test.each([
    ["PreToolUse", "gemini", "BeforeTool"],
    ["preToolUse", "claude-code", "PreToolUse"],
    ["BeforeTool", "wave", "PreToolUse"],
  ])("%s in %s: did you mean %s", (event, dialect, meant) => {
    const args = ["explain", event, "--exit", "2", "--stderr", "no", "--dialect", dialect];
    const { stdout } = snaphook(args);
    expect(stdout).toContain(`did you mean: ${meant}`);
    // The suggestion says it all: no list of thirty names next to it.
    expect(stdout).not.toContain("allowed:");
    const { problems } = JSON.parse(snaphook([...args, "--json"]).stdout) as {
      problems: { path: string; suggestion?: string }[];
    };
    expect(problems.find(({ path }) => path === "event")).toMatchObject({ suggestion: meant });
  });
});
