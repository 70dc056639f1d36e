/** Tools whose input is a command for a shell, whatever its fields. */
const SHELL_TOOLS = new Set(["Bash", "Shell", "run_shell_command"]);

/** Tools that change nothing on this machine, so that they may look at protected files. */
const READING_TOOLS = new Set([
  "Read",
  "Glob",
  "Grep",
  "LS",
  "NotebookRead",
  "view",
  "search",
  "WebFetch",
  "WebSearch",
  "TodoWrite",
]);

export function isShellTool(name: string): boolean {
  return SHELL_TOOLS.has(name);
}

export function isReadingTool(name: string): boolean {
  return READING_TOOLS.has(name);
}

/** What tools do with the files that their input names. */
const ACCESS: ReadonlyMap<string, readonly Access[]> = new Map<string, readonly Access[]>([
  ["Read", ["read"]],
  ["NotebookRead", ["read"]],
  ["Grep", ["read"]],
  ["Glob", ["read"]],
  ["LS", ["read"]],
  ["view", ["read"]],
  ["search", ["read"]],
  ["Write", ["write"]],
  // An edit that succeeds or fails says what was there.
  ["Edit", ["read", "write"]],
  ["MultiEdit", ["read", "write"]],
  ["NotebookEdit", ["read", "write"]],
]);

export type Access = "read" | "write";

export function accessOf(tool: string): readonly Access[] {
  return ACCESS.get(tool) ?? [];
}

/** The tools for which a rule about paths says what may be read, or written, by whatever tool. */
export const NAMED_FOR: Readonly<Record<Access, readonly string[]>> = {
  read: ["Read"],
  write: ["Write", "Edit", "MultiEdit", "NotebookEdit"],
};
