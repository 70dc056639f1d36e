import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anthropic, collect, key, modelAt, openai, type Wire } from "./dialogue.js";
import { ModelServer, resets, status, streams, type Reply } from "./model-server.js";

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await server.stop();
});

/** An error as a router in front of other servers sends it. */
const numbered = ({ vendor }: Wire): string => {
  const error = { code: 502, message: "upstream" };
  const event = `data: ${JSON.stringify({ error })}\n\n`;
  return vendor === "anthropic" ? `event: error\n${event}` : event;
};

const now = { "retry-after": "0" };

describe.each([anthropic, openai])("a request to $vendor", (wire) => {
  const { error, errorEvent, keyVariable, turn, stop, toolCalls } = wire;

  it.each<readonly [string, Reply, number, string, string]>([
    [
      "a key that is not known",
      status(401, error("authentication_error", "invalid key")),
      1,
      "refused",
      `HOST refused the key in ${keyVariable} (401): invalid key.`,
    ],
    [
      "a key that may not do this",
      status(403, error("permission_error", "Not for you.")),
      1,
      "refused",
      `HOST refused the key in ${keyVariable} (403): Not for you.`,
    ],
    [
      "a model that is not known",
      status(404, error("not_found_error", "model: some-model")),
      1,
      "refused",
      "HOST refused the request (404): model: some-model.",
    ],
    [
      "a request that is wrong",
      status(400, error("invalid_request_error", "too\n  long\u001b[31m")),
      1,
      "refused",
      "HOST refused the request (400): too long [31m.",
    ],
    [
      "too many requests",
      status(429, error("rate_limit_error", "slow down"), now),
      3,
      "rate-limit",
      "HOST takes no more requests for now (429): slow down.",
    ],
    [
      "too many requests for an hour",
      status(429, error("rate_limit_error", "slow down"), { "retry-after": "3600" }),
      1,
      "rate-limit",
      "HOST takes no more requests for now (429): slow down. It wants to be asked again in 3600 seconds.",
    ],
    [
      "too many requests until a day long gone",
      status(429, {}, { "retry-after": "Wed, 21 Oct 2015 07:28:00 GMT" }),
      3,
      "rate-limit",
      "HOST takes no more requests for now (429).",
    ],
    [
      "a wait that is no time",
      status(503, {}, { "retry-after": "soon" }),
      3,
      "overloaded",
      "HOST is overloaded or broken (503).",
    ],
    [
      "a broken server",
      status(500, error("api_error", "oops"), now),
      3,
      "overloaded",
      "HOST is overloaded or broken (500): oops.",
    ],
    [
      "a gateway's page",
      status(502, "<html>Bad gateway</html>", { ...now, "content-type": "text/html" }),
      3,
      "overloaded",
      "HOST is overloaded or broken (502).",
    ],
    [
      "an overloaded server",
      status(529, error("overloaded_error", "Overloaded"), now),
      3,
      "overloaded",
      "HOST is overloaded or broken (529): Overloaded.",
    ],
    [
      "a connection that is reset",
      resets,
      3,
      "network",
      "HOST cannot be reached: the connection was broken (ECONNRESET).",
    ],
    [
      "an overload in the middle",
      streams(...turn([]), errorEvent("overloaded_error", "Overloaded")),
      1,
      "overloaded",
      "HOST broke off: Overloaded.",
    ],
    [
      "a limit in the middle",
      streams(...turn([]), errorEvent("rate_limit_error", "slow down")),
      1,
      "rate-limit",
      "HOST broke off: slow down.",
    ],
    [
      "a key that is refused in the middle",
      streams(...turn([]), errorEvent("authentication_error", "expired")),
      1,
      "refused",
      "HOST broke off: expired.",
    ],
    [
      "an error with a number in the middle",
      streams(...turn([]), numbered(wire)),
      1,
      "overloaded",
      "HOST is overloaded or broken (502): upstream.",
    ],
    [
      "a server that gave up waiting",
      status(408, {}, now),
      3,
      "overloaded",
      "HOST is overloaded or broken (408).",
    ],
    [
      "an error in the middle that is just a text",
      streams(...turn([]), `event: error\ndata: {"error":"boom"}\n\n`),
      1,
      "cut",
      "The answer of HOST broke off in the middle: boom.",
    ],
    [
      "an unknown error in the middle",
      streams(...turn([]), errorEvent("meteor", "boom")),
      1,
      "cut",
      "The answer of HOST broke off in the middle: boom.",
    ],
  ])("that meets %s says so", async (_, reply, requests, kind, message) => {
    server.replies = [reply];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [],
      error: { kind, message },
    });
    expect(server.received).toHaveLength(requests);
  });

  it("that nobody listens to says so", async () => {
    const gone = await ModelServer.start();
    await gone.stop();
    expect(await collect(modelAt(gone.host, wire))).toEqual({
      events: [],
      error: {
        kind: "network",
        message: "HOST cannot be reached: nobody listens there (ECONNREFUSED).",
      },
    });
  });

  it.each<readonly [string, Reply]>([
    ["a limit", status(429, error("rate_limit_error", "slow down"), now)],
    ["an overload", status(529, error("overloaded_error", "Overloaded"), now)],
    ["a reset", resets],
  ])("is made again after %s, and is answered as if nothing had been", async (_, fault) => {
    server.replies = [fault, fault, streams(...turn(["Here."], stop))];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [
        { type: "text", text: "Here." },
        { type: "end", reason: "stop" },
      ],
      error: null,
    });
    expect(server.received.map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => server.received[0]?.body),
    );
  });

  it.each<readonly [string, Reply]>([
    ["in a refusal", status(401, error("authentication_error", `bad key ${key}, sorry`))],
    ["in a long refusal", status(401, error("e", `${"x".repeat(550)}${key}${"y".repeat(99)}`))],
    ["in a limit", status(429, error(key, key), { "retry-after": "90" })],
    ["in a stream", streams(errorEvent("api_error", `${key}${key}`))],
    ["as the name of a tool", streams(...turn([{ id: "c", name: key, json: ["{"] }], toolCalls))],
    ["as a stop reason", streams(...turn([], key))],
  ])("never shows the key that the server repeats %s", async (_, reply) => {
    server.replies = [reply];
    const { error: reported } = await collect(modelAt(server.host, wire));
    expect(reported?.message).toMatch(/\[key\]|x{500}/);
    expect(reported?.message).not.toContain(key.slice(0, 8));
  });

  it("that breaks does not write to the console, whatever the environment wants", async () => {
    vi.stubEnv("ANTHROPIC_LOG", "debug");
    vi.stubEnv("OPENAI_LOG", "debug");
    const levels = ["debug", "info", "warn", "error", "log"] as const;
    const written = levels.map((level) => vi.spyOn(console, level).mockReturnValue());
    server.replies = [streams(...turn(["Well."]), "event: message_stop\ndata: {\n\n")];
    expect((await collect(modelAt(server.host, wire))).error?.kind).toBe("malformed");
    expect(written.flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});
