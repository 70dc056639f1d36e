import { edit, read, write } from "./file-tools.js";
import { bash, subagent } from "./run-tools.js";
import { glob, grep } from "./search-tools.js";
import type { Tool } from "../agent/index.js";
import type { ToolContext } from "./tool.js";

/** The coding agent's own tools. */
export const tools: readonly Tool<ToolContext>[] = [read, write, edit, glob, grep, bash, subagent];
export type { CommandResult, ToolContext } from "./tool.js";
