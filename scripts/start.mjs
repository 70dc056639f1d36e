// Builds, then runs the command, so that `npm start` works right after `npm ci`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import "./build.mjs";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const { status } = spawnSync(process.execPath, [command, "--help"], { stdio: "inherit" });
process.exitCode = status ?? 1;
