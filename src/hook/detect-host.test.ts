import { expect, test } from "vitest";
import { bridgeOf } from "../hosts/index.js";
import { detectHost, givenHost, type Environment } from "./detect-host.js";
import { hostCases, hostNames, type HostCase } from "./every-answer.test-support.js";
import type { HostName } from "./host-table.js";

/** Variables as a host sets them for a hook, or as they are inherited from it: then of another session. */
function variablesOf(host: HostName, session: string, event: string): Environment {
  if (host === "snaphook")
    return {
      SNAPHOOK_SESSION_ID: session,
      SNAPHOOK_HOOK: "guard",
      HOOK_SESSION_ID: session,
      WAVE_PROJECT_DIR: "/p",
    };
  const facts = { projectDir: "/p", event, sessionId: session, toolName: "Bash" };
  const own = Object.entries(bridgeOf(host)?.start.environment ?? {});
  return {
    ...(host === "claude-code" && { CLAUDECODE: "1" }),
    ...Object.fromEntries(own.map(([name, fact]) => [name, facts[fact]])),
  };
}

function environmentOf({ host, hostEvent, payload }: HostCase): Environment {
  return variablesOf(host, (payload.session_id ?? payload["sessionId"] ?? "") as string, hostEvent);
}

test.each(hostNames)("%s is known on all its events", (host) => {
  const found = hostCases(host).map((one) => [
    one.hostEvent,
    detectHost(one.payload, environmentOf(one)),
  ]);
  expect(found).toEqual(hostCases(host).map(({ hostEvent }) => [hostEvent, host]));
});

test.each(hostNames)("%s is known where another host has started it", (host) => {
  const wrong = hostNames
    .filter((outer) => outer !== host)
    .flatMap((outer) =>
      hostCases(host).map((one) => {
        const inherited = variablesOf(outer, "another-session", "PreToolUse");
        const found = detectHost(one.payload, { ...inherited, ...environmentOf(one) });
        return found === host ? "" : `${one.hostEvent} in ${outer}: ${found}`;
      }),
    );
  expect(wrong.filter((one) => one !== "")).toEqual([]);
});

test.each<[string, object, Environment, HostName]>([
  ["nothing at all", {}, {}, "unknown"],
  ["a payload as many send it", { hook_event_name: "PreToolUse", session_id: "s" }, {}, "unknown"],
  [
    "a variable of another session",
    { hook_event_name: "PreToolUse", session_id: "s" },
    { CLAUDE_CODE_SESSION_ID: "t" },
    "unknown",
  ],
  ["an event of one host", { hook_event_name: "BeforeTool" }, {}, "gemini"],
  [
    "an event that the host of the variable does not have",
    { hook_event_name: "BeforeTool" },
    { CLAUDECODE: "1" },
    "gemini",
  ],
  [
    "a variable that is only there",
    { hook_event_name: "PreToolUse" },
    { COPILOT_PROJECT_DIR: "/p" },
    "copilot",
  ],
  [
    "a variable that so many set that it says nothing",
    { hook_event_name: "PreToolUse" },
    { CLAUDE_PROJECT_DIR: "/p" },
    "unknown",
  ],
  [
    "a bridge: Snaphook's engine in Claude Code's process",
    { hook_event_name: "PreToolUse", session_id: "s", turn_id: "1" },
    { CLAUDE_CODE_SESSION_ID: "s", SNAPHOOK_SESSION_ID: "s", SNAPHOOK_HOOK: "g" },
    "snaphook",
  ],
])("%s", (_, payload, environment, host) => {
  expect(detectHost(payload as Record<string, unknown>, environment)).toBe(host);
});

test("a host can be named with its version, and must be one", () => {
  expect(givenHost("claude-code@2.1.325")).toBe("claude-code");
  expect(() => givenHost("cladue")).toThrow(
    'unknown host "cladue"; known are: snaphook, claude-code',
  );
});
