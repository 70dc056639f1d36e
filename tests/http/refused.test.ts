import { createHook } from "node:async_hooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpRunner, never, quiet, specFor, reported, type HttpRunner } from "./post.js";
import { answer, RawServer } from "./raw-server.js";

let server: RawServer;
let runner: HttpRunner;
beforeEach(async () => {
  server = await RawServer.start();
  server.says(answer("{}"));
  runner = createHttpRunner();
});
afterEach(async () => {
  runner.close();
  await server.stop();
});

type Given = Parameters<typeof specFor>[1];
async function ask(given: Given): Promise<object> {
  return reported(await runner.run(specFor(server, given), never), server);
}

describe("nobody is contacted", () => {
  it.each<[string, (host: string) => Given, string]>([
    ["where no host is listed", () => ({ hosts: [] }), "HOST is not listed in httpHosts"],
    [
      "where another is",
      () => ({ hosts: ["localhost", "127.0.0.2"] }),
      "HOST is not listed in httpHosts",
    ],
    ["on another port", () => ({ hosts: ["127.0.0.1:1"] }), "HOST is not listed in httpHosts"],
    [
      "by an address in other numbers",
      (host) => ({ url: `http://${host.replace("127.0.0.1", "0x7f.1")}`, hosts: ["localhost"] }),
      "HOST is not listed in httpHosts",
    ],
    [
      "as a user",
      (host) => ({ url: `http://listed@${host}/` }),
      "the url holds a user name or a password: use a header",
    ],
    [
      "with a password",
      (host) => ({ url: `http://:s3cret@${host}/` }),
      "the url holds a user name or a password: use a header",
    ],
    [
      "over another scheme",
      (host) => ({ url: `ftp://${host}/` }),
      "the url is neither http nor https",
    ],
    ["where the url is none", () => ({ url: "/s3cret" }), "the url cannot be read"],
    ["where the url is empty", () => ({ url: "" }), "the url cannot be read"],
    [
      "over plain http to another machine",
      () => ({ url: "http://192.0.2.1:81/s3cret", hosts: ["192.0.2.1"] }),
      "192.0.2.1:81 is listed in httpHosts for https only",
    ],
    [
      "where a variable would end a header",
      () => ({ headers: { "X-Key": "$KEY" }, variables: { KEY: "s3cret\r\nx: y" } }),
      "the header x-key has characters that cannot be sent",
    ],
    [
      "where a header would be another request",
      () => ({ headers: { "X-Key": "a\r\n\r\nPOST / HTTP/1.1" } }),
      "the header x-key has characters that cannot be sent",
    ],
    [
      "where the settings set the host",
      () => ({ headers: { hOST: "evil.example" } }),
      "the header host is set by Snaphook and cannot be changed",
    ],
    [
      "at a name without an end",
      () => ({ url: `https://${"a".repeat(9000)}/`, hosts: [] }),
      `${"a".repeat(260)}… is not listed in httpHosts`,
    ],
  ])("%s", async (_, given, spawnError) => {
    expect(await ask(given(server.host))).toEqual({ ...quiet, spawnError });
    expect(server.connections).toBe(0);
  });
});

it("a name that is not listed is not even looked up", async () => {
  const begun: string[] = [];
  const watch = createHook({ init: (_, type) => begun.push(type) }).enable();
  const lookups = async (hosts: readonly string[]): Promise<number> => {
    begun.length = 0;
    await ask({ url: "https://nobody.invalid/", hosts, timeoutMs: 5000 });
    return begun.filter((type) => type === "GETADDRINFOREQWRAP").length;
  };
  const [unlisted, listed] = [await lookups(["invalid"]), await lookups(["nobody.invalid"])];
  watch.disable();
  expect({ unlisted, listed }).toEqual({ unlisted: 0, listed: 1 });
});

describe("who cannot be reached is named, with the code", () => {
  it("where nobody listens", async () => {
    const result = await ask({ url: "http://127.0.0.1:1/?key=s3cret", hosts: ["127.0.0.1"] });
    expect(result).toEqual({
      ...quiet,
      spawnError: "127.0.0.1:1 refused the connection (ECONNREFUSED)",
    });
  });

  it("at a name that has several addresses", async () => {
    const result = await ask({ url: "http://localhost:1/", hosts: ["localhost"] });
    expect(result).toEqual({
      ...quiet,
      spawnError: "localhost:1 refused the connection (ECONNREFUSED)",
    });
  });

  it("where a name does not exist", async () => {
    const result = await ask({
      url: "https://nobody.invalid/x",
      hosts: ["*.invalid"],
      timeoutMs: 240_000,
    });
    expect(result).toMatchObject({
      spawnError: expect.stringMatching(
        /^nobody\.invalid is a name that cannot be resolved( just now)? \((ENOTFOUND|EAI_AGAIN)\)$/,
      ) as string,
    });
  });

  it.each([
    `https://${"a".repeat(300)}.invalid/`,
    `https://${"a.".repeat(200)}invalid/`,
    "https://a..invalid/",
    "https://-_-.invalid/",
    "http://localhost:0/",
    "https://[::]:1/",
  ])("%s", async (url) => {
    const hosts = [new URL(url).hostname];
    const result = await runner.run(specFor(server, { url, hosts, timeoutMs: 3000 }), never);
    expect(["not-started", "timed-out"]).toContain(result.ending.type);
  });
});
