import { expect, test } from "vitest";
import { allHosts } from "../hosts/index.js";
import { samplePayload } from "../payload/index.js";
import { faultNames, faults, isSolvedByFallback } from "./faults.js";
import { gateOf, recordGates, type DenyingGuard } from "./gates-of.js";
import { hostVariants } from "./host-variants.js";

const events: Readonly<Record<string, string>> = {
  gemini: "BeforeTool",
  cursor: "beforeShellExecution",
  copilot: "preToolUse",
};
/** What says no in JSON in each host. */
const nested = (hookEventName: string): object => ({
  hookSpecificOutput: {
    hookEventName,
    permissionDecision: "deny",
    permissionDecisionReason: "no rm",
  },
});
const denials: Readonly<Record<string, object>> = {
  gemini: { decision: "deny", reason: "no rm" },
  cursor: { permission: "deny" },
  copilot: { permissionDecision: "deny", permissionDecisionReason: "no rm" },
};

function guardIn(host: string, by: "exit code 2" | "JSON"): DenyingGuard {
  const event = events[host] ?? "PreToolUse";
  const json = `${JSON.stringify(denials[host] ?? nested(event))}\n`;
  const run =
    by === "JSON"
      ? { hook: "guard", exit: 0, stdout: json, stderr: "" }
      : { hook: "guard", exit: 2, stdout: "", stderr: "no rm\n" };
  return {
    hook: "guard",
    event,
    canonical: "PreToolUse",
    payload: samplePayload("PreToolUse"),
    run,
  };
}

const recorded = faultNames.filter((fault) => faults[fault].how === "record");

/** Each variant of a host with the faults under which a denied call is not blocked. */
function notClosed(host: string, by: "exit code 2" | "JSON"): Record<string, string> {
  const variants = hostVariants(host, null, host === "copilot" ? "block" : "continue");
  const gates = recorded.flatMap((fault) => recordGates(guardIn(host, by), fault, variants));
  const found: Record<string, string> = {};
  for (const { version, onFailure } of variants) {
    const own = gates.filter((gate) => gate.version === version && gate.onFailure === onFailure);
    const rest = own.filter(({ result }) => result !== "closed");
    found[`${version} ${onFailure}`.trim()] = rest
      .map(({ fault, result }) => (result === "open" ? fault : `${fault} ${result}`))
      .join(" ");
  }
  return found;
}

const FAILS = "crash-before-answer signal deadline slow-start not-started";
const ANY_FAILS = "crash-before-answer crash-after-answer signal deadline slow-start not-started";
const NOISE = "garbage-before garbage-after truncated-answer";

/** What is open, or not known; all else is closed. By what was observed in each host. */
const table: readonly (readonly [
  host: string,
  by: "exit code 2" | "JSON",
  open: Readonly<Record<string, string>>,
])[] = [
  [
    "snaphook",
    "exit code 2",
    {
      continue: ANY_FAILS,
      ask: ANY_FAILS.replaceAll(/ |$/g, " asked ").trim(),
      block: "",
    },
  ],
  [
    "snaphook",
    "JSON",
    {
      // What was printed in time counts, however the hook ends.
      continue: "crash-before-answer signal slow-start not-started truncated-answer",
      ask: "crash-before-answer asked signal asked slow-start asked not-started asked truncated-answer asked",
      block: "",
    },
  ],
  [
    "claude-code",
    "exit code 2",
    {
      "2.1.325 continue": ANY_FAILS,
      "2.1.325 block": "",
      "2.1.240 continue": `${ANY_FAILS} pipes-held`,
    },
  ],
  [
    "claude-code",
    "JSON",
    {
      "2.1.325 continue": `${FAILS} ${NOISE}`,
      // What does not look like JSON is text, and no failure.
      "2.1.325 block": NOISE,
      "2.1.240 continue": `${FAILS} pipes-held ${NOISE}`,
    },
  ],
  ["gemini", "exit code 2", { "0.61.0 continue": `${ANY_FAILS} pipes-held` }],
  ["gemini", "JSON", { "0.61.0 continue": `${FAILS} pipes-held ${NOISE}` }],
  ["codex", "exit code 2", { "0.166.0 continue": `${ANY_FAILS} pipes-held` }],
  ["codex", "JSON", { "0.166.0 continue": `${ANY_FAILS} pipes-held ${NOISE}` }],
  // Malformed answers deny.
  ...(["exit code 2", "JSON"] as const).map(
    (by) =>
      [
        "cursor",
        by,
        {
          "1.0.32 continue": `${ANY_FAILS} pipes-held inconclusive`,
          "1.0.32 block": "pipes-held inconclusive",
        },
      ] as const,
  ),
  // Every failure but a timeout denies.
  ["copilot", "exit code 2", { "1.0.102 block": "deadline slow-start pipes-held inconclusive" }],
  ["copilot", "JSON", { "1.0.102 block": `deadline slow-start pipes-held inconclusive ${NOISE}` }],
  // Of several permission decisions the last counts.
  ["qwen-code", "exit code 2", { "0.24.4 continue": `${ANY_FAILS} pipes-held other-allows` }],
  ["qwen-code", "JSON", { "0.24.4 continue": `${FAILS} pipes-held ${NOISE} other-allows` }],
];

