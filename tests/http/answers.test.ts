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
import { answer, RawServer } from "./raw-server.js";

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

it("posts the payload and says what it wants back", async () => {
  server.says(answer(""));
  const body = '{"text":"grüße"}';
  await ask({
    url: `${server.url}/a%20b?key=1#part`,
    headers: { Authorization: "Bearer ${TOKEN}", "X-None": "$OTHER" },
    variables: { TOKEN: "s3cret" },
    body,
  });
  const [head = "", sent] = (server.requests[0] ?? "").split("\r\n\r\n");
  const [line, ...headers] = head.split("\r\n");
  expect(line).toBe("POST /hook/a%20b?key=1 HTTP/1.1");
  expect(headers.map((header) => header.toLowerCase()).toSorted()).toEqual(
    [
      "accept: application/json",
      "accept-encoding: identity",
      "authorization: bearer s3cret",
      "connection: keep-alive",
      `content-length: ${Buffer.byteLength(body)}`,
      "content-type: application/json",
      `host: ${server.host}`,
      "user-agent: snaphook",
      "x-none: ",
    ].toSorted(),
  );
  expect(Buffer.from(sent ?? "", "latin1").toString()).toBe(body);
});

const chunked = (...chunks: readonly string[]): string =>
  `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${[...chunks, ""]
    .map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`)
    .join("")}`;

describe("a success with an object or with nothing is an answer", () => {
  it.each<[string, string, string]>([
    ["204", "HTTP/1.1 204 No Content\r\n\r\n", ""],
    ["200 without a body", answer(""), ""],
    ["200 with white space", answer(" \r\n"), " \r\n"],
    ["200 with an object", answer(deny), deny],
    [
      "an object that calls itself a text",
      answer("{}", "200 OK", "Content-Type: text/plain"),
      "{}",
    ],
    ["an object in white space", answer(` ${deny}\n`), ` ${deny}\n`],
    ["an object behind a byte order mark", answer("\uFEFF{}"), "\uFEFF{}"],
    ["201", answer("{}", "201 Created"), "{}"],
    ["299", answer("{}", "299 Whatever"), "{}"],
    ["an object in chunks", chunked('{"a":', '"ü"}'), '{"a":"ü"}'],
    [
      "an encoding that changes nothing",
      answer("{}", "200 OK", "Content-Encoding: Identity"),
      "{}",
    ],
    [
      "a very deep object",
      answer('{"a":'.repeat(1500) + "1" + "}".repeat(1500)),
      '{"a":'.repeat(1500) + "1" + "}".repeat(1500),
    ],
    [
      "notices before it",
      `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${answer("{}")}`,
      "{}",
    ],
    [
      "thousands of notices before it",
      "HTTP/1.1 100 Continue\r\n\r\n".repeat(5000) + answer("{}"),
      "{}",
    ],
    [
      "many headers",
      answer("{}", "200 OK", ...Array.from({ length: 900 }, (_, i) => `X-${i}: y`)),
      "{}",
    ],
  ])("%s", async (_, bytes, stdout) => {
    server.says(bytes);
    expect(await ask()).toEqual({ ...quiet, exit: 0, stdout });
  });

  it("also where its end is the end of the connection", async () => {
    server.react = (socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n${deny}`);
    expect(await ask()).toEqual({ ...quiet, exit: 0, stdout: deny });
  });
});

