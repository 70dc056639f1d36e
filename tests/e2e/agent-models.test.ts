import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { anthropic, key, openai } from "../models/dialogue.js";
import { ModelServer, status, streams } from "../models/model-server.js";
import { temporaryFolder } from "../workspace.js";

let server: ModelServer;
let root: string;
beforeEach(async () => {
  server = await ModelServer.start();
  root = temporaryFolder();
});
afterEach(async () => {
  await server.stop();
  rmSync(root, { recursive: true });
});

/** The built command together with a server that must keep answering. */
async function agent(
  env: Readonly<Record<string, string>>,
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const args = ["agent", "-p", "how much?", "--allow", "Bash(echo *)"];
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...args], {
    cwd: root,
    env: { PATH: process.env["PATH"] ?? "", HOME: root, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
  child.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { status: code, stdout, stderr };
}

describe.each([
  [anthropic, "ANTHROPIC_BASE_URL", ""],
  [openai, "OPENAI_BASE_URL", "/v1"],
] as const)("the command with $vendor's SDK", (wire, urlVariable, path) => {
  const env = (): Record<string, string> => ({
    [wire.keyVariable]: key,
    [urlVariable]: `http://${server.host}${path}`,
  });

  test("talks, runs a tool, and tells the model what came of it", async () => {
    const call = { id: "call_1", name: "Bash", json: ['{"command":"ec', 'ho 42"}'] };
    server.replies = [
      streams(...wire.turn(["I will look.", call], wire.toolCalls)),
      streams(...wire.turn(["It is 42."], wire.stop)),
    ];
    const ran = await agent(env());
    expect(ran).toEqual({
      status: 0,
      stdout: "I will look.\nIt is 42.\n",
      stderr: "Bash: running\nBash: done\n",
    });
    expect(JSON.stringify(server.received[1]?.body)).toContain("42");
  });

  test("a key that is not taken is one clear line, without the key", async () => {
    server.replies = [status(401, wire.error("authentication_error", `bad key ${key}`))];
    const { status: code, stdout, stderr } = await agent(env());
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("401");
    expect(stderr).not.toContain(key);
  });
});