test.for(table)("%s, a denial by %s: what is open under faults", ([host, by, open]) => {
  expect(notClosed(host, by)).toEqual(open);
});

test("every host with a reader is in the table", () => {
  const known = new Set(table.map(([host]) => host));
  expect(allHosts.filter(({ name }) => !known.has(name))).toEqual([]);
});

test("each reason says what it is about, with a failure that continues and with one that blocks", () => {
  const variants = hostVariants("claude-code", null, "continue").slice(0, 2);
  const why = recorded.map((fault) => {
    const gates = recordGates(guardIn("claude-code", "JSON"), fault, variants);
    return [fault, ...gates.map((gate) => gate.why), gates[0]?.detail];
  });
  expect(why).toEqual([
    ["crash-before-answer", "failure-ignored", "failure-blocks", "exit code 1"],
    ["crash-after-answer", "denial-kept", "failure-blocks", "exit code 1"],
    ["signal", "failure-ignored", "failure-blocks", "SIGKILL before its answer"],
    ["deadline", "answer-lost", "failure-blocks", undefined],
    ["slow-start", "failure-ignored", "failure-blocks", undefined],
    ["not-started", "failure-ignored", "failure-blocks", "ENOENT"],
    ["pipes-held", "denial-kept", "denial-kept", undefined],
    ["garbage-before", "answer-lost", "answer-lost", undefined],
    ["garbage-after", "answer-lost", "answer-lost", undefined],
    ["truncated-answer", "answer-lost", "answer-lost", undefined],
    ["other-allows", "denial-kept", "denial-kept", expect.any(String)],
    ["host-killed", "host-gone", "host-gone", undefined],
  ]);
});

const variantRows = [
  ["claude-code", null, "block", ["*2.1.325 block", "2.1.325 continue", "2.1.240 continue"]],
  ["claude-code", "2.1.240", "block", ["2.1.325 block", "2.1.325 continue", "*2.1.240 continue"]],
  ["cursor", null, "continue", ["*1.0.32 continue", "1.0.32 block"]],
  ["copilot", null, "block", ["*1.0.102 block"]],
  ["snaphook", null, "ask", ["* ask", " continue", " block"]],
] as const;

test.for(variantRows)(
  "versions and settings of %s %s, set to %s",
  ([host, wanted, set, expected]) => {
    const found = hostVariants(host, wanted, set).map(
      ({ version, onFailure, configured }) => `${configured ? "*" : ""}${version} ${onFailure}`,
    );
    expect(found).toEqual(expected);
  },
);

test("what is behind the command makes a failure block in every host without a setting", () => {
  const open = allHosts.flatMap(({ name, failClosed }) => {
    const [variant] = hostVariants(name, null, name === "copilot" ? "block" : "continue");
    if (failClosed !== undefined || variant === undefined) return [];
    return (["exit code 2", "JSON"] as const).flatMap((by) => {
      const guard = guardIn(name, by);
      const forms = ["", guard.run.stdout].map((stdout) => {
        const run = { ...guard.run, exit: 2, stdout, stderr: "the guard failed\n" };
        return { run, hasAnswer: false };
      });
      const solved = faultNames.filter(isSolvedByFallback);
      return solved.flatMap((fault) => gateOf(guard, fault, variant, forms));
    });
  });
  expect(open.filter(({ result }) => result !== "closed")).toEqual([]);
});

test("an event that an older version does not have is not judged there", () => {
  const guard = { ...guardIn("codex", "exit code 2"), event: "NoSuchEvent" };
  const [variant] = hostVariants("codex", null, "continue");
  if (variant === undefined) throw new Error("codex is not known");
  expect(recordGates(guard, "signal", [variant])).toEqual([
    {
      hook: "guard",
      host: "codex",
      version: "0.166.0",
      event: "NoSuchEvent",
      fault: "signal",
      onFailure: "continue",
      configured: true,
      result: "inconclusive",
      why: "no-such-event",
    },
  ]);
});
