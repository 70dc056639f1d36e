// Adds --ignore-scripts to npm install.
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { tool_input: input } = JSON.parse(text);
if (input.command.startsWith("npm install"))
  console.log(
    JSON.stringify({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { ...input, command: `${input.command} --ignore-scripts` },
      },
    }),
  );
