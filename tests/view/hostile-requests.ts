/** What a request is made of. Headers may come twice. */
interface Parts {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

export const say = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? "none";

/** A request that must not be answered. */
export interface Hostile {
  readonly name: string;
  readonly bytes: string;
}

const BODY = '{"search":"","count":5}';

export function write({
  method = "POST",
  url = "/api/search",
  headers = [],
  body = BODY,
}: Parts): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `${method} ${url} HTTP/1.1\r\n${lines}\r\n${body}`;
}

/** The right headers, some of them replaced; of a list each is sent, of null none. */
export function headersBut(
  port: number,
  token: string,
): (
  changed: Readonly<Record<string, string | readonly string[] | null>>,
) => (readonly [string, string])[] {
  const own = `127.0.0.1:${port}`;
  const right = {
    host: own,
    origin: `http://${own}`,
    "x-snaphook-token": token,
    "content-type": "application/json",
    "content-length": String(BODY.length),
  };
  return (changed) =>
    Object.entries({ ...right, ...changed }).flatMap(([name, value]) =>
      value === null ? [] : [value].flat().map((one) => [name, one] as const),
    );
}

/** Requests that are right but for one thing. */
export function hostileRequests(port: number, token: string): readonly Hostile[] {
  const own = `127.0.0.1:${port}`;
  const but = headersBut(port, token);
  const page = { method: "GET", url: "/", body: "" } as const;
  const pageBut = (changed: Parameters<typeof but>[0]): Parts => ({
    ...page,
    headers: but({
      origin: null,
      "content-type": null,
      "content-length": null,
      "x-snaphook-token": null,
      ...changed,
    }),
  });
  const hosts = [
    null,
    "",
    "evil.example",
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    "127.0.0.1",
    "localhost",
    "[::1]",
    `127.0.0.1:${port + 1}`,
    `127.0.0.1:0${port}`,
    `127.0.0.1:${port}0`,
    `127.0.0.1:${port}.`,
    `localhost.:${port}`,
    `LOCALHOST:${port}`,
    `127.1:${port}`,
    `127.0.1:${port}`,
    `2130706433:${port}`,
    `0x7f000001:${port}`,
    `0177.0.0.1:${port}`,
    `127.000.000.001:${port}`,
    `127.0.0.2:${port}`,
    `0.0.0.0:${port}`,
    `0:${port}`,
    `[::]:${port}`,
    `[::ffff:127.0.0.1]:${port}`,
    `[0:0:0:0:0:0:0:1]:${port}`,
    `::1:${port}`,
    `user@127.0.0.1:${port}`,
    `127.0.0.1:${port}@evil.example`,
    `evil.example@127.0.0.1:${port}`,
    `127.0.0.1:${port}#`,
    `127.0.0.1:${port}/`,
    `127.0.0.1:${port},evil.example`,
    `http://127.0.0.1:${port}`,
    `127.0.0.1:${port} evil.example`,
    `127.0.0.1%00:${port}`,
    `localhost%2e:${port}`,
    `*:${port}`,
    [own, own],
    [own, "evil.example"],
    ["evil.example", own],
    `local\u00adhost:${port}`,
  ];
  const origins = [
    null,
    "",
    "null",
    "http://evil.example",
    `http://evil.example:${port}`,
    `https://${own}`,
    "http://127.0.0.1",
    `http://localhost:${port}`,
    `http://[::1]:${port}`,
    `http://127.0.0.1:${port + 1}`,
    `http://${own}.evil.example`,
    `http://${own}/`,
    `http://user@${own}`,
    own,
    `//${own}`,
    `HTTP://${own}`,
    `http://${own} http://evil.example`,
    "file://",
    "chrome-extension://abcdefghijklmnop",
    "*",
    [`http://${own}`, `http://${own}`],
    [`http://${own}`, "http://evil.example"],
    ["http://evil.example", `http://${own}`],
    `http://${own},http://evil.example`,
    `ws://${own}`,
  ];
  const tokens = [
    null,
    "",
    "undefined",
    "null",
    "0",
    "true",
    "*",
    token.slice(0, -1),
    token.slice(1),
    `${token}A`,
    `A${token}`,
    `${token}=`,
    `"${token}"`,
    `Bearer ${token}`,
    `${token},${token}`,
    `${token};`,
    token.toLowerCase() === token ? "a" : token.toLowerCase(),
    token.toUpperCase(),
    [...token].toReversed().join(""),
    "A".repeat(43),
    "A".repeat(8000),
    [token, token],
    [token, "A"],
    ["A", token],
  ];
  const types = [
    null,
    "",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/html",
    "application/jsonx",
    "text/plain; application/json",
    "application/json; charset=utf-7",
    "application/json, text/plain",
    "application/ld+json",
    ["application/json", "text/plain"],
  ];
  const addresses = [
    "/api/search?",
    "/api/search?token=x",
    `/?token=${token}`,
    "/api/",
    "/api",
    "/api/search/",
    "/api//search",
    "//api/search",
    "/./api/search",
    "/api/../api/search",
    "/api/%73earch",
    "/API/search ",
    "/api/search%00",
    "/api/search\\",
    "/..",
    "/../etc/passwd",
    "/..%2fetc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/..%5c..%5cetc",
    "/assets/../index.html",
    "/assets/%2e%2e/index.html",
    "/assets/..%2f..%2fmain.js",
    "/assets//index.js",
    "/assets/",
    "/index.html",
    "/main.js",
    "/.git/config",
    "/package.json",
    "/commands/view.js",
    "/ledger.jsonl",
    "/api/ledger.jsonl",
    "/etc/passwd",
    "/C:/windows/win.ini",
    "/~root",
    "http://evil.example/",
    `http://${own}/api/search`,
    "*",
    "/api/constructor",
    "/api/__proto__",
    "/api/toString",
    "/favicon.ico",
    "/robots.txt",
    "/.well-known/x",
  ];
  const methods = [
    "GET",
    "HEAD",
    "PUT",
    "PATCH",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PROPFIND",
    "SEARCH",
  ];
  const bodies = [
    "",
    "x",
    "null",
    "1",
    "[]",
    '"search"',
    "{",
    '{"search":1,"count":5}',
    '{"search":"","count":-1}',
    '{"search":"","count":1e9}',
    '{"search":"","count":1.5}',
    '{"search":"","count":"5"}',
    '{"search":null,"count":5}',
    '{"__proto__":{"search":""},"count":5}',
    '{"count":5}',
    `{"search":"${"a".repeat(3000)}","count":5}`,
    '{"search":"outcome:nothing","count":5}',
    '{"search":"since:nothing","count":5}',
    '{"search":"is:nothing","count":5}',
    "\u0000",
    '{"search":"","count":5}x',
  ];
  const sites = [
    "cross-site",
    "same-site",
    "none",
    "",
    "SAME-ORIGIN",
    "same-origin, cross-site",
    ["same-origin", "cross-site"],
  ];
  return [
    ...hosts.flatMap((host) => [
      {
        name: `Host ${say(host)}, the API`,
        bytes: write({
          headers: but({ host, origin: [host ?? own].flat().map((one) => `http://${one}`) }),
        }),
      },
      { name: `Host ${say(host)}, the page`, bytes: write(pageBut({ host })) },
    ]),
    ...origins.map((origin) => ({
      name: `Origin ${say(origin)}`,
      bytes: write({ headers: but({ origin }) }),
    })),
    ...tokens.map((one, index) => ({
      name: `token ${index}`,
      bytes: write({ headers: but({ "x-snaphook-token": one }) }),
    })),
    {
      name: "the token in a cookie",
      bytes: write({
        headers: but({
          "x-snaphook-token": null,
          cookie: `token=${token}; x-snaphook-token=${token}`,
        }),
      }),
    },
    {
      name: "the token as Authorization",
      bytes: write({
        headers: but({ "x-snaphook-token": null, authorization: `Bearer ${token}` }),
      }),
    },
    ...sites.flatMap((site) => [
      {
        name: `Sec-Fetch-Site ${say(site)}, the API`,
        bytes: write({ headers: but({ "sec-fetch-site": site }) }),
      },
      {
        name: `Sec-Fetch-Site ${say(site)}, the page in a frame`,
        bytes: write(
          pageBut({
            "sec-fetch-site": site,
            "sec-fetch-mode": "navigate",
            "sec-fetch-dest": "iframe",
          }),
        ),
      },
      {
        name: `Sec-Fetch-Site ${say(site)}, a file`,
        bytes: write({ ...pageBut({ "sec-fetch-site": site }), url: "/icon.svg" }),
      },
    ]),
    ...types.map((type) => ({
      name: `type ${say(type)}`,
      bytes: write({ headers: but({ "content-type": type }) }),
    })),
    ...addresses.map((url) => ({
      name: `POST ${say(url)}`,
      bytes: write({ url, headers: but({}) }),
    })),
    ...addresses.map((url) => ({ name: `GET ${say(url)}`, bytes: write({ ...pageBut({}), url }) })),
    ...methods.map((method) => ({
      name: `${method} of the API`,
      bytes: write({ method, headers: but({}) }),
    })),
    ...methods
      .filter((one) => one !== "GET" && one !== "HEAD")
      .concat("POST")
      .map((method) => ({
        name: `${method} of the page`,
        bytes: write({ method, url: "/", headers: but({}) }),
      })),
    {
      name: "a preflight",
      bytes: write({
        method: "OPTIONS",
        headers: but({
          origin: "http://evil.example",
          "access-control-request-method": "POST",
          "access-control-request-headers": "x-snaphook-token",
        }),
      }),
    },
    ...bodies.map((body) => ({
      name: `body ${say(body)}`,
      bytes: write({
        body,
        headers: but({ "content-length": String(Buffer.byteLength(body, "latin1")) }),
      }),
    })),
    {
      name: "a body that is too long",
      bytes: write({ headers: but({ "content-length": "70000" }), body: " ".repeat(70_000) }),
    },
    {
      name: "a body of unknown length",
      bytes: write({
        headers: but({ "content-length": null, "transfer-encoding": "chunked" }),
        body: `17\r\n${BODY}\r\n0\r\n\r\n`,
      }),
    },
    {
      name: "two lengths",
      bytes: write({ headers: but({ "content-length": [String(BODY.length), "0"] }) }),
    },
    {
      name: "a length and chunks",
      bytes: write({ headers: but({ "transfer-encoding": "chunked" }), body: "0\r\n\r\n" }),
    },
    ...["websocket", "h2c", "TLS/1.0"].map((upgrade) => ({
      name: `an upgrade to ${upgrade}`,
      bytes: write({
        ...pageBut({
          connection: "Upgrade",
          upgrade,
          "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
          "sec-websocket-version": "13",
        }),
        url: "/api/live",
      }),
    })),
    { name: "an old protocol without a Host", bytes: "GET / HTTP/1.0\r\n\r\n" },
    { name: "no protocol", bytes: "GET /\r\n\r\n" },
    { name: "no HTTP", bytes: "\u0016\u0003\u0001\u0000\u0000\r\n\r\n" },
  ];
}
