import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { spawn } from "@lydell/node-pty";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CommandWorkspace } from "./command-workspace.js";
import { call, guardedProject, statesOf, type Tested } from "./guarded-project.js";

const fixture = "tests/hook-tests/project";
const sample = new CommandWorkspace();
sample.copy(fixture);

describe("a project with hooks in sh, Python and Node, and a module", () => {
  let all: Tested;
  let before: string[];
  beforeAll(async () => {
    before = readdirSync(sample.project, { recursive: true, encoding: "utf8" }).toSorted();
    all = await sample.json<Tested>("test", "--trust-project", "--coverage");
  });
  afterAll(() => sample.close());

  test("tests in JSON, YAML and made by a program pass, each in each of its hosts", () => {
    expect(all.faults).toEqual([]);
    expect(statesOf(all)).toEqual([
      "passed rm -rf is denied in both hosts, and who reads why differs [snaphook]",
      "passed rm -rf is denied in both hosts, and who reads why differs [claude-code]",
      "passed a push is asked about [snaphook]",
      "passed a push is asked about [claude-code]",
      "passed npm install is rewritten [snaphook]",
      "passed one hook by itself [snaphook]",
      "passed .env is written by hand [snaphook]",
      "passed with ALLOW_ENV it may be written [snaphook]",
      "passed a file that is listed is warned about [snaphook]",
      "passed logs are written and removed [snaphook]",
      "passed the model learns the day of the test [snaphook]",
    ]);
  });

  test("coverage names what no test comes by: hooks, events, and decisions in scripts", () => {
    expect(
      all.coverage.hooks.map(({ name, host, runs, outcomes }) => ({ name, host, runs, outcomes })),
    ).toEqual([
      { name: "guard", host: "snaphook", runs: 4, outcomes: ["ask", "block", "proceed"] },
      { name: "rewrite", host: "snaphook", runs: 3, outcomes: ["proceed"] },
      { name: "protect", host: "snaphook", runs: 3, outcomes: ["block", "proceed"] },
      { name: "audit", host: "snaphook", runs: 1, outcomes: ["proceed"] },
      { name: "context", host: "snaphook", runs: 1, outcomes: ["proceed"] },
      { name: "guard.sh", host: "claude-code", runs: 2, outcomes: ["ask", "block"] },
    ]);
    const open = all.coverage.hooks.flatMap(({ name, decisions }) =>
      decisions.filter(({ isReached }) => !isReached).map(({ line }) => `${name}:${line}`),
    );
    expect(open).toEqual(["guard:14", "guard.sh:14"]);
    expect(all.coverage.events.every(({ tests }) => tests > 0)).toBe(true);
  });

  test("nothing of the project was touched, and nothing is left", () => {
    const after = readdirSync(sample.project, { recursive: true, encoding: "utf8" }).toSorted();
    expect(after).toEqual(before);
    expect(sample.leftCopies()).toEqual([]);
  });
});

test("a guard of each host is tested in an empty home folder, where no host trusts the project", async () => {
  const workspace = guardedProject({});
  const entry = { type: "command", command: "./guard.sh" };
  const hooks = { PreToolUse: [{ hooks: [entry] }], BeforeTool: [{ hooks: [entry] }] };
  const flat = { version: 1, hooks: { beforeShellExecution: [entry], preToolUse: [entry] } };
  const settings: Readonly<Record<string, [file: string, text: object]>> = {
    "claude-code": [".claude/settings.json", { hooks }],
    codex: [".codex/hooks.json", { hooks }],
    gemini: [".gemini/settings.json", { hooks }],
    "qwen-code": [".qwen/settings.json", { hooks }],
    cursor: [".cursor/hooks.json", flat],
    copilot: [".github/hooks/guard.json", flat],
    wave: [".wave/settings.json", { hooks }],
  };
  for (const [path, text] of Object.values(settings)) workspace.write(path, JSON.stringify(text));
  const tests = [{ name: "rm", given: call("rm x"), expect: { outcome: "block" } }];
  workspace.write(
    "a.hooktest.json",
    JSON.stringify({ hosts: ["snaphook", ...Object.keys(settings)], tests }),
  );
  const tested = await workspace.json<Tested>("test", "--trust-project");
  expect(statesOf(tested)).toEqual(
    ["snaphook", ...Object.keys(settings)].map((host) => `passed rm [${host}]`),
  );
  workspace.close();
});

