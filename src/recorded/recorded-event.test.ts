import { describe, expect, test } from "vitest";
import { toRecordedEvent } from "./recorded-event.js";

const time = "2026-01-02T03:04:05.678Z";
const hash = "0123456789abcdef".repeat(4);
const note = `[cut: 300000 characters of JSON, sha256 ${hash}]`;
const read = (event: object, verdict: object = {}): ReturnType<typeof toRecordedEvent> =>
  toRecordedEvent(
    { type: "event", time, eventId: "e1", event: "Stop", ...event },
    [{ type: "verdict", time, eventId: "e1", outcome: "proceed", ...verdict }],
    [],
  );

describe("a payload", () => {
  test.each<[string, object, object]>([
    ["that is there", { payload: { cwd: "/" } }, { cwd: "/" }],
    ["that is there, and says so itself", { payload: { a: 1 }, cut: "b" }, { a: 1 }],
    ["that was cut", { payload: note }, { cut: note }],
    ["whose record was cut", { cut: note }, { cut: note }],
    ["that is not there", {}, {}],
  ])("%s: %#", (_name, event, payload) => {
    expect(read(event).payload).toEqual(payload);
  });
});

describe("what was decided", () => {
  const text = (said: string): object => ({ kind: "feedback", text: said, hook: "guard" });
  const cut = (said: string): object => ({ kind: "feedback", text: said, hook: "" });

  test.each(["toModel", "toUser", "toLog"] as const)("has all that %s says", (lane) => {
    const given = [text("a"), "[cut: 3 items]"];
    expect(read({}, { [lane]: given }).reading?.[lane]).toEqual([text("a"), cut("[cut: 3 items]")]);
    expect(read({}, { [lane]: note }).reading?.[lane]).toEqual([cut(note)]);
    expect(read({}, { [lane]: [5, null] }).reading?.[lane]).toEqual([]);
    expect(read({}).reading?.[lane]).toEqual([]);
  });

  test.each<[string, unknown, unknown]>([
    ["that is there", { command: "ls" }, { command: "ls" }],
    ["that was cut", note, { cut: note }],
    ["that is none", null, null],
    ["that is a list", [1], null],
  ])("has an input %s", (_name, input, expected) => {
    expect(read({}, { input }).reading?.input).toEqual(expected);
  });
});
