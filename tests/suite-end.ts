import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { leftBehind, taggedProcesses } from "./processes.js";

/**
 * Gives the suite a temporary folder of its own. When all tests have ended, nothing may be left in it, and no process
 * that was started with it may still be running.
 */
export default function setup(): () => Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "snaphook-suite-"));
  process.env["TMPDIR"] = root;
  // npm, tsc and others would keep what they have compiled there.
  process.env["NODE_DISABLE_COMPILE_CACHE"] = "1";
  // Nothing here talks to the world, and Node 20 would read all of a machine's certificates at each start: 40 of 60 ms.
  delete process.env["NODE_EXTRA_CA_CERTS"];
  process.env["PATH"] = ownPath(process.env["PATH"] ?? "");
  return async () => {
    const left = await leftBehind(() => [...readdirSync(root), ...taggedProcesses(root)]);
    rmSync(root, { recursive: true, force: true });
    if (left.length > 0)
      throw new Error(`The tests left behind, in ${root} or running:\n${left.join("\n")}`);
  };
}

/**
 * This Node and the programs of the system. Not what npm and a user's tools put before them: a look at a hook reads the
 * programs there, which took most of the time of a command, and a python3 that starts another one takes eight times as long.
 */
function ownPath(path: string): string {
  const isOfUser = (folder: string): boolean =>
    folder.startsWith(`${homedir()}/`) || /node_modules|node-gyp/.test(folder);
  const folders = path.split(delimiter).filter((folder) => !isOfUser(folder));
  return [dirname(process.execPath), ...folders].join(delimiter);
}