const failing = `{
  "tests": [
    {
      "name": "ls is denied",
      "given": { "event": "PreToolUse", "tool": "Bash", "input": { "command": "ls" } },
      "expect": { "outcome": "block", "toModel": "no rm" }
    },
    { "name": "nothing is expected", "given": { "event": "PreToolUse" } },
    { "name": "no such hook", "given": { "event": "PreToolUse", "hooks": ["gard"] }, "expect": {} },
    { "name": "no such event", "given": { "event": "PreToolUs" }, "expect": {} },
    { "name": "no such host", "hosts": ["claude"], "given": { "event": "Stop" }, "expect": {} }
  ]
}
`;

test("a failed test says what was expected, what came, and what the hook printed", async () => {
  const workspace = guardedProject({ "a.hooktest.json": failing });
  const { status, stdout } = await workspace.run("test", "--trust-project");
  const plain = stdout.replaceAll(/\d+ ms/g, "N ms").replaceAll(/in [\d.]+ s.*/g, "in N s");
  expect({ status, stdout: plain }).toEqual({
    status: 1,
    stdout: `✗ a.hooktest.json (0 of 5 passed)

  failed ls is denied in snaphook a.hooktest.json:3
    outcome
      expected "block"
      got      "proceed"
    toModel
      expected "no rm"
      got      nothing
    guard: exit code 0 in N ms

  failed nothing is expected in snaphook a.hooktest.json:8
    expect
      expected "something"
      got      "the test expects nothing"
    guard: exit code 2 in N ms
      stderr │ no rm

  broken no such hook in snaphook a.hooktest.json:9
    snaphook has no hook "gard" here; did you mean guard?

  broken no such event a.hooktest.json:10
    unknown event "PreToolUs"; did you mean PreToolUse?

  broken no such host in claude a.hooktest.json:11
    unknown host "claude"; known are: snaphook, claude-code, gemini, codex, cursor, copilot, qwen-code, wave

0 passed, 2 failed, 3 broken in N s
`,
  });
});

test("--update takes over what was seen in JSON and YAML, and leaves the rest of the files as it is", async () => {
  const json = `{
  // stays
  "tests": [
    { "name": "denied", "given": ${JSON.stringify(call("rm x"))}, "expect": { "outcome": "ask" } },
    {
      "name": "new",
      "given": {
        "event": "PreToolUse"
      }
    }
  ]
}
`;
  const yaml = `# stays
tests:
  - name: denied # stays too
    given: { event: PreToolUse, tool: Bash, input: { command: rm x } }
    expect: { outcome: proceed, toModel: yes, withinMs: 60000 }
`;
  const workspace = guardedProject({ "a.hooktest.json": json, "b.hooktest.yaml": yaml });
  const asked = await workspace.run("test", "--trust-project", "--update");
  expect(asked).toMatchObject({ status: 2, stdout: "" });
  expect(asked.stderr).toContain("--update --yes takes all of them");
  const updated = await workspace.run("test", "--trust-project", "--update", "--yes");
  expect(updated.status).toBe(0);
  expect(workspace.read("a.hooktest.json")).toBe(
    json.replace('"outcome": "ask"', '"outcome": "block"').replace(
      '        "event": "PreToolUse"\n      }\n',
      `        "event": "PreToolUse"
      },
      "expect": {
        "outcome": "block",
        "permission": "deny",
        "toModel": "no rm",
        "files": {
          "ran": "created"
        }
      }
`,
    ),
  );
  expect(workspace.read("b.hooktest.yaml")).toBe(
    yaml.replace("outcome: proceed, toModel: yes", "outcome: block, toModel: no rm"),
  );
  expect(await workspace.run("test", "--trust-project")).toMatchObject({ status: 0 });
});

