// `npm start`: builds the command and opens the demo.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const begin = performance.now();
process.stderr.write("Building the command into dist/ (about ten seconds) … ");
await import("./build.mjs");
process.stderr.write(
  `done in ${((performance.now() - begin) / 1000).toFixed(1)} s. Starting the demo.\n`,
);

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const { status } = spawnSync(process.execPath, [command, "demo"], { stdio: "inherit" });
process.exitCode = status ?? 1;
