import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ServedWorkspace } from "./served-workspace.js";

const workspace = new ServedWorkspace();
let socket = "";
let token = "";
let build = "";

beforeAll(async () => {
  workspace.hooks({ PreToolUse: [{ type: "json", json: { decision: "block", reason: "no" } }] });
  socket = (await workspace.start()).socket;
  token = readFileSync(join(workspace.place, "token"), "utf8").trim();
  build = basename(workspace.place);
}, 240_000);
afterAll(async () => {
  await workspace.end();
}, 240_000);

/** The first line of what comes back, or that the line was closed without a word. */
function sent(bytes: string | Buffer): Promise<string> {
  return new Promise((settle) => {
    const line = connect(socket);
    let got = "";
    line.on("data", (chunk) => (got += chunk.toString("latin1")));
    line.on("error", () => {});
    line.on("close", () => settle(got.split("\r\n", 1)[0] || "closed"));
    line.end(bytes);
  });
}

/** A request as the client makes it, but for some headers; `undefined` leaves one out. */
function request(
  changed: Readonly<Record<string, string | undefined>> = {},
  { method = "POST", path = "/fire/codex", body = "A=1\0&{}\n" } = {},
): string {
  const [name = "", value = ""] = token.split(": ");
  const headers: Record<string, string | undefined> = {
    Host: "localhost",
    "Content-Length": String(Buffer.byteLength(body)),
    [name]: value,
    "x-snaphook-build": build,
    "x-snaphook-pid": String(process.pid),
    "x-snaphook-main": join(workspace.cli, "main.js"),
    ...changed,
  };
  const lines = Object.entries(headers).flatMap(([key, text]) =>
    text === undefined ? [] : `${key}: ${text}\r\n`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`;
}

const forbidden = "HTTP/1.1 403 Forbidden";
const bad = "HTTP/1.1 400 Bad Request";
const conflict = "HTTP/1.1 409 Conflict";
const missing = "HTTP/1.1 404 Not Found";
const large = "HTTP/1.1 413 Payload Too Large";

test.each<[string, () => string | Buffer, string]>([
  ["without a token", () => request({ "x-snaphook-token": undefined }), forbidden],
  ["with a wrong token", () => request({ "x-snaphook-token": "0".repeat(64) }), forbidden],
  ["with an empty token", () => request({ "x-snaphook-token": "" }), forbidden],
  ["with a very long token", () => request({ "x-snaphook-token": "0".repeat(9000) }), forbidden],
  ["for another host", () => request({ Host: "evil.example" }), forbidden],
  ["for localhost and a port", () => request({ Host: "localhost:80" }), forbidden],
  ["for localhost with a point", () => request({ Host: "localhost." }), forbidden],
  ["for an address", () => request({ Host: "127.0.0.1" }), forbidden],
  ["without a host", () => request({ Host: undefined }), bad],
  ["of a page", () => request({ Origin: "http://localhost" }), forbidden],
  ["of a browser", () => request({ "Sec-Fetch-Site": "same-origin" }), forbidden],
  ["of another build", () => request({ "x-snaphook-build": "000000000000" }), conflict],
  ["without a build", () => request({ "x-snaphook-build": undefined }), conflict],
  ["with another method", () => request({}, { method: "GET" }), missing],
  ["that asks what it may do", () => request({}, { method: "OPTIONS" }), missing],
  ["for another path", () => request({}, { path: "/fire/../stop" }), missing],
  ["for no host of ours", () => request({}, { path: "/fire/" }), missing],
  ["for an upper case host", () => request({}, { path: "/fire/CODEX" }), missing],
  ["with a question", () => request({}, { path: "/fire/codex?x" }), missing],
  ["without a length", () => request({ "Content-Length": undefined }), bad],
  ["with a negative length", () => request({ "Content-Length": "-1" }), bad],
  ["with a length that is no number", () => request({ "Content-Length": "9e9" }), bad],
  ["with a huge length", () => request({ "Content-Length": "99999999999" }), large],
  [
    "in pieces",
    () =>
      request(
        { "Content-Length": undefined, "Transfer-Encoding": "chunked" },
        { body: "3\r\na=1\r\n0\r\n\r\n" },
      ),
    large,
  ],
  [
    "with two lengths",
    () => request({ "Transfer-Encoding": "chunked" }, { body: "0\r\n\r\n" }),
    bad,
  ],
  ["without variables", () => request({}, { body: "{}\n" }), bad],
  ["with nothing between variables and payload", () => request({}, { body: "A=1\0{}" }), bad],
  ["without a process", () => request({ "x-snaphook-pid": undefined }), bad],
  ["for every process", () => request({ "x-snaphook-pid": "-1" }), bad],
  ["for process 0", () => request({ "x-snaphook-pid": "0" }), bad],
  ["for a process that is not there", () => request({ "x-snaphook-pid": "999999999" }), conflict],
  ["for a process of the system", () => request({ "x-snaphook-pid": "1" }), conflict],
  ["for a process that is not the client", () => request(), conflict],
  ["with a header of 20 KB", () => request({ "x-a": "a".repeat(20_000) }), bad],
  ["of another protocol", () => Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1]), bad],
  ["of noise", () => Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 31) % 256)), bad],
  ["of nothing", () => "", "closed"],
  ["with half a line", () => "POST /fi", bad],
])("a request %s is refused, and nothing runs", async (_what, make, expected) => {
  expect(await sent(make())).toBe(expected);
  expect(await workspace.status()).toMatchObject({ answered: 0, running: 0 });
});

test("a caller cannot choose the variables: they must be what its process was started with", async () => {
  const asked = workspace.write(
    join(workspace.root, "asked"),
    request({}, { body: `PATH=/evil\0&{}\n` }),
  );
  // Looks like the client, and is one but for the variables.
  const client = workspace.write(
    join(workspace.root, "client.sh"),
    `node -e '
const bytes = require("node:fs").readFileSync(process.argv[1], "latin1");
const line = require("node:net").connect(process.argv[3]);
line.end(bytes.replace(/(pid: )\\d+/, "$1" + process.argv[2]));
line.pipe(process.stdout);
' '${asked}' $$ '${socket}'\n:\n`,
  );
  const { stdout } = spawnSync("/bin/sh", [client, "--host", "codex"], {
    env: workspace.environment("perl"),
    cwd: workspace.project,
    encoding: "utf8",
  });
  expect(stdout).toMatch(
    /^HTTP\/1.1 409 [^]*its variable [A-Z_]+ is not what it was started with\n/,
  );
  expect(await workspace.status()).toMatchObject({ answered: 0 });
});

test("who sends slowly or not at all is not waited for, and holds up nobody", async () => {
  const lines = Array.from({ length: 20 }, () => connect(socket));
  for (const line of lines)
    line.on("error", () => {}).write("POST /fire/codex HTTP/1.1\r\nHost: lo");
  const payload = {
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  };
  const { answered } = await workspace.ready();
  expect(workspace.fire("codex", payload).status).toBe(2);
  expect(await workspace.status()).toMatchObject({ answered: answered + 1 });
  await Promise.all(
    lines.map((line) => new Promise((closed) => line.on("close", closed).resume())),
  );
}, 240_000);
