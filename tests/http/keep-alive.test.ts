import { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createHttpRunner, deny, quiet, specFor, reported, type HttpRunner } from "./post.js";
import { answer, RawServer } from "./raw-server.js";

let server: RawServer;
let runner: HttpRunner;
beforeEach(async () => {
  server = await RawServer.start();
  runner = createHttpRunner();
});
afterEach(async () => {
  vi.restoreAllMocks();
  runner.close();
  await server.stop();
});

async function ask(given: Parameters<typeof specFor>[1] = {}): Promise<object> {
  const { signal } = new AbortController();
  return reported(await runner.run(specFor(server, given), signal), server);
}
const counts = (): object => ({
  connections: server.connections,
  requests: server.requests.length,
});
const good = { ...quiet, exit: 0, stdout: "{}" };
const broken = {
  ...quiet,
  spawnError: "HOST closed the connection before it answered (ECONNRESET)",
};

describe("a connection is kept", () => {
  it.each<[string, string]>([
    ["after an object", answer(deny)],
    ["after nothing", "HTTP/1.1 204 No Content\r\n\r\n"],
    ["after a text", answer("hm")],
    ["after a failure", answer("no", "500 No")],
  ])("%s", async (_, bytes) => {
    server.says(bytes);
    for (let count = 0; count < 20; count++) await ask();
    expect(counts()).toEqual({ connections: 1, requests: 20 });
  });

  it("and there are never more than sixteen, however many events wait", async () => {
    let open = 0;
    let most = 0;
    server.react = (socket) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open--;
        socket.write(answer("{}"));
      }, 20);
    };
    const results = await Promise.all(Array.from({ length: 100 }, () => ask()));
    expect(results).toEqual(Array.from({ length: 100 }, () => good));
    expect({ ...counts(), most }).toEqual({ connections: 16, requests: 100, most: 16 });
  });

  it("but not longer than a few seconds", async () => {
    server.says(answer("{}"));
    await ask();
    await server.isLeft();
    expect(await ask()).toEqual(good);
    expect(counts()).toEqual({ connections: 2, requests: 2 });
  });

  it("and all are closed with the runner", async () => {
    // None is closed for being idle: who does not close them waits forever.
    vi.spyOn(Socket.prototype, "setTimeout").mockReturnThis();
    server.says(answer("{}"));
    await Promise.all([ask(), ask(), ask()]);
    const left = server.isLeft();
    runner.close();
    await left;
    expect(counts()).toEqual({ connections: 3, requests: 3 });
  });

  it("but not with a server that wants it closed", async () => {
    server.says(answer("{}", "200 OK", "Connection: close"));
    await ask();
    await ask();
    expect(counts()).toEqual({ connections: 2, requests: 2 });
  });
});

describe("a kept connection that is found closed", () => {
  it.each<[string, (socket: Socket) => void]>([
    ["in good order", (socket) => socket.end()],
    ["by a reset", (socket) => socket.resetAndDestroy()],
  ])("%s costs no event: it is sent once more", async (_, close) => {
    server.react = (socket, number) => {
      if (number === 1) close(socket);
      else socket.write(answer("{}"));
    };
    expect([await ask(), await ask({ body: '{"n":2}' })]).toEqual([good, good]);
    expect(counts()).toEqual({ connections: 2, requests: 3 });
    const bodies = server.requests.map((request) => request.split("\r\n\r\n")[1]);
    expect(bodies.slice(1)).toEqual(['{"n":2}', '{"n":2}']);
  });

  it("again is a failure: there is no third time", async () => {
    server.react = (socket, number) => {
      if (number === 0) socket.write(answer("{}"));
      else socket.destroy();
    };
    expect([await ask(), await ask()]).toEqual([good, broken]);
    expect(counts()).toEqual({ connections: 2, requests: 3 });
  });

  it("and then a silence ends at the one deadline", async () => {
    server.react = (socket, number) => {
      if (number === 0) socket.write(answer("{}"));
      else if (number === 1) socket.destroy();
    };
    expect([await ask(), await ask({ timeoutMs: 400 })]).toEqual([
      good,
      { ...quiet, timedOut: true },
    ]);
  });

  it("while others wait for one: none of them is lost", async () => {
    const uses = new Map<object, number>();
    server.react = (socket) => {
      const use = (uses.get(socket) ?? 0) + 1;
      uses.set(socket, use);
      if (use === 2) socket.destroy();
      else socket.write(answer("{}"));
    };
    const results = await Promise.all(Array.from({ length: 60 }, () => ask()));
    expect(results).toEqual(Array.from({ length: 60 }, () => good));
  });
});

describe("an event is sent only once", () => {
  it("over a new connection that is closed", async () => {
    server.react = (socket) => socket.destroy();
    expect(await ask()).toEqual(broken);
    expect(counts()).toEqual({ connections: 1, requests: 1 });
  });

  it("where a kept connection has begun to answer", async () => {
    server.react = (socket, number) => {
      if (number === 0) socket.write(answer("{}"));
      else socket.end("HTTP/1.1 2");
    };
    expect([await ask(), await ask()]).toEqual([good, broken]);
    expect(counts()).toEqual({ connections: 1, requests: 2 });
  });
});

describe("what a server says unasked is not the answer to the next event", () => {
  it.each<[string, string, number]>([
    ["a whole answer, at once", answer("{}") + answer(deny), 0],
    ["a whole answer, later", answer(deny), 30],
    ["the beginning of one, later", answer(deny).slice(0, 20), 30],
    ["a byte, later", "x", 30],
  ])("%s", async (_, bytes, delay) => {
    server.react = (socket, number) => {
      if (number > 0 || delay > 0) socket.write(answer("{}"));
      if (number > 0) return;
      if (delay === 0) socket.write(bytes);
      else setTimeout(() => socket.write(bytes), delay);
    };
    const first = await ask();
    await server.isLeft();
    expect([first, await ask()]).toEqual([good, good]);
    expect(counts()).toEqual({ connections: 2, requests: 2 });
  });
});
