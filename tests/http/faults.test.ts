import fc from "fast-check";
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  createHttpRunner,
  deny,
  never,
  quiet,
  specFor,
  reported,
  type HttpRunner,
} from "./post.js";
import { answer, RawServer, type React } from "./raw-server.js";
import { withLongerDeadlines } from "../deadlines.js";

let server: RawServer;
let runner: HttpRunner;
beforeEach(async () => {
  server = await RawServer.start();
  runner = createHttpRunner();
});
afterEach(async () => {
  runner.close();
  await server.stop();
});

async function ask(given: Parameters<typeof specFor>[1] = {}): Promise<object> {
  return reported(await runner.run(specFor(server, given), never), server);
}

const head = "HTTP/1.1 200 OK\r\n";
const misplaced = "HTTP 200 whose body does not end where it should";

/** Writes a text a byte at a time, and never comes to its end. */
function trickle(text: string): React {
  return (socket) => {
    let at = 0;
    const timer = setInterval(() => socket.write(text[at++ % text.length] ?? ""), 20);
    socket.on("close", () => clearInterval(timer));
  };
}

const write =
  (text: string): React =>
  (socket) =>
    socket.write(text);

describe("the deadline ends", () => {
  it.each<[string, React, string]>([
    ["a silence", () => {}, ""],
    ["half a head", write("HTTP/1.1 200"), ""],
    ["a head without its end", trickle(`${head}X-A: ${"b".repeat(9000)}`), ""],
    ["notices without end", trickle("HTTP/1.1 100 Continue\r\n\r\n"), ""],
    ["a head without a body", write(`${head}Content-Length: 5\r\n\r\n`), ""],
    ["a body without its end", write(`${head}Content-Length: 99\r\n\r\n${deny}`), deny],
    [
      "a chunk without its end",
      write(`${head}Transfer-Encoding: chunked\r\n\r\n50\r\n${deny}`),
      deny,
    ],
    [
      "chunks without a last one",
      write(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n`),
      "{}",
    ],
    ["a connection without its end", write(`${head}\r\n${deny}`), deny],
    ["a failure without its end", write(`HTTP/1.1 500 No\r\n\r\n${deny}`), ""],
  ])("%s", async (_, react, stdout) => {
    server.react = react;
    await withLongerDeadlines(400, async (timeoutMs) => {
      expect(await ask({ timeoutMs })).toEqual({ ...quiet, timedOut: true, stdout });
    });
    await server.isLeft();
  });

  it("a body that comes byte by byte, however long it takes", async () => {
    server.react = (socket, number) => {
      socket.write(`${head}\r\n`);
      trickle(" ")(socket, number);
    };
    expect(await ask({ timeoutMs: 400 })).toMatchObject({ timedOut: true });
  });

  it("a payload that nobody reads", async () => {
    server.onConnection = (socket) => socket.pause();
    const body = "x".repeat(30_000_000);
    expect(await ask({ timeoutMs: 400, body })).toEqual({ ...quiet, timedOut: true });
  });
});

describe("a connection that ends", () => {
  const bytes = answer(deny);
  const bodyAt = bytes.indexOf(deny);
  const broken = {
    ...quiet,
    spawnError: "HOST closed the connection before it answered (ECONNRESET)",
  };

  it("anywhere in an answer leaves what came, as garbled", async () => {
    server.react = (socket, number) => socket.end(bytes.slice(0, number));
    for (let length = 0; length < bytes.length; length++) {
      const stdout = bytes.slice(bodyAt, length);
      const expected = length < bodyAt ? broken : { ...quiet, exit: 0, stdout, garbled: misplaced };
      expect({ length, ...(await ask()) }).toEqual({ length, ...expected });
    }
    expect(server.requests).toHaveLength(bytes.length);
  });

  it("anywhere in an answer by a reset leaves what came, as garbled", async () => {
    server.react = (socket, number) => {
      socket.write(bytes.slice(0, number * 3));
      setTimeout(() => socket.resetAndDestroy(), 30);
    };
    for (let length = 0; length < bytes.length; length += 3) {
      const stdout = bytes.slice(bodyAt, length);
      const expected = length < bodyAt ? broken : { ...quiet, exit: 0, stdout, garbled: misplaced };
      expect({ length, ...(await ask()) }).toEqual({ length, ...expected });
    }
  });

  it("before the payload is read is a failure to start", async () => {
    const whole = specFor(server, { body: "x".repeat(10_000_000) });
    server.onConnection = (socket) => socket.resetAndDestroy();
    const result = reported(await runner.run(whole, never), server);
    expect(result).toMatchObject({
      spawnError: expect.stringContaining("closed the connection") as string,
    });
  });
});

describe("framing that is wrong", () => {
  const chunks = `${head}Transfer-Encoding: chunked\r\n\r\n`;
  it.each<[string, string, string]>([
    ["more than the length says", `${head}Content-Length: ${deny.length}\r\n\r\n${deny}{}`, deny],
    [
      "a length that cuts the answer",
      `${head}Content-Length: ${deny.length - 4}\r\n\r\n${deny}`,
      deny.slice(0, -4),
    ],
    ["a body where there must be none", "HTTP/1.1 204 No Content\r\n\r\nxyz", ""],
    ["a chunk that is longer than it says", `${chunks}2\r\n${deny}\r\n0\r\n\r\n`, deny.slice(0, 2)],
    [
      "a chunk whose length is no number",
      `${chunks}${deny.length.toString(16)}\r\n${deny}\r\nzz\r\n`,
      deny,
    ],
    ["a chunk of endless length", `${chunks}2\r\n{}\r\n${"f".repeat(40)}\r\n`, "{}"],
  ])("%s: what came may only tighten", async (_, bytes, stdout) => {
    server.says(bytes);
    const garbled = misplaced.replace("200", bytes.slice(9, 12));
    expect(await ask()).toEqual({ ...quiet, exit: 0, stdout, garbled });
    await server.isLeft();
  });

  it.each<[string, string, string]>([
    ["no HTTP at all", "hello there\n", "sent what is not HTTP (HPE_INVALID_CONSTANT)"],
    ["an object and no HTTP", "{}\r\n\r\n", "sent what is not HTTP (HPE_INVALID_CONSTANT)"],
    ["zeros", "\0".repeat(100), "sent what is not HTTP (HPE_INVALID_CONSTANT)"],
    ["another version", "HTTP/9.9 200 OK\r\n\r\n", "sent what is not HTTP (HPE_INVALID_VERSION)"],
    [
      "a status that is no number",
      "HTTP/1.1 abc OK\r\n\r\n",
      "sent what is not HTTP (HPE_INVALID_STATUS)",
    ],
    [
      "two lengths",
      `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      "sent what is not HTTP (HPE_UNEXPECTED_CONTENT_LENGTH)",
    ],
    [
      "a length and chunks",
      `${head}Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`,
      "sent what is not HTTP (HPE_INVALID_CONTENT_LENGTH)",
    ],
    [
      "a length below zero",
      `${head}Content-Length: -1\r\n\r\n`,
      "sent what is not HTTP (HPE_INVALID_CONTENT_LENGTH)",
    ],
    [
      "one huge header",
      `${head}A: ${"b".repeat(40_000)}\r\n\r\n`,
      "sent headers that are too large (HPE_HEADER_OVERFLOW)",
    ],
    [
      "headers without number",
      `${head}${"a: b\r\n".repeat(9000)}`,
      "sent headers that are too large (HPE_HEADER_OVERFLOW)",
    ],
  ])("%s is a failure", async (_, bytes, words) => {
    server.says(bytes);
    expect(await ask()).toEqual({ ...quiet, exit: 1, stderr: `HOST ${words}` });
    await server.isLeft();
  });
});

describe("an answer that is too long", () => {
  it.each<[string, string, string | undefined]>([
    ["an object is cut", '{"reason":"', undefined],
    ["a text is cut and garbled", "very well, ", "HTTP 200 without a JSON object"],
  ])("%s, and nobody waits for its end", async (_, words, garbled) => {
    server.react = (socket) => {
      socket.write(`${head}\r\n${words}`);
      const flood = (): void => {
        while (!socket.destroyed && socket.write("x".repeat(50_000)));
      };
      socket.on("drain", flood);
      flood();
    };
    const stdout = words.padEnd(1000, "x");
    const expected = { ...quiet, exit: 0, stdout, cut: true, ...(garbled && { garbled }) };
    expect(await ask({ outputBytes: 1000 })).toEqual(expected);
    await server.isLeft();
  });

  it("one of exactly the allowed length is whole", async () => {
    server.says(answer(deny));
    expect(await ask({ outputBytes: deny.length })).toEqual({ ...quiet, exit: 0, stdout: deny });
  });
});

it("leaves a server that changes to another protocol", async () => {
  server.says("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n{}");
  expect(await ask()).toMatchObject({ exit: 1 });
  await server.isLeft();
});

it("hears an answer that comes before the payload is read", async () => {
  server.onConnection = (socket) => {
    socket.pause();
    socket.write(answer(deny));
  };
  const body = "x".repeat(30_000_000);
  expect(await ask({ body })).toEqual({ ...quiet, exit: 0, stdout: deny });
});

describe("whoever is called off", () => {
  const cancelled = { ...quiet, cancelled: true };

  it("before it begins contacts nobody", async () => {
    const result = await runner.run(specFor(server), AbortSignal.abort());
    expect([reported(result, server), server.connections]).toEqual([cancelled, 0]);
  });

  it.each<[string, string, string]>([
    ["before an answer", "", ""],
    ["in the head", head, ""],
    ["in the body, and what came is kept", `${head}Content-Length: 99\r\n\r\n${deny}`, deny],
  ])("%s is cancelled", async (_, bytes, stdout) => {
    const caller = new AbortController();
    server.react = (socket) => {
      socket.write(bytes);
      setTimeout(() => caller.abort(), 50);
    };
    const result = await runner.run(specFor(server), caller.signal);
    expect(reported(result, server)).toEqual({ ...cancelled, stdout });
    await server.isLeft();
  });

  it("by the end of the runner is cancelled, and so is whatever comes after it", async () => {
    server.react = (_, number) => {
      if (number === 1) runner.close();
    };
    const results = await Promise.all([ask(), ask()]);
    expect([...results, await ask()]).toEqual([cancelled, cancelled, cancelled]);
    expect(server.requests).toHaveLength(2);
  });

  it("leaves no listener at its caller", async () => {
    server.says(answer("{}"));
    const { signal } = new AbortController();
    for (let count = 0; count < 5; count++) await runner.run(specFor(server), signal);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

it("whatever bytes come, there is one ending, and only an object or nothing passes as an answer", async () => {
  const whole = [
    answer(deny, "200 OK", "Content-Type: application/json"),
    answer(deny, "500 No"),
    `${head}Transfer-Encoding: chunked\r\n\r\n22\r\n${deny}\r\n0\r\n\r\n`,
    `HTTP/1.1 100 Continue\r\n\r\n${answer("{}")}`,
  ];
  const edit = fc.tuple(fc.nat(200), fc.nat(3), fc.uint8Array({ maxLength: 6 }));
  const bytes = fc
    .tuple(fc.constantFrom(...whole), fc.array(edit, { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce(
        (all, [at, gone, come]) =>
          Buffer.concat([all.subarray(0, at), come, all.subarray(at + gone)]),
        Buffer.from(text),
      ),
    );
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      server.react = (socket) => socket.end(sent);
      const result = await runner.run(specFor(server), never);
      const { ending } = result;
      if (ending.type !== "exited" || ending.code !== 0 || result.garbled !== undefined) return;
      const text = Buffer.from(result.stdout).toString().trim();
      expect(text === "" || typeof JSON.parse(text) === "object").toBe(true);
    }),
  );
});
