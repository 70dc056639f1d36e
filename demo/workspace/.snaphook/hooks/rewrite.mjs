// PreToolUse: changes a call before it is made. Here every test run leaves a report.
import { text } from "node:stream/consumers";

const { tool_input: input } = JSON.parse(await text(process.stdin));
const report =
  "--test-reporter=spec --test-reporter-destination=stdout --test-reporter=tap --test-reporter-destination=build/report.tap";
if (input.command === "node --test")
  console.log(
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        updatedInput: { ...input, command: `node --test ${report}` },
      },
    }),
  );
