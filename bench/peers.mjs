// Other agents' hook runners, to be compared with: fetched where they are asked for, next to the project's own packages.
//   node bench/peers.mjs
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../node_modules/.cache/snaphook-peers", import.meta.url));
const peer = "@google/gemini-cli-core@0.61.0";

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(installPeers());

/** The folder in which they are installed. */
export function installPeers() {
  if (existsSync(`${folder}/node_modules`)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, "{}\n");
  execFileSync("npm", ["install", "--ignore-scripts", "--no-save", "--prefix", folder, peer], {
    stdio: "inherit",
  });
  return folder;
}
