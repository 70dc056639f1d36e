import { execFileSync } from "node:child_process";
import { accessSync, chmodSync, chownSync, constants, existsSync, readdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

const DEBIAN = "/usr/lib/postgresql";
const SETPRIV = "/usr/bin/setpriv";

/** The folder with `postgres` and `initdb`, or null where PostgreSQL is not installed: of Debian's the newest, then by PATH. */
export function postgresFolder(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(DEBIAN, version, "bin"));
  folders.push(...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""));
  return folders.find(hasServer) ?? null;
}

function hasServer(folder: string): boolean {
  return ["postgres", "initdb"].every((name) => isProgram(join(folder, name)));
}

/**
 * What to put before the server's command, so that it ends with whoever has started it and is nobody's but that user's:
 * PostgreSQL refuses to run as root, so root's gets a user of its own, who then owns the folder.
 */
export function asOrdinaryUser(folder: string): readonly string[] {
  if (!isProgram(SETPRIV)) return [];
  const ends = ["--pdeathsig", "INT"];
  if (process.getuid?.() !== 0) return [SETPRIV, ...ends];
  const ids = idsOf("postgres") ?? idsOf("nobody");
  if (ids === null) return [];
  chownSync(folder, ids.uid, ids.gid);
  // To enter it, not to list it.
  chmodSync(dirname(folder), 0o711);
  return [SETPRIV, `--reuid=${ids.uid}`, `--regid=${ids.gid}`, "--clear-groups", ...ends];
}

function idsOf(user: string): { readonly uid: number; readonly gid: number } | null {
  try {
    const id = (option: string): number =>
      Number(execFileSync("id", [option, user], { stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return null;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
