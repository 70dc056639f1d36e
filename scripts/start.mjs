// `npm start`: builds the command and shows it at work on three hooks that went wrong in different ways.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import "./build.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/** @type {{ says: string, file: string, args: string[] }[]} */
const scenes = [
  {
    says: "A guard denies, but the shell's profile printed a line first. Other agents take that for plain text\nand run the tool. Snaphook honours the deny and tells you about the noise:",
    file: "examples/answers/deny-behind-noise.txt",
    args: ["PreToolUse"],
  },
  {
    says: 'A hook printed "allow" and was then killed by a signal. No answer is not consent:',
    file: "examples/answers/allow.json",
    args: ["PreToolUse", "--signal", "SIGKILL", "--on-failure", "ask"],
  },
  {
    says: "A Stop hook wants the tests to be run, and misspells it:",
    file: "examples/answers/block-misspelled.json",
    args: ["Stop"],
  },
];

for (const [index, { says, file, args }] of scenes.entries()) {
  const shown = ["snaphook", "explain", ...args, "--stdout-file", file].join(" ");
  console.log(`\n━━ ${index + 1} of ${scenes.length} ━━\n${says}\n\n$ ${shown}\n`);
  const command = ["dist/cli/main.js", "explain", ...args, "--stdout-file", file];
  const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
console.log("\nYour own: node dist/cli/main.js explain --help");
