import { expect, test } from "vitest";
import type { Payload } from "../payload/index.js";
import { guessHost } from "./guess-host.js";

const claude = {
  hook_event_name: "PreToolUse",
  session_id: "1",
  transcript_path: "/t",
  permission_mode: "default",
};

const rows: readonly [string, Record<string, string>, Payload, string | null][] = [
  [
    "Claude Code by its variables",
    { CLAUDE_PROJECT_DIR: "/p", CLAUDECODE: "1" },
    claude,
    "claude-code",
  ],
  [
    "Claude Code of a version that sets only the project",
    { CLAUDE_PROJECT_DIR: "/p" },
    claude,
    "claude-code",
  ],
  ["Codex, which sets none, by its payload", {}, { ...claude, turn_id: "1", model: "x" }, "codex"],
  [
    "Gemini, which sets Claude Code's too",
    {
      CLAUDE_PROJECT_DIR: "/p",
      GEMINI_PROJECT_DIR: "/p",
      GEMINI_CWD: "/p",
      GEMINI_SESSION_ID: "1",
    },
    { hook_event_name: "BeforeTool", timestamp: "2026-01-01T00:00:00Z" },
    "gemini",
  ],
  [
    "Qwen Code, which sets those of both",
    { CLAUDE_PROJECT_DIR: "/p", GEMINI_PROJECT_DIR: "/p", QWEN_PROJECT_DIR: "/p" },
    { ...claude, timestamp: "2026-01-01T00:00:00Z" },
    "qwen-code",
  ],
  [
    "Cursor",
    { CLAUDE_PROJECT_DIR: "/p", CURSOR_PROJECT_DIR: "/p" },
    { hook_event_name: "beforeShellExecution", cursor_version: "2", conversation_id: "1" },
    "cursor",
  ],
  [
    "Copilot, whose payload does not name the event",
    { CLAUDE_PROJECT_DIR: "/p", COPILOT_PROJECT_DIR: "/p" },
    { toolName: "bash", timestamp: 1 },
    "copilot",
  ],
  ["nobody by nothing", {}, {}, null],
];

test.each(rows)("%s", (_name, environment, payload, host) => {
  expect(guessHost(environment, payload)).toBe(host);
});
