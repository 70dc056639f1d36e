import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isFolder } from "../../io/index.js";
import type { HostStart } from "../../hosts/index.js";

/** The host's own variable for the project's folder; what it sets for other hosts' sake comes after it. */
export function projectVariable({ environment }: HostStart): string | undefined {
  return Object.keys(environment).find((name) => environment[name] === "projectDir");
}

/**
 * The project whose hooks are meant. A host starts hooks in whatever folder the session is in, so it is the folder that
 * the host names, else the nearest one above with settings; the user's own are in the home folder, which is no project.
 */
export function projectOf(start: HostStart, cwd: string): string {
  const named = process.env[projectVariable(start) ?? ""];
  if (named !== undefined && isFolder(named)) return named;
  for (
    let folder = cwd;
    folder !== homedir() && folder !== dirname(folder);
    folder = dirname(folder)
  )
    if ([".snaphook", ".wave"].some((name) => isFolder(join(folder, name)))) return folder;
  return cwd;
}
