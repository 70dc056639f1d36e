import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Authority } from "../http/certificates.js";
import { Elsewhere } from "./elsewhere.js";
import { Receiver } from "./receiver.js";

let elsewhere: Elsewhere;
beforeAll(async () => {
  elsewhere = await Elsewhere.prepare();
});

const endings: (() => void)[] = [];
afterAll(() => {
  for (const end of endings) end();
});

/** An address where nobody listens. */
async function nobody(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}`;
}

/** One that takes connections and never says a word. */
async function silent(): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  endings.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** One where a connection is never made: the line of those who wait is full, and nobody serves it. */
async function unanswering(): Promise<string> {
  const program = `
    const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      require("node:fs").writeSync(1, String(server.address().port));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child: ChildProcess = spawn(process.execPath, ["-e", program], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  endings.push(() => child.kill("SIGKILL"));
  const [port] = (await once(child.stdout as NonNullable<ChildProcess["stdout"]>, "data")) as [
    Buffer,
  ];
  const fillers = Array.from({ length: 8 }, () =>
    connect(Number(String(port)), "127.0.0.1").on("error", () => {}),
  );
  endings.push(() => fillers.forEach((socket) => socket.destroy()));
  await new Promise((wake) => setTimeout(wake, 200));
  return `http://127.0.0.1:${String(port)}`;
}

/** Each with what is reported of it before the host ends. No request and no pause ends by itself in the time of a test. */
const receivers: readonly (readonly [string, () => Promise<string>, readonly string[]])[] = [
  ["nobody listens", nobody, ["The connection failed: ECONNREFUSED."]],
  ["the receiver is silent", silent, []],
  ["no connection is made", unanswering, ["There was no connection within 2000 ms."]],
];

test.concurrent.each(receivers)(
  "where %s, a host that has nothing more to do ends",
  async (_, where, reported) => {
    const { closed, stats, troubles } = await elsewhere.run(await where(), "just ends");
    expect({ closed, queued: stats.queued }).toEqual({ closed: null, queued: 2 });
    expect(troubles.map(({ message }) => message.replace(/ \(.*/, ""))).toEqual(reported);
  },
);

test.concurrent.each(receivers)(
  "where %s, a host that closes telemetry does not wait for it",
  async (_, where) => {
    const { closed, stats } = await elsewhere.run(await where(), "closes");
    expect({ closed, queued: stats.queued }).toEqual({ closed: { sent: 0, lost: 2 }, queued: 0 });
  },
);

test("a host does not wait for what it has not sent yet, nor for a verdict", async () => {
  const { stats } = await elsewhere.run(await nobody(), "just ends", {}, 1e9);
  expect(stats.queued).toBe(3);
});

test("a host does not wait for an idle connection, be telemetry closed or not", async () => {
  const server = createHttpServer();
  server.keepAliveTimeout = 0;
  const receiver = await Receiver.start(server);
  endings.push(() => void receiver.stop());
  for (const ending of ["closes", "just ends"] as const)
    await elsewhere.run(receiver.endpoint, ending);
  expect(receiver.spans.length).toBe(4);
});

test("a receiver that proves who it is by an authority that Node knows gets everything", async () => {
  const authority = new Authority();
  const ca = elsewhere.path("ca.pem");
  writeFileSync(ca, authority.cert);
  const certificate = authority.issue({ addresses: ["127.0.0.1"] });
  const receiver = await Receiver.start(createHttpsServer(certificate));
  endings.push(() => void receiver.stop());
  const endpoint = receiver.endpoint.replace("http:", "https:");
  const { closed } = await elsewhere.run(endpoint, "closes", { NODE_EXTRA_CA_CERTS: ca });
  expect(closed).toEqual({ sent: 2, lost: 0 });
  expect(receiver.faults).toEqual([]);
});
