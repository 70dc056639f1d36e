import { hookTest, hookTests } from "snaphook/testing";

export default hookTests(
  [
    hookTest(
      "logs are written and removed",
      { event: "PostToolUse", tool: "Bash", files: { "old.log": "x", "audit.log": "first\n" } },
      {
        outcome: "proceed",
        files: {
          "audit.log": { state: "changed", equals: "first\nran" },
          "~/seen.log": { state: "created", contains: "ran" },
          "old.log": "removed",
          "*": "unchanged",
        },
      },
    ),
    hookTest(
      "the model learns the day of the test",
      { event: "UserPromptSubmit", payload: { prompt: "hello" }, time: "2026-02-03T04:05:06Z" },
      { outcome: "proceed", toModel: { contains: "today is 2026-02-03" } },
    ),
  ],
  { hosts: ["snaphook"] },
);