describe("a success with anything else is garbled", () => {
  const page = "<html>Please log in</html>";
  const gzip = "HTTP 200 with the content-encoding gzip, which was not asked for";
  it.each<[string, string, string, string]>([
    [
      "a page",
      answer(page, "200 OK", "Content-Type: text/html; charset=utf-8"),
      page,
      "HTTP 200 with text/html, not a JSON object",
    ],
    ["a text", answer("fine"), "fine", "HTTP 200 without a JSON object"],
    [
      "a list",
      answer(`[${deny}]`, "202 Accepted", "Content-Type: application/json"),
      `[${deny}]`,
      "HTTP 202 with application/json, not a JSON object",
    ],
    ["null", answer("null"), "null", "HTTP 200 without a JSON object"],
    ["a string", answer('"{}"'), '"{}"', "HTTP 200 without a JSON object"],
    [
      "two objects",
      answer(`${deny}\n${deny}`),
      `${deny}\n${deny}`,
      "HTTP 200 without a JSON object",
    ],
    [
      "an object and a line",
      answer(`${deny}\nbye`),
      `${deny}\nbye`,
      "HTTP 200 without a JSON object",
    ],
    ["half an object", answer('{"a":'), '{"a":', "HTTP 200 without a JSON object"],
    [
      "a type that is no word",
      answer("x", "200 OK", "Content-Type: a b; c"),
      "x",
      "HTTP 200 without a JSON object",
    ],
    [
      "a type that is endless",
      answer("x", "200 OK", `Content-Type: ${"a".repeat(99)}`),
      "x",
      "HTTP 200 without a JSON object",
    ],
    ["an encoding", answer("{}", "200 OK", "Content-Encoding: gzip"), "{}", gzip],
    [
      "an encoding next to another",
      answer("{}", "200 OK", "Content-Encoding: identity", "Content-Encoding: br"),
      "{}",
      "HTTP 200 with the content-encoding of another kind, which was not asked for",
    ],
    [
      "an encoding behind thousands of headers",
      answer(
        "{}",
        "200 OK",
        ...Array.from({ length: 2500 }, () => "a:b"),
        "Content-Encoding: gzip",
      ),
      "{}",
      gzip,
    ],
  ])("%s", async (_, bytes, stdout, garbled) => {
    server.says(bytes);
    expect(await ask()).toEqual({ ...quiet, exit: 0, stdout, garbled });
  });
});

describe("any other status is a failure, and its body is not obeyed", () => {
  it.each<[string, string, string]>([
    [
      "a denial",
      answer(deny, "403 Forbidden"),
      `HTTP 403 Forbidden from http://HOST/hook\n${deny}`,
    ],
    [
      "an overload",
      answer("", "503 Service Unavailable"),
      "HTTP 503 Service Unavailable from http://HOST/hook",
    ],
    [
      "words of its own",
      answer("", "500 \x1b[31mEvil"),
      "HTTP 500 Internal Server Error from http://HOST/hook",
    ],
    ["an unknown status", answer("hm\n", "799 Hm"), "HTTP 799 from http://HOST/hook\nhm"],
    ["a status below all", answer(deny, "099 No"), "HTTP 99 from http://HOST/hook\n" + deny],
    [
      "not modified",
      "HTTP/1.1 304 Not Modified\r\n\r\n",
      "HTTP 304 Not Modified from http://HOST/hook",
    ],
    [
      "another protocol",
      "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n{}",
      "HTTP 101 Switching Protocols from http://HOST/hook",
    ],
    [
      "a request sent back",
      answer("you sent Bearer s3cret-s3cret, s3cret-s3cret", "500 No"),
      "HTTP 500 Internal Server Error from http://HOST/hook\nyou sent […], […]",
    ],
  ])("%s", async (_, bytes, stderr) => {
    server.says(bytes);
    const secret = { headers: { authorization: "Bearer $T" }, variables: { T: "s3cret-s3cret" } };
    const url = `${server.url}?token=s3cret`;
    expect(await ask({ url, ...secret })).toEqual({ ...quiet, exit: 1, stderr });
  });

  it.each([301, 302, 303, 307, 308])("%i, and nobody goes where it points", async (status) => {
    const other = await RawServer.start();
    other.says(answer("{}"));
    server.says(answer("", `${status} Moved`, `Location: ${other.url}`));
    const result = await ask({ hosts: [server.host, other.host] });
    const { connections } = other;
    await other.stop();
    expect({ connections, result }).toMatchObject({ connections: 0, result: { exit: 1 } });
  });

  it("of a long body only the beginning is shown, in whole characters", async () => {
    server.says(answer(`${"x".repeat(299)}😀${"y".repeat(99_000)}`, "500 No"));
    const head = "HTTP 500 Internal Server Error from http://HOST/hook";
    const stderr = `${head}\n${"x".repeat(299)}`;
    expect(await ask()).toEqual({ ...quiet, exit: 1, stderr, stderrCut: true });
    await server.isLeft();
  });

  it("and it fits into the limit for output", async () => {
    server.says(answer("words", "500 No"));
    expect(await ask({ outputBytes: 8 })).toEqual({
      ...quiet,
      exit: 1,
      stderr: "HTTP 500",
      stderrCut: true,
    });
  });
});
