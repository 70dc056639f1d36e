/** The variable that holds the project's folder, where the host has one. */
const variables: Readonly<Record<string, string>> = {
  "claude-code": "CLAUDE_PROJECT_DIR",
  gemini: "GEMINI_PROJECT_DIR",
  "qwen-code": "QWEN_PROJECT_DIR",
  cursor: "CURSOR_PROJECT_DIR",
};

/** `"$CLAUDE_PROJECT_DIR"/x`; undefined where the host sets no such variable. */
export function inProject(host: string, path: string): string | undefined {
  const variable = variables[host];
  return variable === undefined ? undefined : `"$${variable}"/${path}`;
}
