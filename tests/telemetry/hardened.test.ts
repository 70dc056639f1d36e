import { writeFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Authority } from "../http/certificates.js";
import { answer, RawServer } from "../http/raw-server.js";
import { Elsewhere } from "./elsewhere.js";
import { fire, TelemetryWorkspace } from "./telemetry-workspace.js";

let elsewhere: Elsewhere;
let server: RawServer;
beforeAll(async () => {
  elsewhere = await Elsewhere.prepare();
});
afterEach(() => server.stop());

test("a receiver of old TLS only is sent nothing, whatever the flags say", async () => {
  const authority = new Authority();
  writeFileSync(elsewhere.path("ca.pem"), authority.cert);
  server = await RawServer.start({
    ...authority.issue({ addresses: ["127.0.0.1"] }),
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
  });
  server.says(answer("{}"));
  const { closed, troubles } = await elsewhere.run(`https://${server.host}`, "closes", {
    NODE_EXTRA_CA_CERTS: elsewhere.path("ca.pem"),
    NODE_OPTIONS: "--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0",
  });
  expect({ sent: closed?.sent, kinds: troubles.map(({ kind }) => kind) }).toEqual({
    sent: 0,
    kinds: ["refused"],
  });
  expect(server.requests).toEqual([]);
});

const head = "HTTP/1.1 200 OK\r\n";
describe("is no success, whatever the flags say:", () => {
  test.each<[string, string, string]>([
    [
      "one huge header",
      "--max-http-header-size=1000000",
      `${head}A: ${"b".repeat(40_000)}\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      "headers that are large together",
      "--max-http-header-size=1000000",
      `${head}${"a: b\r\n".repeat(9000)}Content-Length: 2\r\n\r\n{}`,
    ],
    [
      "a length and chunks",
      "--insecure-http-parser",
      `${head}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
  ])("%s", async (_, flag, bytes) => {
    server = await RawServer.start();
    server.says(bytes);
    const { closed, troubles } = await elsewhere.run(`http://${server.host}`, "closes", {
      NODE_OPTIONS: flag,
    });
    expect({ sent: closed?.sent, kinds: troubles.map(({ kind }) => kind) }).toEqual({
      sent: 0,
      kinds: ["unreachable"],
    });
  });
});

describe("in this process", () => {
  let workspace: TelemetryWorkspace;
  beforeEach(async () => {
    workspace = await TelemetryWorkspace.start();
    server = await RawServer.start();
  });
  afterEach(() => workspace.close());

  test("what a receiver says unasked is not the answer to the next request", async () => {
    server.react = (socket, number) => {
      socket.write(answer("{}", number === 0 ? "200 OK" : "400 Bad Request"));
      if (number === 0) setTimeout(() => socket.write(answer("{}")), 30);
    };
    const telemetry = workspace.open({ endpoint: `http://${server.host}` });
    fire(telemetry, "e1");
    await workspace.receiver.until(() => telemetry.stats.sent === 2);
    await new Promise((wake) => setTimeout(wake, 200));
    fire(telemetry, "e2");
    expect(await telemetry.close()).toEqual({ sent: 2, lost: 2 });
  });

  test("a receiver that changes to another protocol is refused and left", async () => {
    server.says("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n{}");
    const telemetry = workspace.open({ endpoint: `http://${server.host}` });
    fire(telemetry, "e1");
    expect(await telemetry.close()).toEqual({ sent: 0, lost: 2 });
    expect(workspace.kinds).toEqual(["refused"]);
    await server.isLeft();
  });
});
