import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

const read = (event: string, runs: readonly WireRun[], payload: object = {}): Reading =>
  interpret({ dialect: "copilot", event, payload: { ...payload }, runs });
const said = (hook: string, answer: unknown, more: WireRun = {}): WireRun => ({
  hook,
  exit: 0,
  stdout: JSON.stringify(answer),
  ...more,
});
const decide = (hook: string, decision: string, reason = ""): WireRun =>
  said(hook, {
    permissionDecision: decision,
    ...(reason !== "" && { permissionDecisionReason: reason }),
  });

type Voices = Reading["provenance"]["voices"];
const voice = (
  hook: string,
  level: Voices[number]["level"],
  winner: string,
  by: Voices[number]["by"] = "json",
): Voices[number] => ({
  hook,
  level,
  by,
  won: level === winner,
  why: `${winner} is what the host does`,
});

describe("who said what, and who won", () => {
  test.each<[string, string, readonly WireRun[], object, Voices]>([
    [
      "the strictest of several wins, each that says it, and silence has no voice",
      "preToolUse",
      [
        decide("one", "allow"),
        decide("two", "deny", "no"),
        decide("three", "ask", "sure?"),
        { hook: "four", exit: 0 },
        { hook: "five", exit: 2, stderr: "never" },
      ],
      {},
      [
        voice("one", "allow", "deny"),
        voice("two", "deny", "deny"),
        voice("three", "ask", "deny"),
        voice("five", "deny", "deny", "exit-code"),
      ],
    ],
    [
      "an ask wins over an allow",
      "preToolUse",
      [decide("one", "allow"), decide("two", "ask", "sure?")],
      {},
      [voice("one", "allow", "ask"), voice("two", "ask", "ask")],
    ],
    [
      "a hook that failed denies by its failure",
      "preToolUse",
      [{ hook: "one", exit: 1 }, decide("two", "allow")],
      {},
      [voice("one", "deny", "deny", "failure"), voice("two", "allow", "deny")],
    ],
    [
      "an allow that would leave the sandbox wins nothing",
      "permissionRequest",
      [said("one", { behavior: "allow" })],
      { toolInput: { requestSandboxBypass: true } },
      [voice("one", "allow", "nothing")],
    ],
    [
      "on permissionRequest a later hook replaces an earlier one",
      "permissionRequest",
      [said("one", { behavior: "deny", message: "no" }), said("two", { behavior: "allow" })],
      {},
      [voice("one", "deny", "allow"), voice("two", "allow", "allow")],
    ],
    [
      "a block of agentStop needs its reason to have a voice",
      "agentStop",
      [said("one", { decision: "block" }), said("two", { decision: "block", reason: "more" })],
      {},
      [voice("two", "deny", "deny")],
    ],
    ["nobody decides where nothing is decided", "notification", [decide("one", "deny")], {}, []],
  ])("%s", (_name, event, runs, payload, voices) => {
    expect(read(event, runs, payload).provenance.voices).toEqual(voices);
  });
});

test("a deny is read whole", () => {
  const runs = [
    decide("one", "deny", "no"),
    decide("two", "allow"),
    decide("three", "deny", "nor"),
  ];
  expect(read("preToolUse", runs)).toEqual({
    outcome: "block",
    permission: "deny",
    input: null,
    prompt: null,
    toModel: [{ kind: "reason", text: "no", hook: "one" }],
    toUser: [],
    toLog: [],
    failed: false,
    problems: [],
    diagnosed: false,
    provenance: {
      voices: [
        voice("one", "deny", "deny"),
        voice("two", "allow", "deny"),
        voice("three", "deny", "deny"),
      ],
      rewrites: [],
    },
  });
});

describe("of a long context the model gets the head", () => {
  const letters = (length: number): string =>
    Array.from({ length }, (_, index) => String.fromCharCode(97 + (index % 26))).join("");

  test.each<[string, readonly string[], string]>([
    ["whole at the limit", [letters(10_240)], letters(10_240)],
    ["and not the tail", [`${letters(10_240)}!`], letters(10_240)],
    [
      "of all hooks together",
      [letters(6000), letters(6000)],
      `${letters(6000)}\n\n${letters(6000)}`.slice(0, 10_240),
    ],
  ])("%s", (_name, contexts, text) => {
    const runs = contexts.map((context, index) =>
      said(`#${index}`, { additionalContext: context }),
    );
    expect(read("postToolUse", runs).toModel).toEqual([
      { kind: "context", text, hook: contexts.map((_, index) => `#${index}`).join(", ") },
    ]);
  });
});
