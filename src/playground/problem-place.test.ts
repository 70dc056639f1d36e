import { expect, test } from "vitest";
import { placeOf } from "./problem-place.js";

const answer = '{"decision": "deny", "hookSpecificOutput": {"permissionDecision": "denny"}}';

interface Row {
  readonly path: string;
  readonly found?: string;
  readonly offset?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

test.each<[string, Row, string, string]>([
  ["a field, with its value", { path: "decision" }, "stdout", '"decision": "deny"'],
  [
    "a field of hookSpecificOutput",
    { path: "hookSpecificOutput.permissionDecision" },
    "stdout",
    '"permissionDecision": "denny"',
  ],
  [
    "a field of an object after another line",
    { path: "decision", stdout: `see {this}\n${answer}` },
    "stdout",
    '"decision": "deny"',
  ],
  [
    "a field of an object after other words of its line",
    { path: "decision", stdout: `answer: ${answer}` },
    "stdout",
    '"decision": "deny"',
  ],
  [
    "a field of an object that is not complete",
    { path: "decision", stdout: '{"decision": "deny", "reason": "x' },
    "stdout",
    '"decision": "deny"',
  ],
  ["a path that is not there: all of it", { path: "reason" }, "stdout", answer],
  [
    "a path that is not there, with a place: the rest of that line",
    { path: "reason", offset: 21, stdout: `${answer}\nmore` },
    "stdout",
    answer.slice(21),
  ],
  [
    "where the JSON breaks",
    { path: "stdout", offset: 5, found: "x", stdout: '{"a":x}\n' },
    "stdout",
    "x}",
  ],
  [
    "at the end, where more should be",
    { path: "stdout", offset: 4, stdout: '{"a"' },
    "stdout",
    '"',
  ],
  [
    "what was found, word for word",
    { path: "stdout", found: '"decision": "deny"' },
    "stdout",
    '"decision": "deny"',
  ],
  [
    "what was found and shortened: all of it",
    { path: "stdout", found: '{"decision…', stdout: ` ${answer}\n` },
    "stdout",
    answer,
  ],
  ["all of stderr, without the line's end", { path: "stderr", stderr: "no\n" }, "stderr", "no"],
  ["the exit code", { path: "exit" }, "exit", ""],
  ["the event", { path: "event" }, "event", ""],
  ["an empty stdout", { path: "stdout", offset: 0, stdout: "" }, "stdout", ""],
  ["a stdout of blanks", { path: "stdout", offset: 3, stdout: "  \n" }, "stdout", ""],
])("%s", (_what, { stdout = answer, stderr = "", found = "", ...problem }, field, marked) => {
  const place = placeOf({ ...problem, found }, { stdout, stderr });
  const text = { stdout, stderr, exit: "", event: "" }[place.field];
  expect([place.field, text.slice(place.from, place.to)]).toEqual([field, marked]);
});
