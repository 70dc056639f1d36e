import { expect, test } from "vitest";
import { exampleSubject } from "./example-subject.test-support.js";
import { locateFindings } from "./lint.js";
import { withSeen } from "./seen.js";
import { exitOneBlock } from "./rules/block/exit-1-block.js";
import { stderrUnseen } from "./rules/unseen/stderr-unseen.js";

const nothing = { user: "nothing", model: "nothing" };

test("a text that only some hosts show: who sees it in each host that uses the script", async () => {
  const script = `#!/bin/sh\necho "Please run the tests" >&2\n`;
  const subjects = [
    await exampleSubject({ title: "", event: "PostToolUse", script }),
    await exampleSubject({ title: "", host: "gemini", event: "AfterTool", script }),
  ];
  const [found] = withSeen(locateFindings(subjects, [stderrUnseen]), subjects, false);
  expect(found?.finding.seen).toEqual([
    { hosts: ["claude-code"], sees: nothing, after: { user: "nothing", model: "the text" } },
    { hosts: ["gemini"], sees: { user: "the text", model: "nothing" } },
  ]);
});

test("in every host: those in which it is the same are one", async () => {
  const script = `#!/bin/sh\necho "Blocked: no" >&2\nexit 1\n`;
  const subjects = [await exampleSubject({ title: "", event: "PreToolUse", script })];
  const [found] = withSeen(locateFindings(subjects, [exitOneBlock]), subjects, true);
  const user = { user: "the text", model: "nothing" };
  const model = { user: "nothing", model: "the text" };
  const both = { user: "the text", model: "the text" };
  const seen = found?.finding.seen ?? [];
  const byName = seen.toSorted((one, other) => (one.hosts.join() < other.hosts.join() ? -1 : 1));
  expect(byName).toEqual([
    { hosts: ["claude-code"], sees: user, after: both },
    { hosts: ["codex"], sees: { ...user, user: "that the hook failed" }, after: both },
    { hosts: ["copilot"], sees: { user: "nothing", model: "that it was blocked" } },
    { hosts: ["cursor"], sees: nothing, after: user },
    { hosts: ["gemini", "wave"], sees: user, after: model },
    { hosts: ["qwen-code"], sees: nothing, after: model },
  ]);
});

test("a host without such an event says so", async () => {
  const script = `#!/bin/sh\necho "Please run the tests" >&2\n`;
  const subjects = [await exampleSubject({ title: "", event: "PostCompact", script })];
  const [found] = withSeen(locateFindings(subjects, [stderrUnseen]), subjects, true);
  const without = found?.finding.seen?.find(({ sees }) => sees === null);
  expect(without?.hosts).toContain("gemini");
});
