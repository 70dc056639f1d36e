// `npm start`: builds the command and opens the demo.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import "./build.mjs";

const command = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const { status } = spawnSync(process.execPath, [command, "demo"], { stdio: "inherit" });
process.exitCode = status ?? 1;
