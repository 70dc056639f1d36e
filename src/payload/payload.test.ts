import { describe, expect, test } from "vitest";
import { events, eventSpec, isBlockable, isKnownEvent } from "./events.js";
import { samplePayload } from "./samples.js";
import { payloadSchemas, toJsonSchema } from "./schemas.js";

test("every event has a schema, and every schema an event", () => {
  expect(Object.keys(payloadSchemas).toSorted()).toEqual(events.map(({ name }) => name).toSorted());
});

describe.each(events)("$name", ({ name, subject }) => {
  const schema = payloadSchemas[name as keyof typeof payloadSchemas];

  test("its sample is a valid payload", () => {
    expect(schema.safeParse(samplePayload(name)).error).toBeUndefined();
  });

  test("a payload of another event is refused", () => {
    expect(schema.safeParse(samplePayload(name, { hook_event_name: "Nonsense" })).success).toBe(
      false,
    );
  });

  test("what a matcher is tested against is in the payload", () => {
    if (subject !== null) expect(samplePayload(name)).toHaveProperty(subject);
  });

  test("fields of other hosts are kept", () => {
    expect(schema.parse(samplePayload(name, { turn_id: "7" }))).toHaveProperty("turn_id", "7");
  });

  test("its JSON Schema requires what the schema requires", () => {
    expect(toJsonSchema(schema)).toMatchObject({
      type: "object",
      required: expect.arrayContaining(["session_id", "cwd", "hook_event_name"]),
    });
  });
});

test("an unknown event is a generic one, on which nothing can be blocked", () => {
  for (const name of ["WorktreeCreate", "constructor", "__proto__"]) {
    const spec = eventSpec(name);
    expect(spec).toMatchObject({
      name,
      onBlock: null,
      silence: "proceed",
      decidesPermission: false,
    });
    expect(isBlockable(spec)).toBe(false);
    expect(isKnownEvent(name)).toBe(false);
    expect(samplePayload(name)).toEqual({
      session_id: "session-1",
      cwd: "/project",
      hook_event_name: name,
    });
  }
});

test("the eight events that guard something can be blocked", () => {
  expect(events.filter(isBlockable).map(({ name }) => name)).toEqual([
    "UserPromptSubmit",
    "PreToolUse",
    "PermissionRequest",
    "PostToolUse",
    "PostToolUseFailure",
    "SubagentStop",
    "Stop",
    "PreCompact",
  ]);
});
