import { homedir } from "node:os";
import { defaultHome } from "../config/index.js";
import { isFolder } from "../io/index.js";
import type { EngineOptions } from "./engine.js";

/** Where the settings of a project are, and those that code has given. */
export function settingsFiles(options: EngineOptions, projectDir: string) {
  const { program, home = defaultHome(), managedFile, wave } = options;
  const userHome = options.userHome ?? (options.home === undefined ? homedir() : undefined);
  return {
    projectDir,
    home,
    ...(userHome !== undefined && { userHome }),
    ...(wave !== undefined && { wave }),
    ...(program !== undefined && { program }),
    ...(managedFile !== undefined && { managedFile }),
  };
}

/** In a folder that is not there no hook would be found, and everything would be allowed. */
export function checkFolder(projectDir: unknown): void {
  if (typeof projectDir !== "string" || projectDir === "")
    throw new TypeError("createEngine needs projectDir: the folder of the project whose hooks run");
  if (!isFolder(projectDir))
    throw new TypeError(`createEngine: projectDir ${JSON.stringify(projectDir)} is not a folder`);
}
