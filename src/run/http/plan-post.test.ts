import { describe, expect, test } from "vitest";
import type { HttpSpec } from "./http-spec.js";
import { planPost } from "./plan-post.js";

const spec = (url: string, more: Partial<HttpSpec> = {}): HttpSpec => ({
  url,
  headers: { "X-Key": "a $KEY" },
  variables: { KEY: "b" },
  body: "{}",
  timeoutMs: 1000,
  outputBytes: 77,
  hosts: ["h.example"],
  ...more,
});

test("a post has what it needs, and its address without what may be secret in it", () => {
  const plan = planPost(spec("https://h.example/p/q?key=1#x"));
  expect(plan).toEqual({
    ok: true,
    post: {
      url: new URL("https://h.example/p/q?key=1#x"),
      host: "h.example",
      place: "https://h.example/p/q",
      headers: new Map([["x-key", "a b"]]),
      body: Buffer.from("{}"),
      answerBytes: 77,
    },
  });
});

test("a long address is cut where it is shown", () => {
  const name = Array.from({ length: 4 }, () => "h".repeat(62)).join(".");
  const [exact, longer] = [400, 401].map((length) => {
    const begin = `https://${name}.example/`;
    const url = begin + "p".repeat(length - begin.length);
    const plan = planPost(spec(url, { hosts: [`${name}.example`] }));
    return plan.ok ? plan.post.place : plan.reason;
  });
  expect(exact).toHaveLength(400);
  expect(longer).toBe(`${exact}…`);
});

describe("no post is made", () => {
  test.each<[what: string, given: HttpSpec, reason: string]>([
    ["to no address", spec("nowhere"), "the url cannot be read"],
    ["by another protocol", spec("ftp://h.example"), "the url is neither http nor https"],
    [
      "with a user's name",
      spec("https://u@h.example"),
      "the url holds a user name or a password: use a header",
    ],
    [
      "with a password",
      spec("https://:p@h.example"),
      "the url holds a user name or a password: use a header",
    ],
    [
      "to a host that is not listed",
      spec("https://other.example:8443/"),
      "other.example:8443 is not listed in httpHosts",
    ],
    [
      "to the usual port where another one is listed",
      spec("https://h.example/", { hosts: ["h.example:80"] }),
      "h.example is not listed in httpHosts",
    ],
    [
      "in the clear to one listed for https",
      spec("http://h.example/", { hosts: ["h.example:80"] }),
      "h.example is listed in httpHosts for https only",
    ],
    [
      "in the clear to one listed for https with its port",
      spec("http://h.example:81/", { hosts: ["h.example:81"] }),
      "h.example:81 is listed in httpHosts for https only",
    ],
    [
      "with a header that cannot be sent",
      spec("https://h.example", { headers: { "a b": "" } }),
      'the header "a b" is no name that HTTP allows',
    ],
  ])("%s", (_what, given, reason) => {
    expect(planPost(given)).toEqual({ ok: false, reason });
  });
});
