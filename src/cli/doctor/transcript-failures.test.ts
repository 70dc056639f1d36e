import { expect, test } from "vitest";
import { failuresIn } from "./transcript-failures.js";

const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;
const system = (content: string): object => ({ type: "system", content });
const summary = (more: object): object => ({
  type: "system",
  subtype: "stop_hook_summary",
  hookInfos: [{ command: "stop.sh" }],
  ...more,
});

const rows: readonly (readonly [string, unknown, readonly string[]])[] = [
  [
    "an exit code, without the host's own words",
    {
      attachment: {
        type: "hook_non_blocking_error",
        hookName: "PreToolUse:Write",
        command: "yul",
        exitCode: 1,
        stderr: "Failed with non-blocking status code: outdated\nexit status 2",
      },
    },
    ["PreToolUse:Write yul exit code 1: outdated"],
  ],
  [
    "a hook without a command",
    { attachment: { type: "hook_error_during_execution", hookEvent: "Stop", content: "no model" } },
    ["Stop Stop did not run: no model"],
  ],
  [
    "a timeout",
    { attachment: { type: "hook_cancelled", hookName: "Stop", command: "a", timedOut: true } },
    ["Stop a timed out"],
  ],
  ["a hook that the user cancelled", { attachment: { type: "hook_cancelled", command: "a" } }, []],
  ["a block", { attachment: { type: "hook_blocking_error", command: "a" } }, []],
  [
    "a line of an older version",
    system(
      `${bold("PostToolUse:Edit")} [a [b].sh] failed with non-blocking status code 127: gone\nx`,
    ),
    ["PostToolUse:Edit a [b].sh exit code 127: gone"],
  ],
  [
    "one that did not start",
    system("Stop [a] failed to run: ENOENT"),
    ["Stop a failed to run: ENOENT"],
  ],
  ["another text", system("Stop [a] completed successfully"), []],
  [
    "a summary with one hook",
    summary({ hookErrors: ["boom", 1] }),
    ["Stop stop.sh failed: boom (summary)"],
  ],
  [
    "a summary with two hooks",
    summary({ hookErrors: ["boom"], hookInfos: [{ command: "a" }, { command: "b" }] }),
    ["Stop Stop failed: boom (summary)"],
  ],
  ["a summary of a block", summary({ hookErrors: ["go on"], preventedContinuation: true }), []],
  [
    "Codex",
    {
      payload: {
        type: "hook_completed",
        run: {
          status: "failed",
          event_name: "stop",
          source_path: "/h",
          entries: [{ text: "exit 1" }],
        },
      },
    },
    ["stop /h failed: exit 1"],
  ],
  [
    "Codex, where it went well",
    { payload: { type: "hook_completed", run: { status: "completed" } } },
    [],
  ],
  ["values of other types", { type: "system", subtype: "stop_hook_summary", hookErrors: 1 }, []],
  ["an attachment of nothing", { attachment: { type: "hook_non_blocking_error" } }, [" failed"]],
  ["no object", ["hook_non_blocking_error"], []],
];

test.each(rows)("%s", (_name, line, expected) => {
  expect(
    failuresIn(line).map(
      ({ event, hook, how, isSummary }) =>
        [event, hook, how].filter((part, index) => index === 0 || part !== "").join(" ") +
        (isSummary ? " (summary)" : ""),
    ),
  ).toEqual(expected);
});
