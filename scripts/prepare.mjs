// What npm runs after `npm ci` in a clone, and before it packs what it has fetched from a repository: builds what is not built yet.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
// `npm install -g` of a repository, which is also what pre-commit does, leaves out what a build needs: it takes the whole
// installation in the clone for a global one.
if (!existsSync("node_modules/esbuild")) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(global|prefix)$/i.test(name)),
  );
  const flags = ["--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  execFileSync("npm", ["ci", ...flags], { stdio: "inherit", env });
}
if (!existsSync("dist/cli/main.js")) await import("./build.mjs");
