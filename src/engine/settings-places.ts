import { homedir } from "node:os";
import { defaultHome } from "../config/index.js";
import type { EngineOptions } from "./engine.js";

/** Where the settings of an engine are, and those that the program gives. */
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
