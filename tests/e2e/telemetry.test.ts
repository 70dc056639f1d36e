import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../workspace.js";

let folder: string;
let server: Server;
let received: { path: string; token: string | undefined; body: string }[];

beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, "home"));
  mkdirSync(join(folder, "project"));
  received = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const token = request.headers["x-token"]?.toString();
      received.push({
        path: request.url ?? "",
        token,
        body: textOf(request, Buffer.concat(chunks)),
      });
      response.setHeader("content-type", "application/json");
      response.end("{}");
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function textOf({ headers }: IncomingMessage, bytes: Buffer): string {
  return (headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes).toString();
}

const hooks = {
  PreToolUse: [
    { hooks: [{ type: "json", name: "guard", json: { decision: "block", reason: "no" } }] },
  ],
};

/** Fires one event by the command, with these settings of the user. Not synchronously: the server lives in this process. */
async function fire(
  settings: object,
  more: Record<string, string> = {},
): Promise<{ status: unknown; stderr: string }> {
  writeFileSync(join(folder, "home/settings.json"), JSON.stringify({ hooks, ...settings }));
  const words = "run PreToolUse --tool Bash --input command=ls-secret".split(" ");
  const child = spawn(process.execPath, [resolve("dist/cli/main.js"), ...words], {
    cwd: join(folder, "project"),
    env: { ...process.env, SNAPHOOK_HOME: join(folder, "home"), ...more },
  });
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise((ended) => child.on("exit", ended));
  return { status, stderr };
}

const endpoint = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

test("a command sends what it records where the user's settings say so", async () => {
  const telemetry = { endpoint: endpoint(), headers: { "x-token": "t-${WORD}" } };
  // The command gives the receiver half a second, which this process may not get on a busy machine.
  let ended = await fire({ telemetry }, { WORD: "1" });
  for (let tries = 0; tries < 20 && ended.stderr !== ""; tries++)
    ended = await fire({ telemetry }, { WORD: "1" });
  expect(ended).toEqual({ status: 0, stderr: "" });
  const [traces] = received.filter(({ path }) => path === "/v1/traces");
  expect(traces?.token).toBe("t-1");
  expect(traces?.body).toContain("hook PreToolUse");
  expect(traces?.body).toContain("run guard");
  // Names and decisions, no texts.
  expect(traces?.body).not.toContain("ls-secret");
});

test("with content it sends texts too", async () => {
  await fire({ telemetry: { endpoint: endpoint(), content: true } });
  expect(received.map(({ body }) => body).join("\n")).toContain("ls-secret");
});

test("without settings nothing is sent, whatever the environment says", async () => {
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint() };
  expect(await fire({}, variables)).toEqual({ status: 0, stderr: "" });
  expect(received).toEqual([]);
});

test("a receiver that is gone is told, and changes nothing else", async () => {
  const telemetry = { endpoint: endpoint() };
  server.close();
  const { status, stderr } = (await fire({ telemetry })) as { status: number; stderr: string };
  expect(status).toBe(0);
  expect(stderr).toMatch(/^snaphook: telemetry: /);
});

test("a header that cannot be sent is named, with where to mend it, and nothing is sent", async () => {
  const telemetry = { endpoint: endpoint(), headers: { "a b": "c" } };
  expect(await fire({ telemetry })).toEqual({
    status: 0,
    stderr:
      'snaphook: telemetry is not sent: the header "a b" is no name that HTTP allows; see telemetry.headers in the settings\n',
  });
  expect(received).toEqual([]);
});