test("of package.json only a part belongs to a hook, and it runs in the copy all the same", async () => {
  const workspace = guardedProject({
    "package.json": '{ "name": "any", "type": "module", "version": "1.0.0" }',
    "guard.js":
      'import { readFileSync } from "node:fs";\nif (readFileSync(0, "utf8").includes("rm")) process.exit(2);\n',
    "a.hooktest.json": JSON.stringify({
      tests: [{ name: "denied", given: call("rm"), expect: { outcome: "block", ran: ["node"] } }],
    }),
    "b.hooktest.mjs": `export default { tests: [{ name: "made", given: ${JSON.stringify(call("rm"))}, expect: { outcome: "block" } }] };`,
  });
  const hooks = { PreToolUse: [{ hooks: [{ name: "node", command: "node guard.js" }] }] };
  workspace.write(".snaphook/settings.json", JSON.stringify({ hooks }));
  const { stdout, status } = await workspace.run("test", "--trust-project");
  expect({ status, stdout }).toMatchObject({ status: 0 });
  const verified = await workspace.json<{ hooks: { hook: string; unsettled: string | null }[] }>(
    "verify",
    "--trust-project",
    "--fault",
    "signal",
  );
  expect(verified.hooks).toMatchObject([{ hook: "node", unsettled: null }]);
});

/** Three tests that fail, reviewed on a terminal: each answer is a key, or a signal, once its question is seen. */
async function reviewed(...answers: readonly (readonly [to: RegExp, key: string])[]): Promise<{
  readonly code: number;
  readonly printed: string;
  readonly outcomes: readonly string[];
}> {
  const given = call("rm x");
  const tests = ["ask", "halt", "proceed"].map((outcome) => ({
    name: `it is ${outcome}`,
    given,
    expect: { outcome },
  }));
  const workspace = guardedProject({ "a.hooktest.json": JSON.stringify({ tests }) });
  const args = [resolve("dist/cli/main.js"), "test", "--trust-project", "--update"];
  const terminal = spawn(process.execPath, args, {
    cwd: workspace.project,
    env: workspace.environment,
    cols: 100,
  });
  let printed = "";
  const left = [...answers];
  terminal.onData((text) => {
    printed += text;
    const [to, key = ""] = left[0] ?? [];
    if (to === undefined || !to.test(printed)) return;
    left.shift();
    if (key.startsWith("SIG")) terminal.kill(key);
    else terminal.write(key);
  });
  const code = await new Promise<number>((settle) =>
    terminal.onExit(({ exitCode }) => settle(exitCode)),
  );
  const { tests: after } = JSON.parse(workspace.read("a.hooktest.json") ?? "") as {
    tests: typeof tests;
  };
  return { code, printed, outcomes: after.map(({ expect: { outcome } }) => outcome) };
}

/** The first test is stricter than what comes of it, the second less strict. */
const first = /it is ask[^]*Expect this from now on\?/;
const second = /it is halt[^]*Expect this less strict decision/;
const third = /Expect this less[^]*it is proceed[^]*Expect this from now on\?/;

test("on a terminal --update asks about each test, and writes what was agreed to", async () => {
  const { code, printed, outcomes } = await reviewed([first, "y"], [second, "n"], [third, "y"]);
  expect(outcomes).toEqual(["block", "halt", "block"]);
  expect(printed).toContain("LESS STRICT");
  expect(printed).toContain("2 of 3 tests were updated; 1 stays as it is.");
  expect(code).toBe(1);
});

test.for([
  ["Ctrl-C", "\u0003"],
  ["Escape", "\u001B"],
  ["SIGTERM", "SIGTERM"],
  ["SIGHUP", "SIGHUP"],
] as const)(
  "%s ends the review: what was agreed to is written, and of the rest nothing is asked or shown",
  async ([, key]) => {
    const { code, printed, outcomes } = await reviewed([first, "y"], [second, key]);
    expect(outcomes).toEqual(["block", "halt", "proceed"]);
    expect(printed.slice(printed.lastIndexOf("less strict"))).not.toContain("it is proceed");
    expect(printed).toContain("1 of 3 tests was updated; 2 stay as they are.");
    expect(code).toBe(130);
  },
);

