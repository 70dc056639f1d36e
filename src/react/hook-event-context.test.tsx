import { Text } from "ink";
import { render } from "ink-testing-library";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { useHookEvents } from "./hook-event-context.js";

function Lost(): ReactNode {
  return <Text>{String(useHookEvents().isAwaitingPermission)}</Text>;
}

test("outside of its provider the hook says what is wrong", () => {
  // In CI Ink ends with an empty frame.
  const { frames } = render(<Lost />);
  expect(frames.join("\n")).toContain("useHookEvents is used outside of HookEventProvider");
});
