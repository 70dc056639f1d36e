import { expect, test } from "vitest";
import { samplePayload } from "../payload/index.js";
import { faultNames, faults, isSolvedByFallback } from "./faults.js";
import { recordGates } from "./gates-of.js";
import { hostVariants } from "./host-variants.js";
import { otherHosts, outcomeInOtherHost } from "./other-hosts.js";
import type { PrintedRun } from "./record-faults.js";

const forms = {
  "exit 2": { exit: 2, stdout: "", stderr: "no rm\n" },
  permissionDecision: answering({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no rm",
    },
  }),
  decision: answering({ decision: "block", reason: "no rm" }),
  cancel: answering({ cancel: true, errorMessage: "no rm" }),
} as const;

type Form = keyof typeof forms;

function answering(answer: object, exit = 0): Omit<PrintedRun, "hook"> {
  return { exit, stdout: `${JSON.stringify(answer)}\n`, stderr: "" };
}

function variantOf(host: string): ReturnType<typeof hostVariants>[number] {
  const [variant] = hostVariants(host, null, "block");
  if (variant === undefined) throw new Error(`${host} is not known`);
  return variant;
}

/** The faults of a run under which the host does not run the call. */
function closedUnder(host: string, form: Form): string {
  const guard = {
    hook: "guard",
    event: "PreToolUse",
    canonical: "PreToolUse",
    payload: samplePayload("PreToolUse"),
    run: { hook: "guard", ...forms[form] },
  };
  return faultNames
    .filter((fault) => faults[fault].how === "record" && fault !== "host-killed")
    .filter((fault) => recordGates(guard, fault, [variantOf(host)])[0]?.result === "closed")
    .join(" ");
}

const NOISE = "garbage-before garbage-after truncated-answer other-allows";

/**
 * What each host did, by running its own hook runner with real guards: all of it proceeded but for this. A denial by
 * exit code has no answer that could be cut off.
 */
const closed: readonly (readonly [host: string, Readonly<Record<Form, string>>])[] = [
  [
    "vscode",
    {
      "exit 2": `pipes-held ${NOISE}`,
      permissionDecision: "pipes-held other-allows",
      decision: "",
      cancel: "",
    },
  ],
  [
    "cline",
    {
      "exit 2": "",
      permissionDecision: "",
      decision: "",
      cancel: "crash-after-answer pipes-held other-allows",
    },
  ],
  [
    "cline-vscode",
    {
      "exit 2": "",
      permissionDecision: "",
      decision: "",
      cancel: "garbage-before garbage-after other-allows",
    },
  ],
  ["continue", { "exit 2": "", permissionDecision: "", decision: "", cancel: "" }],
  ["letta", { "exit 2": NOISE, permissionDecision: "", decision: "", cancel: "" }],
];

test.for(closed)("%s: the faults under which a call stays blocked", ([host, expected]) => {
  const found = Object.keys(forms).map((form) => [form, closedUnder(host, form as Form)]);
  expect(Object.fromEntries(found)).toEqual(expected);
});

test("every host without a reader was tried", () => {
  expect(otherHosts.map(({ name }) => name)).toEqual(closed.map(([host]) => host));
});

const cancel = JSON.stringify({ cancel: true });
const ended = { exit: 0, stdout: "", stderr: "" };

/** Single runs that were tried, with what each host did: vscode, cline, cline-vscode, letta. */
const runs: readonly (readonly [string, Omit<PrintedRun, "hook">, string])[] = [
  ["no fault, exit code 2", forms["exit 2"], "block proceed proceed block"],
  ["exit code 2 without a text", { ...ended, exit: 2 }, "block proceed proceed block"],
  ["no fault, permissionDecision", forms.permissionDecision, "block proceed proceed proceed"],
  ["no fault, decision", forms.decision, "proceed proceed proceed proceed"],
  ["no fault, cancel", forms.cancel, "proceed block block proceed"],
  ["cancel, and exit code 2", { ...forms.cancel, exit: 2 }, "block block proceed block"],
  ["cancel as a text", answering({ cancel: "true" }), "proceed proceed proceed proceed"],
  ["review", answering({ review: true }), "proceed proceed proceed proceed"],
  [
    "a question",
    answering({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } }),
    "ask proceed proceed proceed",
  ],
  ["the agent is to stop", answering({ continue: false }), "block proceed proceed proceed"],
  [
    "a byte order mark",
    { ...ended, stdout: `\uFEFF${forms.permissionDecision.stdout}` },
    "proceed proceed proceed proceed",
  ],
  [
    "a byte order mark before cancel",
    { ...ended, stdout: `\uFEFF${cancel}\n` },
    "proceed block block proceed",
  ],
  [
    "a line for Cline after a log line",
    { ...ended, stdout: `log line\nHOOK_CONTROL\t${cancel}\n` },
    "proceed block block proceed",
  ],
  [
    "another object after the answer",
    { ...ended, stdout: `${cancel}\n{"a":1}\n` },
    "proceed proceed proceed proceed",
  ],
  [
    "killed after cancel",
    { stdout: cancel, stderr: "", signal: "SIGKILL" },
    "proceed block proceed proceed",
  ],
  [
    "an object in several lines among others",
    { ...ended, stdout: `log {\n${JSON.stringify({ cancel: true }, null, 2)}\nend\n` },
    "proceed proceed block proceed",
  ],
];

test.for(runs)("%s", ([, run, expected]) => {
  const hosts = otherHosts.filter(({ neverRuns }) => !neverRuns);
  const outcomes = hosts.map((host) => outcomeInOtherHost(host, [{ hook: "guard", ...run }]));
  expect(outcomes.join(" ")).toBe(expected);
});

test("what is behind the command makes a failure block", () => {
  for (const host of otherHosts.filter(({ neverRuns }) => !neverRuns)) {
    const isByCode = host.fallback.includes("exit 2");
    const [, printed = ""] = /echo '(.*)'/.exec(host.fallback) ?? [];
    const run = {
      hook: "guard",
      exit: isByCode ? 2 : 0,
      stdout: isByCode ? "" : printed,
      stderr: "",
    };
    expect([host.name, outcomeInOtherHost(host, [run])]).toEqual([host.name, "block"]);
  }
  expect(faultNames.some(isSolvedByFallback)).toBe(true);
});
