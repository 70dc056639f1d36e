import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { beforeAll, describe, expect, test } from "vitest";
import { allHosts } from "../../src/hosts/index.js";
import { temporaryFolder, Workspace } from "../workspace.js";
import { CheckedRepository, isThere, repositories, type Ended } from "./ci-recipes.js";
import { publicNames, publicSchemas } from "./public-names.js";

// To pack, to install and to compile it takes 15 s of a core: CI does it in the second of its runs.
// Run 2 takes all of it: its tests share what takes long.

/** A project of somebody else's, strict in every way, in which the package is installed from its tarball. */
let project: string;

/** Runs a program in the project; whatever it prints belongs to the failure. */
function run(
  command: string,
  args: readonly string[],
  cwd = project,
  more: { readonly input?: string; readonly env?: NodeJS.ProcessEnv } = {},
): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    ...more,
    cwd,
    encoding: "utf8",
    timeout: 300_000,
  });
  expect({ status, output: status === 0 ? "" : stdout + stderr }).toEqual({
    status: 0,
    output: "",
  });
  return stdout;
}

const options = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  resolveJsonModule: true,
  // The declarations of the package are checked too.
  skipLibCheck: false,
  types: ["node"],
  outDir: "out",
  rootDir: ".",
};

function write(name: string, content: string | object): void {
  writeFileSync(
    join(project, name),
    typeof content === "string" ? content : JSON.stringify(content),
  );
}

beforeAll(() => {
  project = temporaryFolder();
  const { dependencies, peerDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: object;
    peerDependencies?: object;
  };
  const cache = ["--cache", join(project, "cache")];
  const pack = ["pack", "--silent", "--ignore-scripts", "--pack-destination", project, ...cache];
  const tarball = run("npm", pack, ".").trim();
  // Nothing is fetched: what the package needs is what the repository has installed.
  const here = (name: string): [string, string] => [name, `file:${resolve("node_modules", name)}`];
  write("package.json", {
    private: true,
    type: "module",
    dependencies: {
      snaphook: `file:${tarball}`,
      ...Object.fromEntries(Object.keys({ ...dependencies, ...peerDependencies }).map(here)),
    },
  });
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", ...cache]);
  symlinkSync(resolve("node_modules/@types"), join(project, "node_modules/@types"));
  write("tsconfig.json", { compilerOptions: options, include: ["*.ts"] });
  write("names.ts", importsOfNames());
  write("answers.ts", answers);
  write("host.ts", readFileSync("examples/host.ts", "utf8"));
  for (const name of ["data-model.ts", "exit-contract.ts", "kit-hook.ts", "kit-hook-test.ts"])
    write(name, readFileSync(`tests/e2e/fixtures/${name}`, "utf8"));
  // Helping threads would take more than they give where others work too.
  run(process.execPath, ["--single-threaded", resolve("tests/e2e/fixtures/compile.mjs")]);
}, 600_000);

/** What a compiled file prints. */
function printedBy(file: string): unknown {
  return JSON.parse(run(process.execPath, ["--no-warnings", `out/${file}.js`])) as unknown;
}

/** A module that imports and uses every public name and schema. */
function importsOfNames(): string {
  const entries = Object.entries(publicNames).map(([entry, { values, types }], index) => {
    const names = new Set(types.map((type) => /^\w+/.exec(type)?.[0] ?? type));
    const alias = (name: string): string => `${name} as ${name}${index}`;
    const imported = [...values.map(alias), ...[...names].map((name) => `type ${alias(name)}`)];
    const used = types.map((type) => type.replace(/^\w+/, (name) => name + index));
    return {
      code: `import { ${imported.join(", ")} } from "${entry}";\nexport type Types${index} = [${used.join(", ")}];`,
      values: values.map((name) => `${name}${index}`),
    };
  });
  const schemas = publicSchemas.map(
    (path, index) => `import schema${index} from "snaphook/${path}" with { type: "json" };`,
  );
  const values = entries.flatMap((entry) => entry.values);
  return [
    ...entries.map(({ code }) => code),
    ...schemas,
    `const values = [${values.join(", ")}];`,
    `const ids = [${publicSchemas.map((_, index) => `schema${index}.$id`).join(", ")}];`,
    "console.log(JSON.stringify({ missing: values.filter((value) => value === undefined), ids }));",
  ].join("\n");
}

