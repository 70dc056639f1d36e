import { once } from "node:events";
import { createServer as createHttpsServer } from "node:https";
import { createServer as createNetServer, type AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { TelemetryOptions } from "../../src/telemetry/index.js";
import { selfSigned } from "../http/certificates.js";
import { fire, TelemetryWorkspace } from "./telemetry-workspace.js";
import { answer, Receiver, reset } from "./receiver.js";

let workspace: TelemetryWorkspace;
beforeEach(async () => {
  workspace = await TelemetryWorkspace.start();
});
afterEach(() => workspace.close());

test("one connection carries many requests, large ones compressed", async () => {
  const telemetry = workspace.open();
  for (let index = 0; index < 5; index++) {
    fire(telemetry, `e${index}`);
    await workspace.receiver.until(() => telemetry.stats.sent === 2 * (index + 1));
  }
  telemetry.take({ time: "", type: "note", eventId: "" });
  await telemetry.close();
  expect(workspace.receiver.connections).toBe(1);
  expect(workspace.receiver.requests.map(({ headers }) => headers["content-encoding"])).toEqual([
    ...Array.from({ length: 5 }, () => "gzip"),
    undefined,
  ]);
});

test("a connection that the receiver has ended in the meantime is no trouble", async () => {
  const telemetry = workspace.open({ limits: { pauseMs: 600_000, retryMs: 1e7 } });
  fire(telemetry, "e1");
  await workspace.receiver.until(() => telemetry.stats.sent === 2);
  workspace.receiver.script = [reset];
  fire(telemetry, "e2");
  await workspace.receiver.until(() => workspace.receiver.items === 4);
  expect(workspace.kinds).toEqual([]);
});

test("the endpoint's path and query are kept, headers are sent, and none of it is shown", async () => {
  const secret = ["very", "private", "words"].join("-");
  const telemetry = workspace.open({
    endpoint: `${workspace.receiver.endpoint.replace("//", `//me:${secret}@`)}/otlp/?tenant=7`,
    headers: { "x-team": secret, authorization: `Custom ${secret}` },
  });
  workspace.receiver.script = [
    answer(400, JSON.stringify({ message: `you sent ${secret}\n\u001b[2J` })),
  ];
  workspace.receiver.otherwise = answer(200);
  fire(telemetry, "e1");
  await telemetry.close();
  expect(workspace.receiver.requests).toMatchObject([
    { path: "/otlp/v1/traces?tenant=7", headers: { "x-team": secret } },
  ]);
  expect(workspace.receiver.faults.splice(0)).toEqual(["there is no /otlp/v1/traces?tenant=7"]);
  expect(workspace.troubles).toEqual([
    {
      kind: "refused",
      message: `The receiver answers 400. It says: you sent [header] [2J (${workspace.receiver.endpoint}, traces)`,
    },
  ]);
});

const unusable: readonly (readonly [string, Partial<TelemetryOptions>, RegExp])[] = [
  ["no address", { endpoint: "collector" }, /no http or https address/],
  ["an address of another kind", { endpoint: "file:///etc/passwd" }, /no http or https address/],
  [
    "a header that is none",
    { headers: { "x-a": "line\nbreak" } },
    /cannot be made: ERR_INVALID_CHAR/,
  ],
];
test.each(unusable)("with %s all is lost, and nothing throws", async (_, options, says) => {
  const telemetry = workspace.open(options);
  fire(telemetry, "e1");
  expect(await telemetry.close()).toEqual({ sent: 0, lost: 2 });
  expect(workspace.troubles).toEqual([{ kind: "refused", message: expect.stringMatching(says) }]);
});

test("nobody is sent anything who cannot prove who it is, whatever the environment says", async () => {
  const before = process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  const other = await Receiver.start(createHttpsServer(selfSigned({})));
  try {
    const telemetry = workspace.open({ endpoint: other.endpoint.replace("http:", "https:") });
    fire(telemetry, "e1");
    expect(await telemetry.close()).toEqual({ sent: 0, lost: 2 });
    expect(other.requests).toEqual([]);
    expect(workspace.troubles).toMatchObject([
      { kind: "refused", message: expect.stringContaining("not secure: DEPTH_ZERO_SELF_SIGNED") },
    ]);
  } finally {
    if (before === undefined) delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    else process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = before;
    await other.stop();
  }
});

const talkers: readonly (readonly [string, string, string])[] = [
  ["garbage", "SSH-2.0-OpenSSH_9.2\r\n", "unreachable"],
  ["half a status line", "HTTP/1.1 2", "unreachable"],
  ["endless headers", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}`, "unreachable"],
];
test.each(talkers)("a server that speaks %s is reported as trouble", async (_, words, kind) => {
  const server = createNetServer((socket) => {
    socket.on("error", () => {});
    socket.end(words);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const telemetry = workspace.open({
    endpoint: `http://127.0.0.1:${port}`,
    limits: { retryMs: 20 },
  });
  fire(telemetry, "e1");
  expect(await telemetry.close()).toEqual({ sent: 0, lost: 2 });
  expect(workspace.kinds).toEqual([kind]);
  server.close();
});
