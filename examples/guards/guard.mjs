#!/usr/bin/env node
// A guard for shell commands. Exit code 2 blocks, and the model reads stderr; {} says nothing.
// Whatever cannot be read is blocked: a guard that fails must not let a command pass.

const refused = [
  {
    pattern: /\brm\s+(?:-\S+\s+)*-\w*[rf]/i,
    why: "rm -rf is not for agents: say which files should go, and why",
  },
];

function block(why) {
  console.error(why);
  process.exit(2);
}

let command;
try {
  let text = "";
  for await (const part of process.stdin.setEncoding("utf8")) text += part;
  ({ command } = JSON.parse(text).tool_input);
  if (typeof command !== "string") throw new TypeError("the command is not a text");
} catch (error) {
  block(`guard: the payload cannot be read: ${String(error)}`);
}

for (const { pattern, why } of refused) if (pattern.test(command)) block(why);
console.log("{}"); // nothing to say
