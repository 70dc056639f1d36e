import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { taggedProcesses } from "../processes.js";
import { snaphook, type Ran } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

let root: string;
let cwd: string;
beforeEach(() => {
  root = temporaryFolder();
  cwd = join(root, "project");
  mkdirSync(cwd);
  process.env["SNAPHOOK_HOME"] = join(root, "home");
  for (const name of ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "SNAPHOOK_MODEL"])
    delete process.env[name];
  script([
    { say: "I will look.", calls: [{ tool: "Bash", input: { command: "echo $((40 + 2))" } }] },
    { when: "42", say: "It is 42." },
  ]);
});

function script(turns: readonly object[]): void {
  writeFileSync(join(root, "script.json"), JSON.stringify({ turns }));
}

const modelArgs = (): string[] => ["--model", `script:${join(root, "script.json")}`];
const agent = (...args: readonly string[]): Ran =>
  snaphook(["agent", ...modelArgs(), ...args], { cwd });
const allowed = ["--allow", "Bash(echo *)"];

function userSettings(settings: object): void {
  mkdirSync(join(root, "home"), { recursive: true });
  writeFileSync(join(root, "home/settings.json"), JSON.stringify(settings));
}
const hook = (event: string, command: string): object => ({
  hooks: { [event]: [{ hooks: [{ name: "mine", command }] }] },
});

