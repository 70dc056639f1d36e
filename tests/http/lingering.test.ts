import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Elsewhere } from "./elsewhere.js";
import { quiet, specFor } from "./post.js";
import { answer, RawServer } from "./raw-server.js";

let elsewhere: Elsewhere;
let server: RawServer;
beforeAll(async () => {
  elsewhere = await Elsewhere.prepare();
});
beforeEach(async () => {
  server = await RawServer.start();
});
afterEach(() => server.stop());

it.each<[string, string, () => void]>([
  ["a connection that is kept", "{}", () => server.says(answer("{}"))],
  [
    "a payload that nobody will read, once it is answered,",
    "x".repeat(30_000_000),
    () => {
      server.onConnection = (socket) => {
        socket.pause();
        socket.write(answer("{}"));
      };
    },
  ],
])("%s does not keep a process", async (_, body, prepare) => {
  prepare();
  // Who waits for the connection does not come to an end: it is never closed for being idle.
  const results = await elsewhere.run([specFor(server, { body })], {});
  expect(results).toEqual([{ ...quiet, exit: 0, stdout: "{}" }]);
});
