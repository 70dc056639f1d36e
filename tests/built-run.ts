import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Run from "../src/run/index.js";

/** What runs hooks, as it is built: its programs (the keeper, modules) are files of their own. */
export const builtRun = (await import(
  pathToFileURL(resolve("dist/run/index.js")).href
)) as typeof Run;
