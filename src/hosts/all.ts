import { claudeCode } from "./claude-code/index.js";
import { codex } from "./codex/index.js";
import type { Host } from "./host.js";
import { gemini } from "./gemini/index.js";
import { cursor } from "./cursor/index.js";
import { copilot } from "./copilot/index.js";

/** Every foreign host; of several versions of one the newest is the last. */
export const allHosts: readonly Host[] = [...claudeCode, gemini, codex, cursor, copilot];
