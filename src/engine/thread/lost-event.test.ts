import { expect, test } from "vitest";
import { lostEvent, lostProblem, lostRuling } from "./lost-event.js";

test.each(["PreToolUse", "Stop", "UserPromptSubmit"])(
  "an event whose end is not known halts, and the user gets the reason: %s",
  (event) => {
    const payload = { hook_event_name: event, tool_name: "Bash" };
    const { reading, ...rest } = lostEvent(payload, {
      eventId: "e1",
      dialect: "gosu",
      why: "is gone",
    });
    expect(rest).toEqual({ eventId: "e1", event, dialect: "gosu", hooks: [], ruling: null });
    expect(reading).toMatchObject({ outcome: "halt", problems: [lostProblem("is gone")] });
    expect(reading.toUser[0]?.text).toContain(
      "Nobody knows what the hooks decided: the engine's thread is gone.",
    );
  },
);

test("the user gets the reason from the engine's thread, as a problem of no hook", () => {
  const why = { eventId: "e1", dialect: "wave", why: "ended" };
  const { event, reading } = lostEvent({}, why);
  expect([event, reading.toUser[0]?.hook]).toEqual(["", "engine thread"]);
  expect(lostProblem("ended")).toEqual({
    code: "engine-thread-lost",
    severity: "error",
    hook: "",
    path: "",
    found: "ended",
    file: null,
    line: null,
  });
});

test("a call that no rule could be asked about is denied", () => {
  expect(lostRuling("is gone")).toEqual({
    decision: "deny",
    rule: null,
    why: "is gone",
    bySelfProtection: false,
    considered: [],
  });
});