test("every link of the README leads to a file of the package, and the command starts by its name", () => {
  const installed = join(project, "node_modules/snaphook");
  const readme = readFileSync(join(installed, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(8);
  expect(links.filter((link) => !existsSync(join(installed, link)))).toEqual([]);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const npx = ["--no-install", "--cache", join(project, "cache")];
  expect(run("npx", [...npx, "snaphook", "--version"])).toBe(`${version}\n`);
  // In a clone.
  expect(run("npx", [...npx, ".", "--version"], ".")).toBe(`${version}\n`);
});

test("a strict project imports every public name and every schema", () => {
  expect(printedBy("names")).toEqual({
    missing: [],
    ids: publicSchemas.map((path) => `urn:snaphook:${path}`),
  });
});

/** What is loaded when it is first used: the tables of hosts, and the engine for expressions. */
const loadedLater = `import { allHosts, interpret, matches } from "snaphook/core";
const match = (dialect, event, matcher) => matches({ dialect, event, matcher, toolName: "mcp__a__write" }).why;
console.log(JSON.stringify({
  hosts: allHosts.map(({ name, version, events, read }) => [name, version, Object.keys(events).length, typeof read]),
  outcome: interpret({ dialect: "codex", event: "PreToolUse", runs: [{ exit: 2, stderr: "no" }] }).outcome,
  own: match("wave", "PreToolUse", "/.*write/"),
  gemini: match("gemini", "BeforeTool", ".*write"),
}));
`;

test("hosts and expressions are there under Node, and in one file that a bundler makes of it", () => {
  write("later.mjs", loadedLater);
  const installed = run(process.execPath, ["later.mjs"]);
  expect(JSON.parse(installed)).toEqual({
    hosts: allHosts.map(({ name, version, events }) => [
      name,
      version,
      Object.keys(events).length,
      "function",
    ]),
    outcome: "block",
    own: 'the expression /.*write/ matches "mcp__a__write"',
    gemini: 'the expression .*write matches "mcp__a__write"',
  });
  const elsewhere = temporaryFolder();
  const bundles = (["node", "browser"] as const).map((platform) => {
    const outfile = join(elsewhere, `${platform}.mjs`);
    const entryPoints = [join(project, "later.mjs")];
    buildSync({ entryPoints, outfile, platform, bundle: true, format: "esm" });
    return run(process.execPath, [outfile], elsewhere);
  });
  expect(bundles).toEqual([installed, installed]);
});

const answers = `import { checkHookOutputResult, interpret, isHookJSONOutput, isHookSpecificOutput, toInterpretRequest } from "snaphook/core";
import type { HookJSONOutput, HookOutputResult, HookSpecificOutput } from "snaphook/core";

const output: HookJSONOutput<"PreToolUse"> = {
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" },
};
// @ts-expect-error: a halt needs a reason
const halted: HookJSONOutput = { continue: false };
// @ts-expect-error: Stop has no permission
const misplaced: HookSpecificOutput = { hookEventName: "Stop", permissionDecision: "deny" };

const result: HookOutputResult = {
  exitCode: 0, stdout: JSON.stringify(output), stderr: "", executionTime: 3, hookEvent: "PreToolUse",
};
const value: unknown = JSON.parse(result.stdout);
const said = isHookJSONOutput(value, "PreToolUse") ? value.hookSpecificOutput?.permissionDecision : "none";
let refusal = "";
try {
  checkHookOutputResult({ ...result, exitCode: 300 });
} catch (error) {
  refusal = String(error);
}
console.log(JSON.stringify({
  said,
  outcome: interpret(toInterpretRequest(result)).outcome,
  refused: [isHookJSONOutput(halted), isHookSpecificOutput(misplaced)],
  refusal,
}));
`;

test("the types of what a hook prints say in such a project what the guards say", () => {
  expect(printedBy("answers")).toEqual({
    said: "deny",
    outcome: "block",
    refused: [false, false],
    refusal: "TypeError: exitCode is 300; allowed is an integer from 0 to 255",
  });
});

test("the contract of exit codes: every operation on a message manager of somebody else's", () => {
  const row = (
    event: string,
    exitCode: number,
    action: string,
    calls: readonly string[],
    operation = calls[0]?.split(" ")[0] ?? "none",
  ): object => ({
    event,
    exitCode,
    action,
    calls,
    messageOperationUsed: operation,
    blocked: exitCode === 2,
  });
  const error = "addErrorBlock guard: err";
  expect(printedBy("exit-contract")).toEqual({
    shouldBlock: [2],
    done: [
      row("UserPromptSubmit", 0, "context-injected", ["addUserMessage out"]),
      row("UserPromptSubmit", 2, "block-prompt", ["removeLastUserMessage", error], "addErrorBlock"),
      row("UserPromptSubmit", 1, "error-displayed", [error]),
      row("PreToolUse", 0, "continue", []),
      row("PreToolUse", 2, "block-tool", ["updateToolBlock t1 false err"]),
      row("PreToolUse", 1, "error-displayed", [error]),
      row("PostToolUse", 0, "continue", []),
      row("PostToolUse", 2, "error-displayed", ["updateToolBlock t1 false original err"]),
      row("PostToolUse", 1, "error-displayed", [error]),
      row("Stop", 0, "continue", []),
      row("Stop", 2, "block-stop", ["addUserMessage err"]),
      row("Stop", 1, "error-displayed", [error]),
    ],
  });
});

test("the data model: results, blocks, decisions, the queue and preferences are checked", () => {
  expect(printedBy("data-model")).toEqual({
    results: [true, false, false, false, false, false, false],
    blocks: {
      valid: [true, true],
      invalid: [false, false],
      refused: [
        expect.stringContaining("content"),
        expect.stringContaining("content"),
        expect.stringContaining("Nonsense"),
      ],
      kept: ["text", "warn", "hook"],
      sent: expect.stringMatching(/^(?!.*careful).*run the tests/) as string,
    },
    decisions: [true, true, false, false, false, false],
    queue: {
      waiting: 32,
      said: ["allow", "deny", "deny"],
      after: [],
      history: [200, 1, 0],
      execution: {
        event: "Stop",
        hook: "guard",
        verdict: "nothing to say",
        failed: false,
        exit: "0",
      },
      preferred: [true, false, expect.stringContaining("nonsense")],
    },
  });
});

test("a hook of the kit: typed, tested without a process, and the same as a program and as one built file", () => {
  expect(printedBy("kit-hook-test")).toEqual(["block", ["No shouting."], { command: "ls -a" }]);
  // Where there is no package: the built file needs nothing else.
  const built = join(temporaryFolder(), "guard.cjs");
  // By the clone's command: oxc-parser, which build needs, is optional and not installed there.
  run(process.execPath, [resolve("dist/cli/main.js"), "build", "out/kit-hook.js", "--out", built]);
  const input = JSON.stringify({
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "rm -rf x" },
  });
  const ended = [join(project, "out/kit-hook.js"), built].map((file) => {
    const args = [file, "--host", "snaphook"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      input,
      encoding: "utf8",
      timeout: 200_000,
    });
    return { status, stdout: JSON.parse(stdout) as unknown, stderr };
  });
  const answer = {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "Name the files.",
      additionalContext: "They may be needed.",
    },
  };
  expect(ended).toEqual(
    [0, 1].map(() => ({ status: 2, stdout: answer, stderr: "Name the files." })),
  );
});

