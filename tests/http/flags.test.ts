import { afterEach, beforeAll, expect, it } from "vitest";
import { Elsewhere } from "./elsewhere.js";
import { quiet, specFor } from "./post.js";
import { RawServer } from "./raw-server.js";

let elsewhere: Elsewhere;
let server: RawServer;
beforeAll(async () => {
  elsewhere = await Elsewhere.prepare();
});
afterEach(() => server.stop());

const head = "HTTP/1.1 200 OK\r\n";
it.each<[string, string, string, string]>([
  [
    "one huge header",
    "--max-http-header-size=1000000",
    `${head}A: ${"b".repeat(40_000)}\r\nContent-Length: 2\r\n\r\n{}`,
    "sent headers that are too large (HPE_HEADER_OVERFLOW)",
  ],
  [
    "headers that are large together",
    "--max-http-header-size=1000000",
    `${head}${"a: b\r\n".repeat(9000)}Content-Length: 2\r\n\r\n{}`,
    "sent headers that are too large (HPE_HEADER_OVERFLOW)",
  ],
  [
    "a length and chunks",
    "--insecure-http-parser",
    `${head}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    "sent what is not HTTP (HPE_INVALID_CONTENT_LENGTH)",
  ],
])("%s is no answer, whatever the flags say", async (_, flag, bytes, words) => {
  server = await RawServer.start();
  server.says(bytes);
  const results = await elsewhere.run([specFor(server)], { NODE_OPTIONS: flag });
  expect(results).toEqual([{ ...quiet, exit: 1, stderr: `${server.host} ${words}` }]);
});
