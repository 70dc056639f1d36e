import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";

// Hooks of Claude Code that are servers: asked as the client asks them, and their answers read as it reads them.

const deny = JSON.stringify({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "not in this project",
  },
});

let server: Server;
let received: { readonly headers: IncomingMessage["headers"]; readonly body: unknown }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body: JSON.parse(body) });
      const [status = 200, said = ""] = answers[request.url ?? ""] ?? [404];
      response.writeHead(status, { "content-type": "application/json" }).end(said);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(() => server.close());

const answers: Readonly<Record<string, readonly [status: number, body: string]>> = {
  "/deny": [200, deny],
  "/nothing": [204, ""],
  "/text": [200, "no"],
  "/list": [200, "[]"],
  "/moved": [302, deny],
  "/broken": [500, deny],
};

async function runWith(
  entry: object,
  settings: object = {},
): Promise<{ outcome: string; hooks: { ran: boolean; name: string; why: string }[] }> {
  const folder = temporaryFolder();
  const { port } = server.address() as AddressInfo;
  mkdirSync(join(folder, ".claude"));
  const hook = { type: "http", ...entry };
  const file = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [hook] }] }, ...settings };
  writeFileSync(
    join(folder, ".claude/settings.json"),
    JSON.stringify(file).replaceAll("PORT", String(port)),
  );
  received = [];
  const stdout = await new Promise<string>((done) => {
    const args = ["run", "PreToolUse", "--tool", "Bash", "--trust-project", "--json"];
    execFile(
      process.execPath,
      [resolve("dist/cli/main.js"), ...args, "--host", "claude-code"],
      {
        cwd: folder,
        env: {
          ...process.env,
          HOME: join(folder, "user"),
          SNAPHOOK_HOME: join(folder, "home"),
          TOKEN: "of-the-user",
          OTHER: "not-asked-for",
        },
      },
      (_error, printed) => done(printed),
    );
  });
  return JSON.parse(stdout) as Awaited<ReturnType<typeof runWith>>;
}

test.each([
  ["an object is an answer", "/deny", "continue", "block"],
  ["nothing is no objection", "/nothing", "block", "proceed"],
  ["a text is a failure", "/text", "continue", "proceed"],
  ["a list is a failure, and blocks where failures do", "/list", "block", "block"],
  ["a redirection is not followed", "/moved", "continue", "proceed"],
  ["an error is not obeyed", "/broken", "continue", "proceed"],
  ["an error blocks where failures do", "/broken", "block", "block"],
])("%s", async (_name, path, onFailure, outcome) => {
  const fired = await runWith({ url: `http://127.0.0.1:PORT${path}`, onFailure });
  expect([fired.outcome, fired.hooks.map(({ ran }) => ran)]).toEqual([outcome, [true]]);
  expect(received).toMatchObject([
    { body: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} } },
  ]);
});

test("headers get the variables that both lists have, and no others", async () => {
  await runWith(
    {
      url: "http://127.0.0.1:PORT/nothing",
      headers: { "x-token": "Bearer $TOKEN", "x-other": "[$OTHER]", "x-unlisted": "[$HOME]" },
      allowedEnvVars: ["TOKEN", "OTHER"],
    },
    { httpHookAllowedEnvVars: ["TOKEN"] },
  );
  expect(received[0]?.headers).toMatchObject({
    "x-token": "Bearer of-the-user",
    "x-other": "[]",
    "x-unlisted": "[]",
  });
});

test("nobody answers: the tool runs, unless failures block", async () => {
  const url = "http://127.0.0.1:1/";
  expect((await runWith({ url })).outcome).toBe("proceed");
  expect((await runWith({ url, onFailure: "block" })).outcome).toBe("block");
});

test("an address that the settings do not allow is not asked", async () => {
  const fired = await runWith(
    { url: "http://127.0.0.1:PORT/deny" },
    { allowedHttpHookUrls: ["https://example.com/*"] },
  );
  expect([fired.outcome, received]).toEqual(["proceed", []]);
  expect(fired.hooks).toMatchObject([
    { ran: false, why: "no allowedHttpHookUrls matches its address" },
  ]);
});