test("the host of the examples: hooks are approved, a guard blocks, the user is asked, tools warn", () => {
  const workspace = new Workspace();
  try {
    const guard = "grep -q 'rm -rf' && { echo 'rm -rf is not for agents' >&2; exit 2; }; exit 0";
    workspace.write(
      ".snaphook/settings.json",
      JSON.stringify({
        hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ name: "guard", command: guard }] }] },
      }),
    );
    const typed = [
      "y",
      "echo hello; echo careful >&2",
      "y",
      "rm -rf build",
      "ls -a",
      "not now",
      "",
    ];
    const shown = run(process.execPath, [join(project, "out/host.js")], workspace.project, {
      input: typed.join("\n"),
      env: { ...process.env, HOME: workspace.userHome, SNAPHOOK_HOME: workspace.home },
    });
    expect(shown).toMatch(/^guard \{.*rm -rf.*: nobody has approved it/);
    expect(shown).toContain('May Bash run {"command":"echo hello; echo careful >&2"}?');
    expect(shown).toContain("warn: careful");
    expect(shown).toContain("The tool says: hello");
    expect(shown).toContain("rm -rf is not for agents");
    expect(shown).not.toContain('May Bash run {"command":"rm -rf build"}?');
    expect(shown).toContain("The tool says: Denied: not now");
  } finally {
    workspace.close();
  }
});

describe("the recipes for CI, step by step", () => {
  const ends = (steps: readonly Ended[]): string[] =>
    steps.map(({ name, status }) => `${name}: ${status}`);

  test.each(repositories)("action.yml: %s", (_what, change, expected, output) => {
    const repository = new CheckedRepository(project);
    change(repository);
    const steps = repository.runAction();
    expect(ends(steps)).toEqual(expected);
    expect(steps.at(-1)?.output).toMatch(output);
  });

  test("action.yml: runs the checks that are named; a name that nobody knows, and none, is an error", () => {
    const repository = new CheckedRepository(project);
    expect(ends(repository.runAction({ checks: "lint" }))).toEqual([isThere, "Lint: 0"]);
    const [unknown, none] = ["lint tests", " "].map((checks) => repository.runAction({ checks }));
    expect(unknown).toEqual([
      {
        name: "Snaphook",
        status: 2,
        output: "::error::checks: there is no check tests; known are: trust lint test verify\n",
      },
    ]);
    expect(ends(none ?? [])).toEqual(["Snaphook: 2"]);
    // Where the package cannot be had, no check passes.
    repository.uninstall();
    const [fetched, ...checks] = repository.runAction();
    expect(fetched?.status).not.toBe(0);
    expect(fetched?.output).toMatch(/ENOTCACHED/);
    expect(checks).toEqual([]);
  });

  test(".pre-commit-hooks.yaml: every hook passes where hooks are approved, and runs none of them before", () => {
    const repository = new CheckedRepository(project);
    const ids = ["snaphook-trust", "snaphook-lint", "snaphook-test", "snaphook-verify"];
    const before = [0, 0, 3, 3].map((status, index) => `${ids[index]}: ${status}`);
    expect(ends(repository.runPreCommit())).toEqual(before);
    repository.snaphook("trust", "approve", "--all");
    expect(ends(repository.runPreCommit())).toEqual(ids.map((id) => `${id}: 0`));
  });
});
