/** What a tool does, whatever a host calls it. */
export type ToolOperation =
  | "shell"
  | "write"
  | "edit"
  | "read"
  | "fetch"
  | "search"
  | "find"
  | "task";

/** One tool of a host: its name, and what it calls the fields of the operation's input. */
export interface HostTool {
  readonly name: string;
  /** By Snaphook's name. A field that is not here has the same name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The input has another form, which cannot be made out of Snaphook's. */
  readonly isOpaque?: true;
}

type HostTools = Readonly<Partial<Record<ToolOperation, HostTool>>>;

const own: HostTools = {
  shell: { name: "Bash" },
  write: { name: "Write" },
  edit: { name: "Edit" },
  read: { name: "Read" },
  fetch: { name: "WebFetch" },
  search: { name: "Grep" },
  find: { name: "Glob" },
  task: { name: "Task" },
};

/** The tools of each host, by what they do. Snaphook's own names are those that Claude Code began with. */
export const toolsOf: Readonly<Record<string, HostTools>> = {
  snaphook: own,
  wave: { ...own, task: { name: "Agent" } },
  // Claude Code has renamed the tool that starts another agent; what it is given is the same.
  "claude-code": { ...own, task: { name: "Agent" } },
  codex: {
    shell: { name: "Bash" },
    // A patch in a text of its own.
    edit: { name: "apply_patch", isOpaque: true },
    write: { name: "apply_patch", isOpaque: true },
    task: { name: "spawn_agent", isOpaque: true },
  },
  gemini: {
    shell: { name: "run_shell_command", fields: { run_in_background: "is_background" } },
    write: { name: "write_file" },
    edit: { name: "replace", fields: { replace_all: "allow_multiple" } },
    read: { name: "read_file" },
    // The addresses stand somewhere in a prompt.
    fetch: { name: "web_fetch", isOpaque: true },
    search: { name: "grep_search", fields: { path: "dir_path", glob: "include_pattern" } },
    find: { name: "glob", fields: { path: "dir_path" } },
  },
  cursor: {
    shell: { name: "Shell" },
    write: { name: "Write" },
    // Cursor has one tool for both.
    edit: { name: "Write", isOpaque: true },
    read: { name: "Read" },
    search: { name: "Grep" },
    task: { name: "Task" },
  },
  copilot: {
    shell: { name: "bash" },
    read: { name: "view", fields: { file_path: "path" } },
    write: { name: "create", fields: { file_path: "path", content: "file_text" } },
    edit: {
      name: "edit",
      fields: { file_path: "path", old_string: "old_str", new_string: "new_str" },
    },
    search: { name: "grep" },
    find: { name: "glob" },
    fetch: { name: "web_fetch" },
    // What it is given is not documented.
    task: { name: "task", isOpaque: true },
  },
};

/** How a host writes the tool of an MCP server. */
export interface McpTool {
  readonly server: string | null;
  readonly tool: string;
}

const usualMcp = /^mcp__(.+?)__(.+)$/s;

/** Gemini takes the server to end with the first underscore, whatever the server is called. */
const geminiMcp = /^mcp_([^_]+)_(.+)$/s;

/** A tool of an MCP server by its name in a host; null where it is none. */
export function readMcpName(host: string, name: string): McpTool | null {
  if (host === "cursor")
    return name.startsWith("MCP:") ? { server: null, tool: name.slice(4) } : null;
  const [, server, tool] = (host === "gemini" ? geminiMcp : usualMcp).exec(name) ?? [];
  return server === undefined || tool === undefined ? null : { server, tool };
}

/** Null where the host's name cannot be made of it. */
export function mcpName(host: string, { server, tool }: McpTool): string | null {
  if (host === "cursor") return `MCP:${tool}`;
  if (server === null) return null;
  return host === "gemini" ? `mcp_${server}_${tool}` : `mcp__${server}__${tool}`;
}
