import { describe, expect, test } from "vitest";
import {
  bridgeOf,
  ownNames,
  readMcp,
  writeMcp,
  type HostNames,
  type ToolOperation,
} from "../../hosts/index.js";

const namesOf = (host: string): HostNames => bridgeOf(host) ?? ownNames;

/** What each host calls its tools; a dash where it has none of its own. */
const names: Readonly<Record<string, Readonly<Record<ToolOperation, string>>>> = {
  snaphook: tools("Bash", "Write", "Edit", "Read", "WebFetch", "Grep", "Glob", "Task"),
  wave: tools("Bash", "Write", "Edit", "Read", "WebFetch", "Grep", "Glob", "Agent"),
  "claude-code": tools("Bash", "Write", "Edit", "Read", "WebFetch", "Grep", "Glob", "Agent"),
  codex: tools("Bash", "apply_patch", "apply_patch", "-", "-", "-", "-", "spawn_agent"),
  gemini: tools(
    "run_shell_command",
    "write_file",
    "replace",
    "read_file",
    "web_fetch",
    "grep_search",
    "glob",
    "-",
  ),
  "qwen-code": tools(
    "run_shell_command",
    "write_file",
    "edit",
    "read_file",
    "web_fetch",
    "grep_search",
    "glob",
    "agent",
  ),
  cursor: tools("Shell", "Write", "Write", "Read", "-", "Grep", "-", "Task"),
  copilot: tools("bash", "create", "edit", "view", "web_fetch", "grep", "glob", "task"),
};

function tools(
  ...[shell, write, edit, read, fetch, search, find, task]: [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
): Record<ToolOperation, string> {
  return { shell, write, edit, read, fetch, search, find, task };
}

test.each(Object.entries(names))(
  "the tools of %s have the names that it has for them",
  (host, expected) => {
    const found = Object.fromEntries(
      Object.keys(expected).map((operation) => [
        operation,
        namesOf(host).tools[operation as ToolOperation]?.name ?? "-",
      ]),
    );
    expect(found).toEqual(expected);
  },
);

describe("a tool of an MCP server", () => {
  test.each<[host: string, name: string, server: string | null, tool: string]>([
    ["claude-code", "mcp__git__log", "git", "log"],
    ["codex", "mcp__a_b__c__d", "a_b", "c__d"],
    ["qwen-code", "mcp__git__log", "git", "log"],
    ["gemini", "mcp_git_log", "git", "log"],
    ["gemini", "mcp_my-git_read_log", "my-git", "read_log"],
    ["cursor", "MCP:log", null, "log"],
  ])("%s calls it %s", (host, name, server, tool) => {
    expect(readMcp(namesOf(host).mcp, name)).toEqual({ server, tool });
    expect(writeMcp(namesOf(host).mcp, { server, tool })).toBe(name);
  });

  test.each([
    ["gemini", "mcp__git__log"],
    ["gemini", "mcp_git"],
    ["claude-code", "mcp_git_log"],
    ["claude-code", "mcp__git"],
    ["cursor", "Shell"],
  ])("is not what %s calls %s", (host, name) => {
    expect(readMcp(namesOf(host).mcp, name)).toBeNull();
  });

  test("of which the server is not known has a name in Cursor alone", () => {
    const hosts = ["claude-code", "codex", "gemini", "copilot", "cursor"];
    expect(hosts.map((host) => writeMcp(namesOf(host).mcp, { server: null, tool: "t" }))).toEqual([
      null,
      null,
      null,
      null,
      "MCP:t",
    ]);
  });
});
