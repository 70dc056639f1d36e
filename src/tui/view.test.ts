import { expect, test } from "vitest";
import { consent, refusal } from "../agent/index.js";
import { transcriptOf } from "./transcript.js";
import { toldBySession, type View } from "./view.js";

test.each([
  ["allowed", consent("Bash"), "Bash was allowed in snaphook view"],
  ["denied", refusal("Bash"), "Bash was denied in snaphook view"],
  [
    "denied with words",
    refusal("Bash", "use node", true),
    "Bash was denied in snaphook view: use node",
  ],
])("a question that was %s elsewhere leaves a note with the place", (_, decision, text) => {
  const empty = { transcript: transcriptOf([]), activity: {} } as unknown as View;
  const event = { type: "answered", by: "snaphook view", toolName: "Bash", decision } as const;
  expect(toldBySession(empty, event, 0).transcript).toEqual({
    ...transcriptOf([]),
    notes: 1,
    printed: [{ type: "note", id: 1, note: { kind: "info", text } }],
  });
});
