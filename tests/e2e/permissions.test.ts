import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { snaphook } from "./snaphook.js";
import { temporaryFolder } from "../workspace.js";

let root: string;
let cwd: string;
beforeEach(() => {
  root = temporaryFolder();
  cwd = join(root, "project");
  process.env["SNAPHOOK_HOME"] = join(root, "home");
  mkdirSync(join(cwd, ".snaphook"), { recursive: true });
  mkdirSync(join(root, "home"));
  const permissions = {
    allow: ["Read", "Bash(git status)"],
    ask: ["Bash(git push *)"],
    deny: ["Bash(rm *)", "Write(secrets/**"],
  };
  writeFileSync(join(root, "home/settings.json"), JSON.stringify({ permissions }, null, 2));
});

const permissions = (...args: readonly string[]): ReturnType<typeof snaphook> =>
  snaphook(["permissions", ...args], { cwd });

test("which rule decides, which part it caught, and why the others do not", () => {
  const { status, stdout } = permissions("Bash", "--input", "command=git status && rm -rf build");
  expect(status).toBe(0);
  expect(stdout).toContain("Bash: DENY");
  expect(stdout).toContain('▶ deny  Bash(rm *): it matches "rm -rf build"');
  expect(stdout).toContain("home/settings.json:11");
  expect(stdout).toContain("ask   Bash(git push *): it fits no part of the command");
});

test("--json is data", () => {
  const { stdout } = permissions("Bash", "--input", "command=git push origin", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    tool: "Bash",
    decision: "ask",
    rule: { list: "ask", text: "Bash(git push *)", layer: "user", line: 8 },
    bySelfProtection: false,
  });
});

test("without a tool: every rule with its place, and what is wrong with it", () => {
  writeFileSync(join(cwd, ".snaphook/settings.json"), '{"permissions":{"allow":["Bash"]}}');
  const { stdout } = permissions();
  expect(stdout).toContain("allow Read");
  expect(stdout).toContain("nobody has approved the project");
  expect(stdout).toContain("[rule-unusable]");
});

test("a call from a payload", () => {
  const payload = { tool_name: "Write", tool_input: { file_path: ".snaphook/settings.json" } };
  const { stdout } = snaphook(["permissions", "--payload", "-"], {
    cwd,
    input: JSON.stringify(payload),
  });
  expect(stdout).toContain("Write: ASK");
  expect(stdout).toContain("Snaphook's own files");
});

test.each<[what: string, inputs: string[]]>([
  ["an object", ['{"command": "git push origin a=b"}']],
  ["an object and a field", ['{"command": "ls", "timeout": 5}', "command=git push origin a=b"]],
])("the input may be given as %s", (_, inputs) => {
  const { stdout } = permissions(
    "Bash",
    "--json",
    ...inputs.flatMap((input) => ["--input", input]),
  );
  const { input } = JSON.parse(stdout) as { input: Record<string, unknown> };
  expect(input).toMatchObject({ command: "git push origin a=b" });
});

test.each<[string[], string]>([
  [["Bash", "Write"], "one tool at a time, not also Write"],
  [["Bash", "--input", "command"], "write it as KEY=VALUE"],
  [["Bash", "--input", '{"command": "a=b"'], "or as a JSON object"],
  [["Bash", "--inputs", "x=y"], "did you mean --input?"],
])("permissions %j is a mistake that is explained", (args, message) => {
  const { status, stderr } = permissions(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});
