import { describe, expect, test } from "vitest";
import { isStricter, type Level } from "../dialects/index.js";
import { interpret, type WireRun } from "../interpret/index.js";
import { allHosts } from "./index.js";
import { restrictionsIn } from "./restriction.js";

const nested = (fields: object): object => ({ hookSpecificOutput: fields });

/** Answers that restrict in some host, or nearly: the field, its level, and the answer. */
const restrictive: readonly (readonly [path: string, level: Level, answer: object])[] = [
  ["decision", "deny", { decision: "denied" }],
  ["decision", "deny", { decision: "reject" }],
  ["decision", "deny", { decision: "rejected" }],
  ["decision", "deny", { decision: "refuse" }],
  ["decision", "deny", { decision: "DENY" }],
  ["decision", "deny", { decision: " block\n" }],
  ["decision", "deny", { decision: "blok" }],
  ["decision", "deny", { decision: ["deny"] }],
  ["decision.deny", "deny", { decision: { deny: true } }],
  ["decision.behavior", "deny", { decision: { behavior: "deny" } }],
  ["decison", "deny", { decison: "deny" }],
  ["Decision", "deny", { Decision: "deny" }],
  ["action", "deny", { action: "deny" }],
  ["verdict", "deny", { verdict: "block" }],
  ["permission", "deny", { permission: "denied" }],
  ["permission", "deny", { permission: false }],
  ["permission_decision", "deny", { permission_decision: "deny" }],
  ["permissionDecision", "deny", { permissionDecision: "Denied" }],
  ["permissionDecision", "ask", { permissionDecision: "force_ask" }],
  ["permissionDecision", "defer", { permissionDecision: "deferred" }],
  ["behaviour", "deny", { behaviour: "deny" }],
  ["cancel", "deny", { cancel: true }],
  ["cancel", "deny", { cancel: "true" }],
  ["block", "deny", { block: true }],
  ["deny", "deny", { deny: 1 }],
  ["allow", "deny", { allow: false }],
  ["approved", "deny", { approved: "no" }],
  ["halt", "halt", { halt: true }],
  ["stop", "halt", { stop: true }],
  ["abort", "halt", { abort: true }],
  ["interrupt", "halt", { interrupt: true }],
  ["continue", "halt", { continue: "false" }],
  ["continue", "halt", { continue: 0 }],
  ["should_continue", "halt", { should_continue: false }],
  ["hookSpecificOutput.permissionDecision", "deny", nested({ permissionDecision: "denied" })],
  ["hookSpecificOutput.decision", "deny", nested({ decision: "reject" })],
  ["hookSpecificOutput.decision.behavior", "deny", nested({ decision: { behavior: "denied" } })],
  ["hookSpecificOutput.interrupt", "halt", nested({ interrupt: true })],
  ["hookSpecificOutput.continue", "halt", nested({ continue: false })],
];

const harmless: readonly object[] = [
  { decision: "allow" },
  { decision: "approve" },
  { decision: "accepted" },
  { decision: "unblock" },
  { decision: "none" },
  { decision: "" },
  { decision: null },
  { decision: 5 },
  { permission: "granted" },
  { permission: true },
  { continue: true },
  { cancel: false },
  { interrupt: "false" },
  { halt: null },
  { stopReason: "stop" },
  { reason: "denied" },
  { systemMessage: "blocked" },
  { suppressOutput: true },
  { mine: { decision: "deny" } },
  nested({ additionalContext: "deny" }),
  nested({ updatedInput: { decision: "deny", stop: true } }),
  { modifiedArgs: { action: "stop", permission: "denied", continue: false } },
];

test.each(restrictive)("%s restricts (%s): %j", (path, level, answer) => {
  expect(restrictionsIn(answer)).toEqual([{ level, path, found: expect.any(String) }]);
});

test.each(harmless)("%j does not restrict", (answer) => {
  expect(restrictionsIn(answer)).toEqual([]);
});

const strictness = {
  halt: "halt",
  block: "deny",
  defer: "defer",
  ask: "ask",
  proceed: null,
} as const;

describe.each(allHosts.map((host) => [`${host.name}@${host.version}`, host] as const))(
  "%s names a restriction that it does not read",
  (dialect, host) => {
    const events = [...Object.keys(host.events), "NoSuchEvent"];
    const isNamed = (event: string, level: Level, run: WireRun): boolean => {
      const reading = interpret({ dialect, event, runs: [run] });
      if (!isStricter(level, strictness[reading.outcome])) return true;
      return reading.problems.some(({ code }) => code === "host-deny-lost");
    };

    test.each(restrictive)("%s (%s): %j", (_path, level, answer) => {
      const stdout = JSON.stringify(answer);
      for (const run of [
        { exit: 0, stdout },
        { exit: 1, stdout },
        { timedOut: true, stdout },
      ])
        expect(events.filter((event) => !isNamed(event, level, run))).toEqual([]);
    });

    test.each([
      'log\n{"decision":"denied"}',
      "{decision:deny}",
      "{'interrupt': True}",
      '{"cancel":true',
      '{"halt":true,"halt":false}',
    ])("in broken JSON: %s", (stdout) => {
      expect(events.filter((event) => !isNamed(event, "deny", { exit: 0, stdout }))).toEqual([]);
    });
  },
);