describe("one prompt without a terminal", () => {
  test("the model's words go to stdout, the rest to stderr", () => {
    expect(agent("-p", "how much?", ...allowed)).toEqual({
      status: 0,
      stdout: "I will look.\nIt is 42.\n",
      stderr: "Bash: running\nBash: done\n",
    });
  });

  test("the prompt may come from standard input", () => {
    script([{ when: "from a pipe", say: "Heard." }]);
    const ran = snaphook(["agent", ...modelArgs(), "-p", "-"], { cwd, input: "from a pipe\n" });
    expect(ran).toMatchObject({ status: 0, stdout: "Heard.\n" });
  });

  test("with --json one object says what came of it", () => {
    const { status, stdout } = agent("-p", "how much?", ...allowed, "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      end: { type: "stopped" },
      text: "It is 42.",
      tools: [{ name: "Bash", state: "done", result: "42" }],
      warnings: [],
      errors: [],
      notApproved: [],
    });
  });

  test("with --stream each thing is a line, and the end is the last", () => {
    const { status, stdout } = agent("-p", "how much?", ...allowed, "--stream");
    expect(status).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[0]).toMatchObject({ type: "session", workspace: cwd, model: "scripted" });
    expect(lines.at(-1)).toEqual({ type: "end", end: { type: "stopped" }, exitCode: 0 });
    const said = lines.filter(({ type, from }) => type === "text" && from === "model");
    expect(said.map(({ text }) => text).join("")).toBe("I will look.It is 42.");
    expect(lines.filter(({ type }) => type === "fired").map(({ event }) => event)).toEqual([
      "SessionStart",
      "UserPromptSubmit",
      "PreToolUse",
      "PostToolUse",
      "Stop",
      "SessionEnd",
    ]);
  });

  test("what the user should know of a wrong answer, and at the end of the session, is on stderr, in --json and in --stream", () => {
    userSettings({
      hooks: {
        Stop: [{ hooks: [{ name: "mine", command: `echo '{"systemMessage":3}'` }] }],
        SessionEnd: [{ hooks: [{ command: `echo '{"systemMessage":"goodbye"}'` }] }],
      },
    });
    const texts = ["[field-wrong-type]", "goodbye"];
    const { stderr } = agent("-p", "how much?", ...allowed);
    const { warnings } = JSON.parse(agent("-p", "how much?", ...allowed, "--json").stdout) as {
      warnings: string[];
    };
    expect(warnings).toEqual(texts.map((text) => expect.stringContaining(text) as string));
    const lines = agent("-p", "how much?", ...allowed, "--stream").stdout.split("\n");
    for (const text of texts) {
      expect(stderr).toContain(text);
      expect(
        lines.filter((line) => line.startsWith('{"message"') && line.includes(text)),
      ).toHaveLength(1);
    }
  });

  test("what is wrong with an answer is data in --json and a line in --stream, once for each event", () => {
    userSettings(hook("PreToolUse", `echo '{"systemMessage":3}'`));
    script([
      { calls: [{ tool: "Bash", input: { command: "echo one" } }] },
      { calls: [{ tool: "Bash", input: { command: "echo two" } }] },
    ]);
    const problem = {
      event: "PreToolUse",
      code: "field-wrong-type",
      severity: "warning",
      hook: "mine",
      path: "systemMessage",
      found: "a number: 3",
    };
    const { problems } = JSON.parse(agent("-p", "go", ...allowed, "--json").stdout) as {
      problems: object[];
    };
    expect(problems).toMatchObject([{ ...problem, times: 2 }]);
    const lines = agent("-p", "go", ...allowed, "--stream")
      .stdout.trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type: string });
    const reported = lines.filter(({ type }) => type === "problem");
    expect(reported).toMatchObject([problem, problem]);
    const { stderr } = agent("-p", "go", ...allowed);
    expect(stderr.match(/fix: /g)).toHaveLength(1);
    expect(stderr).toContain("again, 2 times by now [field-wrong-type]: hook mine, systemMessage");
  });

  test("a call that nobody allows is denied, and the exit code is 1", () => {
    const { status, stdout, stderr } = agent("-p", "how much?");
    expect({ status, stdout }).toEqual({ status: 1, stdout: "I will look.\n" });
    expect(stderr).toContain("Bash: denied: echo $((40 + 2))\n");
    expect(stderr).toContain("Bash was denied: Needs approval, but -p is non-interactive.\n");
    const [, rule = ""] = /^To let it pass: --allow '(.*)'$/m.exec(stderr) ?? [];
    expect(agent("-p", "how much?", "--allow", rule).status).toBe(0);
    userSettings({ permissions: { ask: ["Bash"] } });
    expect(agent("-p", "how much?").stderr).not.toContain("To let it pass");
  });

  test("a call that a hook blocks is shown with the command, the hook and its reason", () => {
    userSettings(hook("PreToolUse", "echo no sums >&2; exit 2"));
    expect(agent("-p", "how much?", ...allowed).stderr).toContain(
      "Bash: blocked: echo $((40 + 2))\n  mine: no sums\n",
    );
  });

  test("a hook that stops the agent gives 1, and its reason", () => {
    userSettings(hook("UserPromptSubmit", "echo not today >&2; exit 2"));
    const { status, stdout, stderr } = agent("-p", "how much?", ...allowed);
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain("not today");
  });

  test("hooks of the project that nobody has approved give 3, and nothing is done", () => {
    mkdirSync(join(cwd, ".snaphook"));
    writeFileSync(join(cwd, ".snaphook/settings.json"), JSON.stringify(hook("Stop", "touch ran")));
    const { status, stdout, stderr } = agent("-p", "how much?", ...allowed);
    expect({ status, stdout }).toEqual({ status: 3, stdout: "" });
    expect(stderr).toContain("snaphook trust review");
    expect(existsSync(join(cwd, "ran"))).toBe(false);
    expect(agent("-p", "how much?", ...allowed, "--trust-project").status).toBe(0);
    expect(existsSync(join(cwd, "ran"))).toBe(true);
  });

  test("a project cannot allow anything to itself", () => {
    mkdirSync(join(cwd, ".snaphook"));
    const settings = { permissions: { allow: ["Bash"] } };
    writeFileSync(join(cwd, ".snaphook/settings.json"), JSON.stringify(settings));
    expect(agent("-p", "how much?", "--trust-project").status).toBe(1);
  });

  test("what a model and a hook say cannot steer the terminal", () => {
    script([{ say: "\u001b[2Jgone \u202eback" }]);
    userSettings(hook("Stop", `printf '{"systemMessage":"\\\\u001b[31mred"}'`));
    const { stdout, stderr } = agent("-p", "hi");
    expect(stdout + stderr).not.toContain("\u001b");
    expect(stdout).not.toContain("\u202e");
    expect(stdout).toContain("gone");
    expect(stderr).toContain("red");
  });
});

