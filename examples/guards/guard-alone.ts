#!/usr/bin/env node
// A guard for shell commands. Exit code 2 blocks, and the model reads stderr; {} says nothing.
// Whatever cannot be read is blocked: a guard that fails must not let a command pass.

const refused: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern: /\brm\s+(?:-\S+\s+)*-\w*[rf]/i,
    why: "rm -rf is not for agents: say which files should go, and why",
  },
];

function block(why: string): never {
  console.error(why);
  process.exit(2);
}

async function readCommand(): Promise<string> {
  let text = "";
  for await (const part of process.stdin.setEncoding("utf8")) text += String(part);
  const payload = JSON.parse(text) as { readonly tool_input: { readonly command: unknown } };
  const { command } = payload.tool_input;
  if (typeof command !== "string") throw new TypeError("the command is not a text");
  return command;
}

const command = await readCommand().catch((error: unknown) =>
  block(`guard: the payload cannot be read: ${String(error)}`),
);

for (const { pattern, why } of refused) if (pattern.test(command)) block(why);
console.log("{}"); // nothing to say
