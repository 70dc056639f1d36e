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
