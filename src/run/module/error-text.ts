import { spawnSync } from "node:child_process";
import { ModuleFault } from "./call-module.js";

/** Where Node loads modules and we call them: nothing to the author of a hook. */
const ownFrame = /^\s+at .*(?:node:internal\/|module-thread\.)/;

/** What a module threw, in words for its author. */
export function errorText(error: unknown): string {
  if (error instanceof ModuleFault) return error.message;
  if (!(error instanceof Error)) return String(error);
  const lines = (error.stack ?? error.message).split("\n");
  return lines.filter((line) => !ownFrame.test(line)).join("\n");
}

/** Why a module could not be loaded: Node's own words leave out what to do, or in which line. */
export function loadFault(error: unknown, path: string): unknown {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  if (code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.[mc]?ts$/.test(path))
    return new ModuleFault(
      `Node ${process.versions.node} cannot load TypeScript: use Node 22.18 or later, or JavaScript`,
    );
  if (error instanceof SyntaxError && !String(error.stack).includes("file:")) {
    const { stderr } = spawnSync(process.execPath, ["--check", path], { timeout: 5000 });
    const [place = ""] = stderr.toString().split(/\n\w*Error: /, 1);
    return new ModuleFault(`${place.trim()}\n${error.name}: ${error.message}`.trim());
  }
  return error;
}
