import { isFolder } from "../io/index.js";
import type { Engine, EngineOptions } from "./engine.js";
import { ThreadedEngine } from "./thread/index.js";
import { ProjectEngine } from "./project-engine.js";

/** Reads the settings of a project and gets ready to run its hooks. Throws where the project is no folder. Close it when the session ends. */
export function createEngine(options: EngineOptions): Engine {
  checkFolder(options.projectDir);
  return options.thread === true ? new ThreadedEngine(options) : new ProjectEngine(options);
}

/** In a folder that is not there no hook would be found, and everything would be allowed. */
function checkFolder(projectDir: unknown): void {
  if (typeof projectDir !== "string" || projectDir === "")
    throw new TypeError("createEngine needs projectDir: the folder of the project whose hooks run");
  if (!isFolder(projectDir))
    throw new TypeError(`createEngine: projectDir ${JSON.stringify(projectDir)} is not a folder`);
}
