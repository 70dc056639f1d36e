import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { leftBehind, taggedProcesses } from "./processes.js";
import { whichShare } from "./turns.js";

/**
 * Gives the suite a temporary folder of its own. When all tests have ended, nothing may be left in it, and no process
 * that was started with it may still be running.
 */
export default function setup(): () => Promise<void> {
  console.log(whichShare());
  const root = ownFolder();
  process.env["TMPDIR"] = root;
  // npm, tsc and others would keep what they have compiled there.
  process.env["NODE_DISABLE_COMPILE_CACHE"] = "1";
  // Nothing here talks to the world, and Node 20 would read all of a machine's certificates at each start: 40 of 60 ms.
  delete process.env["NODE_EXTRA_CA_CERTS"];
  process.env["PATH"] = ownPath(process.env["PATH"] ?? "");
  const home = ownHome(root);
  return async () => {
    rmSync(home, { recursive: true, force: true });
    const left = await leftBehind(() => [...readdirSync(root), ...taggedProcesses(root)]);
    rmSync(root, { recursive: true, force: true });
    if (left.length > 0)
      throw new Error(`The tests left behind, in ${root} or running:\n${left.join("\n")}`);
  };
}

/**
 * In memory, unless somebody says where: tests write many small files and wait until they are on the disk, which took a
 * tenth of the time. Where there is too little of it, or nothing can be started from there, where temporary files are.
 */
function ownFolder(): string {
  const name = "snaphook-suite-";
  if (process.env["TMPDIR"] !== undefined) return mkdtempSync(join(tmpdir(), name));
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    const root = mkdtempSync(join(MEMORY, name));
    const program = join(root, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
    const canStart = spawnSync(program).status === 0;
    rmSync(program);
    if (canStart && bavail * bsize > LEAST_BYTES) {
      // Root's database has a user of its own, who may enter it, not list it.
      chmodSync(root, 0o711);
      return root;
    }
    rmSync(root, { recursive: true });
  } catch {
    // There is none.
  }
  return mkdtempSync(join(tmpdir(), name));
}

/** A file system in memory, on most systems with Linux. */
const MEMORY = "/dev/shm";
const LEAST_BYTES = 2 ** 30;

/** Tests do not read the user's own settings, nor write to their ledger. npm keeps its settings and what it has fetched. */
function ownHome(root: string): string {
  process.env["npm_config_userconfig"] ??= join(homedir(), ".npmrc");
  process.env["npm_config_cache"] ??= join(homedir(), ".npm");
  delete process.env["SNAPHOOK_HOME"];
  const home = join(root, "home");
  mkdirSync(home);
  process.env["HOME"] = home;
  return home;
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
