import { Text } from "ink";
import { render } from "ink-testing-library";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { consent, HookEvents, PermissionQueue, type AgentEvent } from "../agent/index.js";
import { HookEventProvider, useHookEvents, type HookEventContextValue } from "./index.js";

/** A bound against hanging only. */
const PATIENCE = { timeout: 60_000, interval: 5 };

let seen: HookEventContextValue;

function Panel(): ReactNode {
  seen = useHookEvents();
  const { isAwaitingPermission, hookExecutionHistory, userPreferences } = seen;
  const hooks = hookExecutionHistory.map(({ hook, verdict }) => `${hook} ${verdict}`).join(", ");
  return (
    <Text>{`asks ${isAwaitingPermission}; ran ${hooks}; panel ${userPreferences.showHookPanel}`}</Text>
  );
}

test("outside of its provider the hook says what is wrong", () => {
  // Ink shows the lines of the stack by their text, and React warns where two are the same.
  const warned = vi.spyOn(console, "error").mockImplementation(() => undefined);
  // In CI Ink ends with an empty frame.
  const { frames } = render(<Panel />);
  warned.mockRestore();
  expect(frames.join("\n")).toContain("useHookEvents is used outside of HookEventProvider");
});

const fired = {
  type: "fired",
  fired: {
    event: "Stop",
    hooks: [{ id: "x", name: "guard", ran: true, run: { exit: 0 }, ms: 1 }],
    reading: { problems: [], toModel: [], toUser: [], provenance: { voices: [], rewrites: [] } },
  },
} as unknown as AgentEvent;
const asked = { toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] };
test("components see questions, hooks that ran and preferences, and answer", async () => {
  const permissions = new PermissionQueue();
  const did: string[] = [];
  const callbacks = {
    pause: () => void did.push("pause"),
    resume: () => void did.push("resume"),
    abort: () => void did.push("abort"),
  };
  const store = new HookEvents({ permissions, callbacks });
  const { lastFrame, unmount } = render(
    <HookEventProvider store={store}>
      <Panel />
    </HookEventProvider>,
  );
  expect(lastFrame()).toBe("asks false; ran ; panel false");

  const answer = seen.addPendingPermission(asked, new AbortController().signal);
  store.handleEvent(fired);
  seen.updateUserPreferences({ showHookPanel: true });
  // React draws a little later.
  await expect.poll(() => seen.userPreferences.showHookPanel, PATIENCE).toBe(true);
  expect(seen.pendingPermissions).toMatchObject([{ toolName: "Bash" }]);
  expect(seen.hookExecutionHistory).toMatchObject([{ hook: "guard", event: "Stop" }]);
  expect([seen.isAwaitingPermission, seen.userPreferences.showHookPanel]).toEqual([true, true]);

  seen.resolvePendingPermission(seen.pendingPermissions[0]?.id ?? "", consent("Bash"));
  seen.clearHookHistory();
  await expect.poll(() => seen.hookExecutionHistory, PATIENCE).toEqual([]);
  expect((await answer).decision).toBe("allow");
  expect([seen.isAwaitingPermission, seen.hookExecutionHistory]).toEqual([false, []]);

  for (const call of Object.values(seen.aiManagerCallbacks) as (() => void)[]) call();
  expect(did).toEqual(["pause", "resume", "abort"]);
  unmount();
  store.close();
});

test.each([
  [
    { nonsense: true },
    'there is no preference "nonsense"; there are: showHookPanel, showWholeTexts',
  ],
  [{ showHookPanel: "yes" }, 'the preference showHookPanel is "yes"; allowed are: true, false'],
  [null, "the preferences are not an object"],
])("preferences %j are refused", (preferences, why) => {
  const callbacks = { pause: () => {}, resume: () => {}, abort: () => {} };
  const store = new HookEvents({ permissions: new PermissionQueue(), callbacks });
  expect(() => store.updateUserPreferences(preferences as object)).toThrow(why);
  expect(store.get().userPreferences).toEqual({ showHookPanel: false, showWholeTexts: false });
  store.close();
});
