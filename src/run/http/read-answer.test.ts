import { describe, expect, test } from "vitest";
import type { HttpAnswer } from "../../http/index.js";
import { readAnswer } from "./read-answer.js";

const answer = (body: string | Uint8Array, more: Partial<HttpAnswer> = {}): HttpAnswer => ({
  type: "answered",
  status: 200,
  headers: {},
  body: Buffer.from(body),
  cut: false,
  whole: true,
  ...more,
});
const read = (given: HttpAnswer, sent: Readonly<Record<string, string>> = {}) => {
  const { stdout, ...others } = readAnswer(
    given,
    "https://h.example/p",
    new Map(Object.entries(sent)),
  );
  return { ...others, stdout: Buffer.from(stdout).toString() };
};
const json = { "content-type": "application/json" };

describe("a success", () => {
  test.each<[what: string, given: HttpAnswer, garbled: string | undefined]>([
    ["with an object", answer('{"a":1}'), undefined],
    ["with nothing", answer(" \n"), undefined],
    ["of another number", answer("{}", { status: 299 }), undefined],
    [
      "that says it is not encoded",
      answer("{}", { headers: { "content-encoding": "Identity" } }),
      undefined,
    ],
    [
      "with a list",
      answer("[]", { headers: json }),
      "HTTP 200 with application/json, not a JSON object",
    ],
    [
      "with a page",
      answer("<p>", { headers: { "content-type": "text/html; charset=x" } }),
      "HTTP 200 with text/html, not a JSON object",
    ],
    [
      "with a page whose type has room behind it",
      answer("<p>", { headers: { "content-type": "text/html ; charset=x" } }),
      "HTTP 200 with text/html, not a JSON object",
    ],
    ["with a page of no type", answer("<p>", { status: 201 }), "HTTP 201 without a JSON object"],
    [
      "with a type that is no word",
      answer("<p>", { headers: { "content-type": "a b" } }),
      "HTTP 200 without a JSON object",
    ],
    [
      "with a type that is too long",
      answer("<p>", { headers: { "content-type": "x".repeat(61) } }),
      "HTTP 200 without a JSON object",
    ],
    [
      "with a type that is just as long",
      answer("<p>", { headers: { "content-type": "x".repeat(60) } }),
      `HTTP 200 with ${"x".repeat(60)}, not a JSON object`,
    ],
    ["whose object is cut", answer('{"a":', { cut: true }), undefined],
    ["whose other text is cut", answer("<p>", { cut: true }), "HTTP 200 without a JSON object"],
    ["whose nothing is cut", answer("", { cut: true }), "HTTP 200 without a JSON object"],
    [
      "that broke off",
      answer("{}", { whole: false }),
      "HTTP 200 whose body does not end where it should",
    ],
    [
      "that is packed",
      answer("{}", { headers: { "content-encoding": "gzip" } }),
      "HTTP 200 with the content-encoding gzip, which was not asked for",
    ],
    [
      "that is packed in a strange way",
      answer("{}", { headers: { "content-encoding": "a, b" } }),
      "HTTP 200 with the content-encoding of another kind, which was not asked for",
    ],
  ])("%s", (_what, given, garbled) => {
    expect(read(given)).toEqual({
      ending: { type: "exited", code: 0 },
      stdout: Buffer.from(given.body).toString(),
      stderr: "",
      cut: given.cut,
      stderrCut: false,
      ...(garbled !== undefined && { garbled }),
    });
  });
});

describe("a failure is shown and never obeyed", () => {
  const token = "secret-token-1";
  test.each<[what: string, given: HttpAnswer, stderr: string, stderrCut: boolean]>([
    [
      "a redirect",
      answer("", { status: 300 }),
      "HTTP 300 Multiple Choices from https://h.example/p",
      false,
    ],
    ["below a success", answer("", { status: 199 }), "HTTP 199 from https://h.example/p", false],
    [
      "with its text",
      answer(" {} \n", { status: 500 }),
      "HTTP 500 Internal Server Error from https://h.example/p\n{}",
      false,
    ],
    [
      "with 300 characters of it",
      answer("x".repeat(300), { status: 599 }),
      `HTTP 599 from https://h.example/p\n${"x".repeat(300)}`,
      false,
    ],
    [
      "with no more of it",
      answer("x".repeat(301), { status: 599 }),
      `HTTP 599 from https://h.example/p\n${"x".repeat(300)}`,
      true,
    ],
    [
      "with whole characters in the middle",
      answer("a 😀 b", { status: 599 }),
      "HTTP 599 from https://h.example/p\na 😀 b",
      false,
    ],
    [
      "without half a character",
      answer(`${"x".repeat(299)}😀`, { status: 599 }),
      `HTTP 599 from https://h.example/p\n${"x".repeat(299)}`,
      true,
    ],
    [
      "that was cut before",
      answer("x", { status: 599, cut: true }),
      "HTTP 599 from https://h.example/p\nx",
      true,
    ],
    [
      "without what was sent",
      answer(`for Bearer ${token} or ${token}`, { status: 599 }),
      "HTTP 599 from https://h.example/p\nfor […] or […]",
      false,
    ],
    [
      "with what is too short for a secret",
      answer("is 1234567", { status: 599 }),
      "HTTP 599 from https://h.example/p\nis 1234567",
      false,
    ],
    [
      "without what is just long enough for one",
      answer("is 12345678", { status: 599 }),
      "HTTP 599 from https://h.example/p\nis […]",
      false,
    ],
  ])("%s", (_what, given, stderr, stderrCut) => {
    const sent = { authorization: `Bearer ${token}`, short: "1234567", long: "12345678" };
    expect(read(given, sent)).toEqual({
      ending: { type: "exited", code: 1 },
      stdout: "",
      stderr,
      cut: false,
      stderrCut,
    });
  });
});
