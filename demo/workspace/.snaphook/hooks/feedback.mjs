// PostToolUse: the tool has run; what is said here goes back to the model with its result.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";

const { tool_input: input } = JSON.parse(await text(process.stdin));
if (input.file_path.startsWith("src/") && !readFileSync("changelog.md", "utf8").includes("- "))
  console.log(
    JSON.stringify({ decision: "block", reason: "changelog.md does not mention this change yet" }),
  );
