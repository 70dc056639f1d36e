import { describe, expect, test } from "vitest";
import { answer, specific } from "./answer.test-support.js";

describe("what makes an answer ambiguous or mislabelled voids what it permits", () => {
  const allow = { permissionDecision: "allow", updatedInput: { a: 1 }, additionalContext: "c" };
  const text = (...members: string[]): string => `{${members.join(",")}}`;
  const part = (fields: object): string => JSON.stringify(fields).slice(1, -1);
  test.each<[string, string]>([
    ["a wrong event name", JSON.stringify(specific(allow, "Stop"))],
    [
      "two event names",
      JSON.stringify(specific(allow)).replace(
        '"hookEventName"',
        '"hookEventName":"Stop","hookEventName"',
      ),
    ],
    ["two specific parts", text(part(specific(allow)), part(specific({ additionalContext: "d" })))],
    [
      "two permissions",
      JSON.stringify(specific(allow)).replace(
        '"permissionDecision"',
        '"permissionDecision":"maybe","permissionDecision"',
      ),
    ],
    [
      "two inputs",
      JSON.stringify(specific(allow)).replace(
        '"updatedInput"',
        '"updatedInput":{"a":2},"updatedInput"',
      ),
    ],
    [
      "two contexts",
      JSON.stringify(specific(allow)).replace(
        '"additionalContext"',
        '"additionalContext":"d","additionalContext"',
      ),
    ],
    ["two values in the input", JSON.stringify(specific(allow)).replace('"a":1', '"a":1,"a":2')],
    ["two continues", text('"continue":true', '"continue":1', part(specific(allow)))],
    ["an unknown decision next to it", text('"decision":"maybe"', part(specific(allow)))],
    ["a decision that is null", text('"decision":null', part(specific(allow)))],
    ["a permission at the top", text('"permissionDecision":"allow"', part(specific(allow)))],
    ["a continue inside", JSON.stringify(specific({ ...allow, continue: true }))],
    ["a specific part that is none", text('"hookSpecificOutput":"x"', '"decision":"approve"')],
  ])("%s", (_name, out) => {
    const { failed, says, changes, context } = answer({ out });
    expect({ failed, says, changes, context }).toEqual({
      failed: true,
      says: [],
      changes: {},
      context: null,
    });
  });

  test.each<[string, string]>([
    [
      "keys that say the same twice",
      JSON.stringify(specific(allow)).replace(
        '"permissionDecision"',
        '"permissionDecision":"allow","permissionDecision"',
      ),
    ],
    ["two texts", text('"systemMessage":"a"', '"systemMessage":"b"', part(specific(allow)))],
    ["an unknown key", text('"x":1', '"x":2', part(specific(allow)))],
    ["a misplaced text", text('"additionalContext":"x"', part(specific(allow)))],
    ["a text of the wrong type", text('"systemMessage":1', part(specific(allow)))],
  ])("%s do no such harm", (_name, out) => {
    expect(answer({ out })).toMatchObject({
      failed: false,
      says: [{ level: "allow" }],
      changes: { input: { a: 1 } },
      context: "c",
    });
  });

  test("a restriction at the wrong level is honoured, with the reason next to it", () => {
    const out = { permissionDecision: "deny", permissionDecisionReason: "r" };
    expect(answer({ out })).toMatchObject({
      failed: true,
      says: [{ level: "deny", by: "json", reasons: ["r"] }],
    });
    expect(answer({ out: specific({ continue: false, stopReason: "s" }) })).toMatchObject({
      says: [{ level: "halt", reasons: ["s"] }],
    });
  });

  test("of two texts the last one counts", () => {
    expect(answer({ out: '{"systemMessage":"a","systemMessage":"b"}' }).warning).toBe("b");
  });

  test("several objects restrict together and add nothing", () => {
    const out = [
      { systemMessage: "a", decision: "approve" },
      {
        systemMessage: "b",
        ...specific({
          permissionDecision: "ask",
          permissionDecisionReason: "k",
          additionalContext: "c",
        }),
      },
      { reason: "d", decision: "block" },
      {},
    ]
      .map((object) => JSON.stringify(object))
      .join("\n");
    expect(answer({ out })).toMatchObject({
      failed: true,
      says: [
        { level: "deny", reasons: ["d"] },
        { level: "ask", reasons: ["k"] },
      ],
      warning: "a\nb",
      context: null,
    });
  });
});
