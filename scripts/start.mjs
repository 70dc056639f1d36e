// `npm start`: builds the command and opens the demo.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const begin = performance.now();
process.stderr.write(
  "Building the command into dist/ (about ten seconds, unless npm ci just did) … ",
);
// Only what was not built from this very source.
const build = fileURLToPath(new URL("build.mjs", import.meta.url));
const built = spawnSync(process.execPath, [build, "--changed"], { stdio: "inherit" });
if (built.status !== 0) process.exit(built.status ?? 1);
process.stderr.write(
  `done in ${((performance.now() - begin) / 1000).toFixed(1)} s. Starting the demo.\n`,
);

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const { status } = spawnSync(process.execPath, [command, "demo"], { stdio: "inherit" });
process.exitCode = status ?? 1;
