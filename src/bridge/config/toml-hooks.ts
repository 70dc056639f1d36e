/**
 * The line of the first hook in a TOML file, or null. It is searched, not read: a table or a key called `hooks`, other
 * than `hooks.state`, where Codex keeps what was approved.
 */
export function tomlHooksLine(text: string): number | null {
  const found = text.split("\n").findIndex((line) => isHooks(line) && !isState(line));
  return found < 0 ? null : found + 1;
}

function isHooks(line: string): boolean {
  return /^\s*(?:\[\[?\s*)?(?:hooks|"hooks"|'hooks')\s*[.=\]]/.test(line);
}

function isState(line: string): boolean {
  return /^\s*(?:\[\[?\s*)?["']?hooks["']?\s*\.\s*["']?state["']?\s*[.=\]]/.test(line);
}