describe("what is wrong is said in one line, with exit code 2", () => {
  test.each<[string, readonly string[], RegExp]>([
    ["no model", ["-p", "hi"], /which model\? Set ANTHROPIC_API_KEY or OPENAI_API_KEY/],
    ["no key", ["-p", "hi", "--model", "openai:gpt-5"], /OPENAI_API_KEY is not set/],
    ["an unknown model", ["-p", "hi", "--model", "magic"], /There is no model "magic"/],
    ["no such script", ["-p", "hi", "--model", "script:none.json"], /none\.json/],
    ["an empty prompt", ["-p", "  "], /the prompt is empty/],
    ["no terminal", ["--model", "script:x"], /there is no terminal here; give a prompt/],
    ["a prompt without -p", ["hello"], /a prompt is given with -p: snaphook agent -p "hello"/],
    ["two forms", ["-p", "x", "--json", "--stream"], /choose one|which model/],
    ["--json alone", ["--json"], /--json needs a prompt/],
    ["a misspelled option", ["--modell", "x"], /did you mean --model\?/],
  ])("%s", (_name, args, message) => {
    const { status, stdout, stderr } = snaphook(["agent", ...args], { cwd });
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toMatch(message);
  });

  test.each([
    ["--resume", "nothing-like-it", "there is no session nothing-like-it"],
    ["--resume", "../x", "is no session's id"],
    ["--continue", "", "there is no earlier session of this folder"],
  ])("%s %s", (option, value, message) => {
    const args = value === "" ? [option] : [option, value];
    const { status, stderr } = agent("-p", "hi", ...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test("broken settings are reported with file and line, and the turn continues", () => {
    mkdirSync(join(root, "home"));
    writeFileSync(join(root, "home/settings.json"), '{\n  "hooks": nonsense\n}');
    const { status, stderr } = agent("-p", "how much?", ...allowed);
    expect(status).toBe(0);
    expect(stderr).toContain("settings.json:2");
  });
});

describe("a session can be taken up again", () => {
  test("with --continue and --resume", () => {
    agent("-p", "how much?", ...allowed);
    script([{ when: "what did you say", say: "I said 42." }]);
    const again = agent("-p", "what did you say?", "--continue", "--json");
    const { session, text } = JSON.parse(again.stdout) as { session: string; text: string };
    expect(text).toBe("I said 42.");
    expect(readdirSync(join(root, "home/sessions")).toSorted()).toEqual([
      `${session}.jsonl`,
      `${session}.transcript.jsonl`,
    ]);
    const saved = readFileSync(join(root, "home/sessions", `${session}.jsonl`), "utf8");
    expect(saved).toContain("how much?");
    const elsewhere = snaphook(
      ["agent", ...modelArgs(), "-p", "hi", "--resume", session, "--cwd", root],
      { cwd },
    );
    expect(elsewhere).toMatchObject({ status: 2 });
    expect(elsewhere.stderr).toContain(`belongs to ${cwd}`);
  });

  test("after kill -9 in the middle of a call, which then has a result", async () => {
    script([{ say: "One moment.", calls: [{ tool: "Bash", input: { command: "sleep 987" } }] }]);
    const args = ["agent", ...modelArgs(), "-p", "wait", "--allow", "Bash(sleep *)"];
    const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...args], {
      cwd,
      stdio: "ignore",
    });
    await until(() => savedText().includes('"state":"running"'));
    child.kill("SIGKILL");
    await once(child, "exit");
    await until(() => !isRunning("sleep 987"));
    script([{ when: "go on", say: "Here I am." }]);
    const { status, stdout } = agent("-p", "go on", "--continue", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      text: "Here I am.",
      tools: [{ state: "interrupted", result: expect.stringContaining("ended before") as string }],
    });
  });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 130],
] as const)("%s ends the turn and what it has started, with exit code %i", async (signal, code) => {
  script([{ calls: [{ tool: "Bash", input: { command: "sleep 986" } }] }]);
  userSettings(hook("SessionEnd", `touch ${join(root, "said-goodbye")}`));
  const args = ["agent", ...modelArgs(), "-p", "wait", "--allow", "Bash(sleep *)"];
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...args], {
    cwd,
    stdio: "ignore",
  });
  await until(() => isRunning("sleep 986"));
  child.kill(signal);
  const [status] = (await once(child, "exit")) as [number | null];
  expect(status).toBe(code);
  expect(isRunning("sleep 986")).toBe(false);
  expect(existsSync(join(root, "said-goodbye"))).toBe(true);
});

function savedText(): string {
  const folder = join(root, "home/sessions");
  if (!existsSync(folder)) return "";
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

/** Here, and not in a suite that somebody else runs. */
function isRunning(command: string): boolean {
  return taggedProcesses(cwd).some((line) => line.endsWith(` ${command} `));
}

/** The bound is against hanging only. */
async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 5000; tries++) {
    if (isTrue()) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error("it did not come to pass");
}
