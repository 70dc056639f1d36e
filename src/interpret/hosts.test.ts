import { expect, test } from "vitest";
import { interpret, matches } from "./index.js";

test("a host reads all that a hook has printed: Snaphook's own cap is not its cap", () => {
  const stdout = JSON.stringify({ decision: "block", reason: "x".repeat(300_000) });
  const request = { event: "Stop", runs: [{ exit: 0, stdout }] };
  expect(interpret({ ...request, dialect: "claude-code" }).outcome).toBe("block");
  expect(interpret({ ...request, dialect: "wave" }).problems).toContainEqual(
    expect.objectContaining({ code: "output-truncated" }),
  );
});

test("nothing matches an event that the host does not have in that version", () => {
  const request = { event: "PreModelSwitch", matcher: "*" };
  expect(matches({ dialect: "claude-code@2.1.325", ...request }).matches).toBe(true);
  expect(matches({ dialect: "claude-code@2.1.240", ...request })).toMatchObject({
    matches: false,
    why: "claude-code 2.1.240 has no event PreModelSwitch",
  });
});
