import type { McpNames } from "./bridge.js";

/** A tool of an MCP server; `server` is null where the host's name for the tool does not hold it. */
interface McpTool {
  readonly server: string | null;
  readonly tool: string;
}

/** Null where the name is not one of an MCP tool. */
export function readMcp({ prefix, separator }: McpNames, name: string): McpTool | null {
  if (!name.startsWith(prefix)) return null;
  const rest = name.slice(prefix.length);
  const end = separator === null ? 0 : rest.indexOf(separator);
  const tool = rest.slice(end + (separator ?? "").length);
  if (tool === "" || (separator !== null && end <= 0)) return null;
  return { server: separator === null ? null : rest.slice(0, end), tool };
}

/** Null where the host's name cannot be made of it. */
export function writeMcp(
  { prefix, separator }: McpNames,
  { server, tool }: McpTool,
): string | null {
  if (separator === null) return `${prefix}${tool}`;
  return server === null ? null : `${prefix}${server}${separator}${tool}`;
}
