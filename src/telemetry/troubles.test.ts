import { describe, expect, test } from "vitest";
import type { TelemetryTrouble } from "./telemetry.js";
import { secretsOf, TelemetryTroubles } from "./troubles.js";

/** What is reported of a message, where this is known to be secret. */
function reportedAs(message: string, hidden: readonly string[] = []): TelemetryTrouble[] {
  const troubles: TelemetryTrouble[] = [];
  new TelemetryTroubles((trouble) => troubles.push(trouble), hidden).report(
    "refused",
    message,
    "traces",
  );
  return troubles;
}

describe("what a receiver says is reported without secrets", () => {
  // In parts, so that no scanner takes this file for a leak.
  const github = ["gh", "p_", "Q7", "ABCDEFGHJKLMNPQRSTUVWXYZ2345678901"].join("");
  test.each<[string, string, readonly string[], string]>([
    ["a plain text", "too old", [], "too old"],
    ["a token by its look", `bad token ${github}!`, [], "bad token [redacted:github]!"],
    [
      "a bearer token",
      `Authorization: Bearer ${["Q7ab", "cdef", "ghij"].join("")}`,
      [],
      "Authorization: [redacted:value]",
    ],
    ["a header that was sent", "not sesame, sesame!", ["sesame"], "not [header], [header]!"],
    ["a header in the middle of a word", "key=xsesamex", ["sesame"], "key=x[header]x"],
    ["the longer of two headers", "open-sesame", ["open-sesame", "open"], "[header]"],
    ["lines and codes for the terminal", "a\r\n\tb\u001b[2J\u202ec", [], "a b [2J c"],
    ["a text of 400 characters", "x".repeat(400), [], "x".repeat(400)],
    ["a longer text", "x".repeat(401), [], `${"x".repeat(400)}…`],
    ["a text that is cut in a character", `${"x".repeat(399)}😀`, [], `${"x".repeat(399)}…`],
    [
      "a token where the text is cut",
      `${"x ".repeat(195)}${github}`,
      [],
      `${"x ".repeat(195)}[redacted:…`,
    ],
    [
      "a header where the text is cut",
      `${"x ".repeat(198)}open-sesame`,
      ["open-sesame"],
      `${"x ".repeat(198)}[hea…`,
    ],
  ])("%s", (_name, message, hidden, expected) => {
    expect(reportedAs(message, hidden)).toEqual([{ kind: "refused", message: expected }]);
  });
});

test.each<[string, Readonly<Record<string, string>>, string | null, readonly string[]]>([
  ["nothing", {}, "http://collector:4318/v1", []],
  ["no endpoint", {}, null, []],
  ["headers, but for short ones", { a: "sesame", b: "one", c: "four" }, null, ["sesame", "four"]],
  [
    "the long words of a header",
    { authorization: "Custom open-sesame now" },
    null,
    ["Custom open-sesame now", "open-sesame"],
  ],
  [
    "the longest first",
    { a: "open", b: "open-sesame", c: "open-ses" },
    null,
    ["open-sesame", "open-ses", "open"],
  ],
  [
    "who the endpoint says that we are, however it is written",
    {},
    "https://team:p%40ssword@collector/",
    ["dGVhbTpwQHNzd29yZA==", "p%40ssword", "p@ssword", "team"],
  ],
  ["also where it cannot be decoded", {}, "https://:100%zz@collector/", ["OjEwMCV6eg==", "100%zz"]],
  [
    "what the endpoint asks with, but for short words",
    {},
    "https://collector/?tenant=seven&key=open%2Dsesame",
    ["open-sesame"],
  ],
])("secret is: %s", (_name, headers, endpoint, secrets) => {
  expect(secretsOf(headers, endpoint === null ? null : new URL(endpoint))).toEqual(secrets);
});

describe("a kind of trouble is reported", () => {
  test("once, until it is over for everyone who has it", () => {
    const kinds: string[] = [];
    const troubles = new TelemetryTroubles(
      ({ kind, message }) => kinds.push(`${kind} ${message}`),
      [],
    );
    troubles.report("busy", "1", "traces");
    troubles.report("busy", "2", "logs");
    troubles.report("refused", "3", "logs");
    troubles.worksAgain("traces");
    troubles.report("busy", "4", "traces");
    troubles.worksAgain("traces");
    troubles.worksAgain("logs");
    troubles.report("busy", "5", "traces");
    expect(kinds).toEqual(["busy 1", "refused 3", "busy 5"]);
  });

  test("also where the listener throws, and to nobody where there is none", () => {
    let calls = 0;
    const throwing = new TelemetryTroubles(() => {
      calls++;
      throw new Error("no");
    }, []);
    for (const troubles of [throwing, new TelemetryTroubles(undefined, [])])
      expect(() => troubles.report("busy", "1", "traces")).not.toThrow();
    expect(calls).toBe(1);
  });
});
