import { writeFileSync } from "node:fs";
import type { TlsOptions } from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { Authority, selfSigned, type Certificate } from "./certificates.js";
import { Elsewhere } from "./elsewhere.js";
import { deny, quiet, specFor, type HttpSpec } from "./post.js";
import { answer, RawServer } from "./raw-server.js";

const authority = new Authority();
const here = { names: ["localhost"], addresses: ["127.0.0.1"] };
let elsewhere: Elsewhere;
let server: RawServer;
beforeAll(async () => {
  elsewhere = await Elsewhere.prepare();
  writeFileSync(elsewhere.path("ca.pem"), authority.cert);
});
afterEach(() => server.stop());

async function serve(certificate: Certificate, more: TlsOptions = {}): Promise<void> {
  server = await RawServer.start({ ...certificate, ...more });
  server.says(answer(deny));
}

const careless = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_NO_WARNINGS: "1" };
async function ask(
  env: Readonly<Record<string, string>>,
  ...given: readonly Partial<HttpSpec>[]
): Promise<readonly object[]> {
  const specs = (given.length === 0 ? [{}] : given).map((one) => specFor(server, one));
  const results = await elsewhere.run(specs, env);
  return JSON.parse(JSON.stringify(results).replaceAll(server.host, "HOST")) as object[];
}
const trusting = (): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: elsewhere.path("ca.pem") });
const good = { ...quiet, exit: 0, stdout: deny };

describe("over https", () => {
  it("an authority that the process knows is believed, and its connection kept", async () => {
    await serve(authority.issue(here));
    expect(await ask(trusting(), {}, {}, {})).toEqual([good, good, good]);
    expect(server.connections).toBe(1);
  });

  it("a kept connection that is found closed costs no event", async () => {
    await serve(authority.issue(here));
    server.react = (socket, number) => {
      if (number === 1) socket.destroy();
      else socket.write(answer(deny));
    };
    expect(await ask(trusting(), {}, {}, {})).toEqual([good, good, good]);
    expect(server.requests).toHaveLength(4);
  });

  it("an event is sent once where a kept connection has begun to answer", async () => {
    await serve(authority.issue(here));
    server.react = (socket, number) => {
      if (number === 0) socket.write(answer(deny));
      else socket.end("HTTP/1.1 2");
    };
    const spawnError = "HOST closed the connection before it answered (ECONNRESET)";
    expect(await ask(trusting(), {}, {})).toEqual([good, { ...quiet, spawnError }]);
    expect(server.requests).toHaveLength(2);
  });

  it("what a server says unasked is not the answer to the next event", async () => {
    await serve(authority.issue(here));
    server.react = (socket, number) => {
      socket.write(answer(deny));
      if (number === 0) setTimeout(() => socket.write(answer("{}")), 30);
    };
    const other = await RawServer.start();
    // While another hook is asked, the connection is idle.
    other.react = (socket) => setTimeout(() => socket.write(answer("{}")), 200);
    const between = { url: other.url, hosts: [other.host] };
    const results = await ask(trusting(), {}, between, {});
    await other.stop();
    expect(results).toEqual([good, { ...good, stdout: "{}" }, good]);
    expect(server.connections).toBe(2);
  });
});

describe("nothing is sent, whatever the environment says, to", () => {
  const unknown =
    "HOST has a certificate of an unknown authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE)";
  it.each<[string, () => Certificate, boolean, string]>([
    ["an unknown authority", () => authority.issue(here), false, unknown],
    [
      "a server that signed for itself",
      () => selfSigned(here),
      true,
      "HOST has a certificate that it signed itself (DEPTH_ZERO_SELF_SIGNED_CERT)",
    ],
    [
      "another host",
      () => authority.issue({ names: ["example.com"] }),
      true,
      "HOST has a certificate for another host (ERR_TLS_CERT_ALTNAME_INVALID)",
    ],
    [
      "a certificate of the past",
      () => authority.issue({ ...here, from: -9, until: -2 }),
      true,
      "HOST has a certificate that has expired (CERT_HAS_EXPIRED)",
    ],
    [
      "a certificate of the future",
      () => authority.issue({ ...here, from: 2 }),
      true,
      "HOST has a certificate that is not valid yet (CERT_NOT_YET_VALID)",
    ],
  ])("%s", async (_, certificate, known, spawnError) => {
    await serve(certificate());
    const headers = { authorization: "Bearer $T" };
    const secret = { headers, variables: { T: "s3cret" } };
    const env = known ? trusting() : {};
    expect(await ask(env, secret)).toEqual([{ ...quiet, spawnError }]);
    expect(await ask({ ...env, ...careless }, secret)).toEqual([{ ...quiet, spawnError }]);
    expect(server.requests).toEqual([]);
  });

  /** Which code it is depends on whether the fault is met while reading or while writing. */
  const noTls = /^HOST does not speak TLS that is accepted \((?:EPROTO|ERR_SSL_[A-Z\d_]+)\)$/;

  it("a server of old TLS only", async () => {
    const old = {
      minVersion: "TLSv1",
      maxVersion: "TLSv1.1",
      ciphers: "DEFAULT@SECLEVEL=0",
    } as const;
    await serve(authority.issue(here), old);
    const env = {
      ...trusting(),
      ...careless,
      NODE_OPTIONS: "--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0",
    };
    const [result] = await ask(env);
    expect(result).toMatchObject({ spawnError: expect.stringMatching(noTls) as string });
    expect(server.requests).toEqual([]);
  });

  it("a server without TLS", async () => {
    server = await RawServer.start();
    server.onConnection = (socket) => socket.write("Good day\r\n");
    const [result] = await ask(careless, { url: `https://${server.host}/` });
    expect(result).toMatchObject({ spawnError: expect.stringMatching(noTls) as string });
    expect(server.requests).toEqual([]);
  });

  it("a server that is silent when TLS should begin", async () => {
    server = await RawServer.start();
    const silent = { url: `https://${server.host}/`, timeoutMs: 400 };
    expect(await ask(careless, silent)).toEqual([{ ...quiet, timedOut: true }]);
  });
});
