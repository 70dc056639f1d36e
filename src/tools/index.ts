import { edit, read, write } from "./file-tools.js";
import { bash, subagent } from "./run-tools.js";
import { glob, grep } from "./search-tools.js";
import type { Tool } from "./tool.js";

/** The agent's own tools. */
export const tools: readonly Tool[] = [read, write, edit, glob, grep, bash, subagent];
export { ToolError } from "./tool.js";
export type { CommandResult, Tool, ToolContext, ToolResult } from "./tool.js";