test("nothing runs that is not approved: neither hooks nor programs that make tests", async () => {
  const made = `import { writeFileSync } from "node:fs";
writeFileSync("made", "");
export default { tests: [{ name: "made", given: ${JSON.stringify(call("rm"))}, expect: { outcome: "block" } }] };
`;
  const tests = [{ name: "denied", given: call("rm"), expect: { outcome: "block" } }];
  const workspace = guardedProject({
    "a.hooktest.json": JSON.stringify({ tests }),
    "b.hooktest.mjs": made,
  });
  const refused = await workspace.run("test");
  expect(refused).toMatchObject({ status: 3 });
  expect(refused.stdout).toContain(
    "project:PreToolUse:0.0 is not approved: nobody has approved it",
  );
  expect(refused.stdout).toContain("test/b.hooktest.mjs is not approved: nobody has approved it");
  expect(await workspace.run("trust", "approve", "--all")).toMatchObject({ status: 0 });
  const all = await workspace.json<Tested>("test");
  expect(statesOf(all)).toEqual(["passed denied [snaphook]", "passed made [snaphook]"]);
  workspace.write("guard.sh", "#!/bin/sh\nexit 0\n");
  workspace.write("b.hooktest.mjs", made.replace("made", "other"));
  const changed = await workspace.json<Tested>("test");
  expect(statesOf(changed)).toEqual(["refused denied [snaphook]"]);
  expect(changed.refusedFiles).toMatchObject([{ file: "b.hooktest.mjs" }]);
});

test("a file that cannot be read is named with line and fix, and the others run", async () => {
  const tests = [{ name: "denied", given: call("rm"), expect: { outcome: "block" } }];
  const workspace = guardedProject({
    "a.hooktest.json": JSON.stringify({ tests }),
    "b.hooktest.yaml": "tests:\n  - name: x\n    given: { evnt: Stop }\n",
    "c.hooktest.json": '{\n  "tests": [\n',
    "d.hooktest.mjs": "export const tests = [];\n",
  });
  const { status, stdout } = await workspace.run("test", "--trust-project");
  expect(status).toBe(2);
  expect(stdout).toContain("✓ a.hooktest.json (1)");
  expect(stdout).toContain(
    'b.hooktest.yaml:3: tests[0].given: unknown field "evnt"; did you mean event?',
  );
  expect(stdout).toMatch(/c\.hooktest\.json:3: it is not JSON: line 3/);
  expect(stdout).toContain("d.hooktest.mjs: it has no default export");
});

test("--init writes tests of what each hook restricts and lets pass, and they pass", async () => {
  const workspace = guardedProject({});
  const unknown = await workspace.run("test", "--trust-project");
  expect(unknown.stderr).toContain("write first ones: snaphook test --init");
  expect(await workspace.run("test", "--init")).toMatchObject({ status: 3 });
  const written = await workspace.run("test", "--init", "--trust-project", "--yes");
  expect(written).toMatchObject({ status: 0 });
  const { results } = await workspace.json<Tested>("test", "--trust-project");
  expect(results.map(({ name, state }) => `${state} ${name}`)).toEqual([
    "passed guard blocks Bash: rm -rf /",
    "passed guard lets pass Bash: echo hello",
  ]);
  const again = await workspace.run("test", "--init", "--trust-project", "--yes");
  expect(again.stderr).toContain("is there already and stays as it is");
});

test("--watch runs again when a script or an approval changes, and Ctrl-C ends it and leaves nothing", async () => {
  const tests = [{ name: "denied", given: call("rm"), expect: { outcome: "block" } }];
  const workspace = guardedProject({ "a.hooktest.json": JSON.stringify({ tests }) });
  const watching = workspace.start(["test", "--watch"]);
  const until = async (text: string): Promise<void> => {
    while (!watching.printed().includes(text)) {
      if (watching.child.exitCode !== null) throw new Error((await watching.end).stderr);
      await new Promise((wake) => setTimeout(wake, 50));
    }
  };
  await until("1 refused");
  await workspace.run("trust", "approve", "--all");
  await until("1 passed");
  workspace.write("guard.sh", "#!/bin/sh\nexit 0\n");
  await until("it changed since it was approved");
  await workspace.run("trust", "approve", "--all");
  await until("1 failed");
  watching.child.kill("SIGINT");
  expect(await watching.end).toMatchObject({ status: 130 });
  expect(workspace.leftCopies()).toEqual([]);
});
