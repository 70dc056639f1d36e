import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fillHeaders } from "./fill-headers.js";

const variables = {
  TOKEN: "s3cret",
  _a1: "lower",
  EMPTY: "",
  NESTED: "$TOKEN ${TOKEN}",
  DOLLARS: "$& $1 $$",
  BROKEN: "a\r\nx-evil: 1",
  NUL: "a\0b",
  UMLAUT: "grün",
};

describe("a variable in a header", () => {
  it.each<[string, string, string]>([
    ["is put in by its name", "Bearer $TOKEN", "Bearer s3cret"],
    ["is put in between braces", "Bearer ${TOKEN}x", "Bearer s3cretx"],
    ["is put in each time", "$TOKEN:${TOKEN}$TOKEN", "s3cret:s3crets3cret"],
    ["may begin with a line and hold digits", "$_a1-${_a1}", "lower-lower"],
    ["is nothing where it is empty", "[$EMPTY]", "[]"],
    ["is nothing where it is not given", "[$OTHER${OTHER}]", "[]"],
    ["is nothing where its name is longer", "[$TOKENS]", "[]"],
    ["is nothing where only its letters are given", "[$token]", "[]"],
    ["is not one that every object has", "[$constructor$__proto__${toString}]", "[]"],
    ["is not looked at again", "$NESTED", "$TOKEN ${TOKEN}"],
    ["is put in as it is", "$DOLLARS", "$& $1 $$"],
    ["needs a name", "$ $1 ${} ${1} ${A-b} ${TOKEN", "$ $1 ${} ${1} ${A-b} ${TOKEN"],
    ["comes after a dollar", "$$TOKEN", "$s3cret"],
  ])("%s", (_, pattern, value) => {
    expect(fillHeaders({ "X-Any": pattern }, variables)).toEqual({
      ok: true,
      headers: new Map([["x-any", value]]),
    });
  });
});

it("takes several headers, a tab, and names that objects have", () => {
  const headers = { Authorization: "Bearer $TOKEN", Cookie: "a=b", constructor: "x\ty" };
  expect(fillHeaders(headers, variables)).toEqual({
    ok: true,
    headers: new Map([
      ["authorization", "Bearer s3cret"],
      ["cookie", "a=b"],
      ["constructor", "x\ty"],
    ]),
  });
});

describe("a hook is not started", () => {
  const unsendable = "the header x-any has characters that cannot be sent";
  it.each<[string, Record<string, string>, string]>([
    ["with a line break from a variable", { "X-Any": "$BROKEN" }, unsendable],
    ["with a line break", { "X-Any": "a\nb" }, unsendable],
    ["with a carriage return", { "X-Any": "a\rb" }, unsendable],
    ["with a zero", { "X-Any": "$NUL" }, unsendable],
    ["with a delete", { "X-Any": "\x7f" }, unsendable],
    ["with letters beyond ASCII", { "X-Any": "$UMLAUT" }, unsendable],
    [
      "with the host",
      { Host: "evil.org" },
      "the header host is set by Snaphook and cannot be changed",
    ],
    [
      "with a length",
      { "CONTENT-length": "1" },
      "the header content-length is set by Snaphook and cannot be changed",
    ],
    ["with a name twice", { "X-A": "1", "x-a": "2" }, "the header x-a is there twice"],
    ["with a name of nothing", { "": "1" }, 'the header "" is no name that HTTP allows'],
    [
      "with a line break in a name",
      { "a\r\nb": "1" },
      'the header "a\\r\\nb" is no name that HTTP allows',
    ],
    ["with a colon in a name", { "a:": "1" }, 'the header "a:" is no name that HTTP allows'],
    ["with a name beyond ASCII", { ä: "1" }, 'the header "ä" is no name that HTTP allows'],
  ])("%s", (_, headers, reason) => {
    expect(fillHeaders(headers, variables)).toEqual({ ok: false, reason });
  });

  it.each([
    "accept",
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-type",
    "expect",
    "http2-settings",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "range",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
  ])("with %s", (name) => {
    expect(fillHeaders({ [name]: "x" }, {})).toMatchObject({ ok: false });
  });
});

it("never lets a value out that could end a header, nor shows it in a reason", () => {
  const secret = "hunter2hunter2";
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (before, rest) => {
      const filled = fillHeaders({ "x-a": `${before}$V` }, { V: secret + rest });
      if (filled.ok) expect(filled.headers.get("x-a")).toMatch(/^[\t\x20-\x7e]*$/);
      else expect(filled.reason).not.toContain(secret);
    }),
  );
});
