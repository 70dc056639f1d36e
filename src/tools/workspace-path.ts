import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { codeOf } from "../io/index.js";
import { ToolError } from "../agent/index.js";

/** The path that a tool means, links resolved. One that leads out of the workspace is refused. */
export async function workspacePath(path: string, workspace: string): Promise<string> {
  if (path === "" || path.includes("\0")) throw new ToolError("The path is empty or holds a NUL.");
  const real = await realPath(resolve(workspace, path));
  if (isInside(real, workspace)) return real;
  throw new ToolError(`${path} is outside of the workspace ${workspace}.`);
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** As far as the path exists; a link that leads nowhere is refused, because writing would follow it. */
async function realPath(path: string): Promise<string> {
  let known = path;
  const rest: string[] = [];
  for (;;) {
    try {
      return join(await realpath(known), ...rest);
    } catch (error) {
      const code = codeOf(error);
      if (code !== "ENOENT") throw new ToolError(`${path} cannot be reached (${code}).`);
      if (await isLink(known)) throw new ToolError(`${path} is a link that leads nowhere.`);
      const parent = dirname(known);
      if (parent === known) throw new ToolError(`${path} cannot be reached.`);
      rest.unshift(basename(known));
      known = parent;
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}
