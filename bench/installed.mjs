// The package as npm installs it: packed, and unpacked into a project of its own. Nothing is fetched.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A folder in which it is installed; whoever asks removes it. */
export function installPackage() {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-bench-"));
  const npm = (/** @type {string[]} */ args, /** @type {string} */ cwd) =>
    execFileSync("npm", [...args, "--silent", "--cache", join(folder, "cache")], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
  const tarball = npm(["pack", "--ignore-scripts", "--pack-destination", folder], root).trim();
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const here = Object.keys(dependencies).map((name) => [
    name,
    `file:${resolve(root, "node_modules", name)}`,
  ]);
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({
      private: true,
      dependencies: { snaphook: `file:${tarball}`, ...Object.fromEntries(here) },
    }),
  );
  npm(["install", "--offline", "--no-audit", "--no-fund", "--omit=optional"], folder);
  return folder;
}
