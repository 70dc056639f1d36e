import { copyFileSync, symlinkSync, writeFileSync, mkdirSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WorkerWorkspace } from "./worker-workspace.js";

let workspace: WorkerWorkspace;
beforeAll(async () => {
  workspace = await WorkerWorkspace.open("through the keeper");
  // A PATH on which there is no jq.
  mkdirSync(join(workspace.project, "bin"));
  symlinkSync(
    execFileSync("which", ["bash"], { encoding: "utf8" }).trim(),
    join(workspace.project, "bin/bash"),
  );
});
afterAll(async () => {
  await workspace.end();
});

const example = (name: string): string => resolve("examples/workers", name);
const bash = (command: string): object => ({ tool_name: "Bash", tool_input: { command } });
const no = { exit: 2, stderr: "This would remove far too much. Name what is to go." };
const noOpinion = { exit: 0 };

describe.each([
  ["guard.py", () => ({ file: "python3", args: ["-B", example("guard.py")] })],
  ["guard.mjs", () => ({ file: "node", args: [example("guard.mjs")] })],
  ["guard.sh", () => ({ file: "bash", args: [example("guard.sh")] })],
  [
    "guard.sh without jq",
    () => ({
      file: "bash",
      args: [example("guard.sh")],
      env: { PATH: join(workspace.project, "bin") },
    }),
  ],
])("%s", (key, given) => {
  test.each<[string, object, object]>([
    ["the root", bash("rm -rf /"), no],
    ["the root, in other words", bash("sudo /bin/rm -r -f '/' --no-preserve-root"), no],
    ["what is in a home folder", bash("cd x && rm -fr ~/*"), no],
    ["a home folder in quotes", bash('echo a; rm --recursive "$HOME"'), no],
    ["a folder of the system", bash("rm -Rf /etc/"), no],
    ["on a second line", bash("ls\nrm -rf /"), no],
    ["a folder of the project", bash("rm -rf build dist"), noOpinion],
    ["one file below the root", bash("rm /vmlinuz"), noOpinion],
    ["another program", bash("ls -R /"), noOpinion],
    ["another tool", { tool_name: "Read", tool_input: { file_path: "/" } }, noOpinion],
    ["nothing", {}, noOpinion],
    ["a text that is not ASCII", bash("echo 'grüße \u2028 \" \\ ✓'"), noOpinion],
  ])("a command that removes %s", async (_, event, expected) => {
    expect(await workspace.said(event, { key, ...given() })).toEqual(expected);
  });
});

test.each([
  [
    "noisy.py",
    "python3",
    "snaphook_worker.py",
    `import subprocess
from snaphook_worker import serve
def decide(event):
    print("thinking")
    subprocess.run(["sh", "-c", "echo aloud; cat"])
    if event["n"] == 1: raise ValueError("no luck")
    if event["n"] == 2: return {"answer": object()}
    return {"n": event["n"]} if event["n"] else "no"
serve(decide)
`,
  ],
  [
    "noisy.mjs",
    "node",
    "snaphook-worker.mjs",
    `import { serve } from "./snaphook-worker.mjs";
serve(async (event) => {
  console.log("thinking");
  if (event.n === 1) throw new Error("no luck");
  if (event.n === 2) return { answer: 1n };
  return event.n ? { n: event.n } : "no";
});
`,
  ],
])(
  "%s: what an author prints does not reach the answers, and a fault costs one event",
  async (script, file, loop, code) => {
    copyFileSync(example(loop), join(workspace.project, loop));
    writeFileSync(join(workspace.project, script), code);
    const given = { key: script, file, args: [script] };
    const results = await Promise.all([0, 1, 2, 3].map((n) => workspace.said({ n }, given)));
    expect(results).toEqual([
      { exit: 2, stderr: "no" },
      { exit: 1, stderr: expect.stringContaining("no luck") as string },
      { exit: 1, stderr: expect.stringContaining("TypeError") as string },
      { exit: 0, stdout: expect.stringMatching(/^\{"n": ?3\}$/) as string },
    ]);
  },
);
