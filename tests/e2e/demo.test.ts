import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";
import { snaphook } from "./snaphook.js";

const usual = tmpdir();
let own: string;
beforeEach(() => {
  own = temporaryFolder();
  process.env["TMPDIR"] = own;
});
afterEach(() => {
  process.env["TMPDIR"] = usual;
});

test("without a terminal the demo plays itself and shows what each hook does", () => {
  const { status, stdout, stderr } = snaphook(["demo"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const parts = [
    "PreToolUse       guard",
    "context: The shop's calendar: deploys are frozen until Monday.",
    "A hook has told me that deploys are frozen until Monday",
    "Bash rm -rf build [blocked]",
    "guard: rm -rf is not allowed in this project",
    "--test-reporter-destination=build/report.tap [failed]",
    "rewrite rewrote the input of this call; the model had written: ",
    '? Edit {"file_path":"src/price.js"',
    "second pair of eyes: ",
    "Allowed once",
    '"new_string":"sum >= 5000"} [done]',
    "feedback: changelog.md does not mention this change yet",
    "tests first: src/price.js was changed: run the tests before you stop",
    "fail 0",
    "All tests pass.",
  ];
  let from = 0;
  for (const part of parts) {
    const at = stdout.indexOf(part, from);
    expect(at, `${part}, behind what came before it`).toBeGreaterThan(-1);
    from = at;
  }
  expect(stdout).not.toContain("\u001b");
  expect(readdirSync(own)).toEqual([]);
});

test("Ctrl-C ends it within its scene, and nothing is left", async () => {
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), "demo"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let stdout = "";
  child.stdout.on("data", (data: Buffer) => {
    stdout += data.toString();
    // Once: a second Ctrl-C does not wait until all is cleaned up.
    if (!child.killed && stdout.includes("A rewrite.")) child.kill("SIGINT");
  });
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBe(130);
  expect(stdout).not.toContain("That was the tour");
  expect(readdirSync(own)).toEqual([]);
});

test("the demo takes no argument and has no JSON", () => {
  expect(snaphook(["demo", "now"])).toMatchObject({ status: 2 });
  expect(snaphook(["demo", "--json"]).stderr).toContain("snaphook agent -p TEXT --json");
});
