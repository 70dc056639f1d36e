import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  return async () => {
    const left = await leftBehind(() => [...readdirSync(root), ...taggedProcesses(root)]);
    rmSync(root, { recursive: true, force: true });
    if (left.length > 0)
      throw new Error(`The tests left behind, in ${root} or running:\n${left.join("\n")}`);
  };
}
